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

    They are not copied for each receiver, nor is each sent by a task of its own; and not every
    message is an occasion to look through all channels.
    """

    _cleaned_at = 0.0

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        queue = self.channels.setdefault(channel, asyncio.Queue(self.capacity))
        try:
            queue.put_nowait((time.time() + self.expiry, message))
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        for channel in self.groups.get(group, {}):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at > CLEAN_EVERY:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[misc]
