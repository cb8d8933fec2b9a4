"""Who has a page of the site open, as the pages that ask for invitations show.

Each process knows its own pages, for nothing depends on it.
"""

from __future__ import annotations

import time

HERE_FOR = 35  # seconds; a page that can be seen asks every 10, and later every 30

_seen: dict[int, float] = {}  # by player, the one seen last at the end


def note(player_id: int) -> None:
    now = time.monotonic()
    _seen.pop(player_id, None)
    _seen[player_id] = now
    while now - _seen[first := next(iter(_seen))] > HERE_FOR:
        _seen.pop(first, None)


def is_here(player_id: int) -> bool:
    return time.monotonic() - _seen.get(player_id, -HERE_FOR) < HERE_FOR
