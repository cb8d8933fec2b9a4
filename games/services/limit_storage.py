"""The counts of the rate limiter where there is no Redis: in this process, of bounded size.

The library's own ``MemoryStorage`` keeps the key of everyone who ever came, for its sweep empties
their lists and leaves them in the dictionary. It also starts a thread for that sweep, which visits
every key, up to a hundred times a second.

Times are those of the monotonic clock. By the other one, whoever came before it was set back would
be refused until it is as late again.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field

from limits.storage import MemoryStorage

MAX_KEYS = 50_000  # about 25 MB
SWEEP_EVERY = 60.0  # seconds


@dataclass(slots=True)
class Hits:
    """When something was done, oldest first, and when the last of it will no longer count."""

    times: deque[float] = field(default_factory=deque)
    expires_at: float = 0.0


class BoundedMemoryStorage(MemoryStorage):
    """A storage for the moving window that drops what has expired.

    When it is full all the same, it drops the keys that would expire soonest.
    """

    STORAGE_SCHEME = ["bounded+memory"]  # noqa: RUF012 - as in the base class

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **_: str) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions)
        self.hits: dict[str, Hits] = {}
        self._lock = threading.Lock()
        self._swept_at = 0.0

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count ``amount`` more hits, unless more than ``limit`` were then in ``expiry`` seconds.

        Return whether they were counted.
        """
        now = time.monotonic()
        with self._lock:
            self._make_room(now)
            hits = self.hits.setdefault(key, Hits())
            _drop_before(hits, now - expiry)
            if len(hits.times) + amount > limit:
                return False
            hits.times.extend([now] * amount)
            hits.expires_at = now + expiry
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return when the oldest hit of the last ``expiry`` seconds was, and their number.

        The time is that of ``time.time()``.
        """
        now = time.monotonic()
        with self._lock:
            hits = self.hits.get(key)
            if hits is None:
                return time.time(), 0
            _drop_before(hits, now - expiry)
            age = now - hits.times[0] if hits.times else 0.0
            return time.time() - age, len(hits.times)

    def clear(self, key: str) -> None:
        with self._lock:
            self.hits.pop(key, None)

    def reset(self) -> int | None:
        with self._lock:
            count = len(self.hits)
            self.hits.clear()
            return count

    def _make_room(self, now: float) -> None:
        """Drop expired keys now and then, and a tenth of all keys if the storage is full."""
        if now - self._swept_at > SWEEP_EVERY or len(self.hits) >= MAX_KEYS:
            self._swept_at = now
            self.hits = {key: hits for key, hits in self.hits.items() if hits.expires_at > now}
        if len(self.hits) >= MAX_KEYS:
            soonest = sorted(self.hits, key=lambda key: self.hits[key].expires_at)
            for key in soonest[: MAX_KEYS // 10]:
                del self.hits[key]


def _drop_before(hits: Hits, time: float) -> None:
    while hits.times and hits.times[0] <= time:
        hits.times.popleft()
