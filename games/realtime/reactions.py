"""The reactions of the last seconds, for pages that only ask now and then.

For show, so in memory: each process keeps those that were said to it.
"""

from __future__ import annotations

import time
from collections import deque
from itertools import count
from typing import Any

from games import protocol

KEPT_FOR = 10.0  # seconds

_numbers = count(time.time_ns() // 1000)  # they go on rising after a restart
_said: deque[tuple[float, str, dict[str, Any]]] = deque()  # when, in which game, and what


def note(game_id: str, mark: str, reaction: str) -> None:
    told = {**protocol.reaction(mark, reaction), "number": next(_numbers)}
    _said.append((time.monotonic(), game_id, told))
    while _said[0][0] < time.monotonic() - KEPT_FOR:
        _said.popleft()


def recent(game_id: str) -> list[dict[str, Any]]:
    """Return what was said in a game, as it is told, each with a ``number`` of its own."""
    since = time.monotonic() - KEPT_FOR
    return [told for at, said_in, told in list(_said) if said_in == game_id and at > since]
