from __future__ import annotations

import time

from channels.layers import InMemoryChannelLayer

CLEAN_EVERY = 5.0  # seconds


class MemoryChannelLayer(InMemoryChannelLayer):
    """Channels' layer in memory, without looking through all its channels at every message."""

    _cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at > CLEAN_EVERY:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[misc]
