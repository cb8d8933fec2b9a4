"""Clients that exchange a game's messages over HTTP, as where no websocket gets through."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.test import AsyncClient, Client

from games.models import Game, Player
from tests.sessions import session_key


def messages_url(game: Game) -> str:
    return f"/g/{game.pk}/messages/"


class PollingClient(Client):
    def __init__(self, player: Player | None = None, **options: Any) -> None:
        super().__init__(**options)
        if player:
            self.cookies[settings.SESSION_COOKIE_NAME] = session_key(player)

    def request_answer(self, game: Game, type: str, **fields: object) -> dict[str, Any]:
        answer: dict[str, Any] = self.post_message(game, {"type": type, **fields}).json()
        return answer

    def post_message(self, game: Game, message: dict[str, Any], **options: Any) -> Any:
        return self.post(messages_url(game), {"id": "k", **message}, "application/json", **options)

    def poll(self, game: Game, **query: str) -> list[dict[str, Any]]:
        response = self.get(messages_url(game), query)
        assert response["Cache-Control"].startswith("max-age=0, no-cache, no-store")
        messages: list[dict[str, Any]] = response.json()
        return messages


async def async_client(player: Player) -> AsyncClient:
    client = AsyncClient()
    key = await database_sync_to_async(session_key)(player)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client
