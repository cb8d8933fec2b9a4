from asgiref.sync import async_to_sync
from django.test import Client

GAMES = "/admin/games/game/"


def received(client: Client, address: str) -> str:
    return _content(client.get(address))


def exported(client: Client, query: str = "") -> str:
    return _content(export(client, query))


def export(client: Client, query: str = "", *ids: str):
    chosen = {"_selected_action": ids or "0", "select_across": "0" if ids else "1"}
    return client.post(GAMES + query, {"action": "export_csv", **chosen})


def _content(response) -> str:
    assert response.status_code == 200

    async def parts() -> list[bytes]:
        return [part async for part in response.streaming_content]

    return b"".join(async_to_sync(parts)()).decode()
