"""The reactions of the last seconds, for pages that poll.

Reactions are shown for a moment and nothing depends on them, so each process keeps in memory those
that were sent through it or that it received.
"""

from __future__ import annotations

import time
from collections import deque
from itertools import count
from typing import Any

from games import protocol

SHOWN_FOR = 10.0  # seconds
MAX_KEPT = 1000

# Start from the clock, so that the numbers go on rising after a restart.
_numbers = count(time.time_ns() // 1000)
# Time, id of the game and message of each reaction. The oldest drop out by themselves.
_recent: deque[tuple[float, str, dict[str, Any]]] = deque(maxlen=MAX_KEPT)


def new_number() -> int:
    return next(_numbers)


def keep(game_id: str, mark: str, reaction: str, number: int, words: str = "") -> None:
    if any(message["number"] == number for _, _, message in list(_recent)):
        return
    message = {**protocol.reaction(mark, reaction, words), "number": number}
    _recent.append((time.monotonic(), game_id, message))


def recent(game_id: str, *, is_player: bool) -> list[dict[str, Any]]:
    since = time.monotonic() - SHOWN_FOR
    recent = [message for at, id, message in list(_recent) if id == game_id and at > since]
    return [message for message in recent if is_player or "words" not in message]
