"""Files as browsers get them, part by part."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.test import Client


def received(client: Client, address: str) -> str:
    response: Any = client.get(address)
    assert response.status_code == 200

    async def parts() -> list[bytes]:
        return [part async for part in response.streaming_content]

    return b"".join(async_to_sync(parts)()).decode()
