"""The reactions of the last seconds, for pages that poll.

They are shown for a moment and nothing depends on them, so they are kept in the memory of the
process through which they were sent, and of those that hear of them.
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
# Time, id of the game, message. Threads add to it, and none has to remove what is too old.
_recent: deque[tuple[float, str, dict[str, Any]]] = deque(maxlen=MAX_KEPT)


def new_number() -> int:
    """Return a number for a reaction, by which it is known again, higher than those before."""
    return next(_numbers)


def keep(game_id: str, mark: str, reaction: str, number: int) -> None:
    """Keep a reaction, once, to be shown for ``SHOWN_FOR`` seconds."""
    if any(message["number"] == number for _, _, message in list(_recent)):
        return
    message = {**protocol.reaction(mark, reaction), "number": number}
    _recent.append((time.monotonic(), game_id, message))


def recent(game_id: str) -> list[dict[str, Any]]:
    """Return the messages on a game's reactions, each with a ``number`` to know it again by."""
    since = time.monotonic() - SHOWN_FOR
    return [message for at, id, message in list(_recent) if id == game_id and at > since]
