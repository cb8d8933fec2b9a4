from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_EVERY = 5.0  # seconds


class MemoryChannelLayer(InMemoryChannelLayer):
    """Channels' layer in memory, for messages that nobody changes once they are sent.

    They are not copied for each receiver, nor is each sent by a task of its own; a channel's queue
    lasts as long as somebody listens; and not every message is an occasion to look through all.
    """

    _cleaned_at = 0.0

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
