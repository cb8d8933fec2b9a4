"""How fast one may send messages and open sockets, counted over all of one's sockets.

Counted in the memory of each process: it is checked for every message, on the event loop.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

# The addresses of this machine, or of a proxy that does not say for whom it asks.
LOOPBACK = {"127.0.0.1", "::1", ""}
MANY_PEOPLE = 10  # an address may be a school's: it may do this many times what a player may


class RateLimit:
    """Counts events by key over a sliding window, given in seconds.

    Events above the limit are counted too; from twice as many on they are a flood.
    """

    def __init__(self, limit: int, window: float) -> None:
        self.limit = limit
        self.window = window
        self._times: dict[str, deque[float]] = {}
        self._cleaned_at = time.monotonic()

    def count(self, key: str) -> None:
        self._drop_expired()
        self._times.setdefault(key, deque(maxlen=2 * self.limit)).append(time.monotonic())

    def wait(self, key: str) -> float:
        """Return the seconds until an event is within the limit again, 0 if the last one was."""
        times = self._times.get(key)
        if times is None or len(times) <= self.limit:
            return 0
        return max(0, times[-self.limit - 1] + self.window - time.monotonic())

    def is_flood(self, key: str) -> bool:
        times = self._times.get(key)
        if times is None:
            return False
        return len(times) == 2 * self.limit and times[-1] - times[0] < self.window

    def forget(self) -> None:
        """Count anew, for everybody."""
        self._times.clear()

    def __len__(self) -> int:
        """Return the number of keys that are remembered."""
        return len(self._times)

    def _drop_expired(self) -> None:
        since = time.monotonic() - self.window
        if self._cleaned_at < since:
            self._cleaned_at = time.monotonic()
            self._times = {key: times for key, times in self._times.items() if times[-1] > since}


MESSAGES = RateLimit(40, 10)
NEW_SOCKETS = RateLimit(60, 60)
MESSAGES_OF_ADDRESS = RateLimit(MANY_PEOPLE * MESSAGES.limit, MESSAGES.window)
NEW_SOCKETS_OF_ADDRESS = RateLimit(MANY_PEOPLE * NEW_SOCKETS.limit, NEW_SOCKETS.window)


def forget() -> None:
    """Count anew, for everybody."""
    for limit in (MESSAGES, NEW_SOCKETS, MESSAGES_OF_ADDRESS, NEW_SOCKETS_OF_ADDRESS):
        limit.forget()


@dataclass
class SocketLimits:
    """The limits of a socket, which it shares with all other sockets of its player.

    Without a player it has limits of its own, and shares those of its address.
    """

    socket: str
    address: str
    player_id: int | None = None

    def count_message(self) -> float:
        """Count a message, and return the seconds to wait if it came too fast, else 0."""
        return _count(self._keys(MESSAGES, MESSAGES_OF_ADDRESS))

    def count_socket(self) -> float:
        """Count the socket itself, and return the seconds to wait if there were too many."""
        return _count(self._keys(NEW_SOCKETS, NEW_SOCKETS_OF_ADDRESS))

    @property
    def is_flood(self) -> bool:
        """Whether there were at least twice as many messages as are allowed."""
        keys = self._keys(MESSAGES, MESSAGES_OF_ADDRESS)
        return any(limit.is_flood(key) for limit, key in keys)

    def _keys(self, own: RateLimit, of_address: RateLimit) -> list[tuple[RateLimit, str]]:
        if self.player_id is not None:
            return [(own, f"player {self.player_id}")]
        keys = [(own, f"socket {self.socket}")]
        if self.address not in LOOPBACK:
            keys.append((of_address, f"address {self.address}"))
        return keys


def _count(keys: list[tuple[RateLimit, str]]) -> float:
    for limit, key in keys:
        limit.count(key)
    return max(limit.wait(key) for limit, key in keys)
