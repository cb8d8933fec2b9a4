"""A websocket and its news, heard by two tasks that last as long as it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

Receive = Callable[[], Awaitable[Any]]


class Socket(AsyncWebsocketConsumer):
    """Channels' own starts a task for every message, which takes longer than to handle it.

    News is heard once the socket is connected, and then also while a message is being answered.
    """

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        self.scope, self.base_send = scope, send
        layer = get_channel_layer(self.channel_layer_alias)
        assert layer is not None  # noqa: S101 - the settings name one
        self.channel_layer, self.channel_name = layer, await layer.new_channel()
        try:
            await self.dispatch(await receive())
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hear(self._next_news))
                await self._hear(receive)
        except* StopConsumer:
            pass

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels' own first closes the database's connection, in its thread, every time.
        await getattr(self, get_handler_name(message))(message)

    async def websocket_disconnect(self, message: Any) -> None:
        # As above.
        await self.disconnect(message["code"])
        raise StopConsumer

    async def send_text(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})  # type: ignore[arg-type]

    async def _hear(self, receive: Receive) -> None:
        while True:
            await self.dispatch(await receive())

    async def _next_news(self) -> Any:
        return await self.channel_layer.receive(self.channel_name)
