"""Without copies and tasks a receiver: ``tests.tools.bench departures memory_layer_copies``."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_EVERY = 5.0  # seconds


class MemoryChannelLayer(InMemoryChannelLayer):
    # Messages are never changed once they are sent. A channel stays in its groups until its owner
    # leaves them: Channels' own layer removes it after a day, or when a message was not received
    # for a minute, and the socket would stay open but get nothing.

    _cleaned_at = 0.0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, group_expiry=sys.maxsize)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        try:
            self._queue(channel).put_nowait((time.time() + self.expiry, message))
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    async def receive(self, channel: str) -> Any:
        self._clean_expired()
        try:
            _, message = await self._queue(channel).get()
        except asyncio.CancelledError:
            self.channels.pop(channel, None)
            raise
        return message

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        for channel in self.groups.get(group, {}):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _queue(self, channel: str) -> asyncio.Queue[tuple[float, dict[str, Any]]]:
        if channel not in self.channels:
            self.channels[channel] = asyncio.Queue(self.capacity)
        return self.channels[channel]

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at > CLEAN_EVERY:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[misc]

    def _remove_from_groups(self, channel: str) -> None:
        # A channel stays in its groups although a message to it has expired.
        pass
