"""Timers for the moves of exhibitions, each set when a page here is told how its game stands.

A timer is only a reminder: whether a move is due is in the database. So if a process ends, or a
timer is lost, the game goes on when a page next shows a sign of life. While nobody is here to
watch, no timer leads to a move, and with no move no other timer is set.
"""

from __future__ import annotations

import asyncio

from games.bus import presence
from games.computer import replies

_timers: dict[str, asyncio.TimerHandle] = {}


def schedule(game_id: str, seconds: float | None) -> None:
    """Have the next move made in so many seconds, None for no move; needs a running event loop.

    Its search begins a little earlier. It takes the place of what was scheduled before.
    """
    if timer := _timers.pop(game_id, None):
        timer.cancel()
    if seconds is not None:
        loop = asyncio.get_running_loop()
        wait = max(0.0, seconds - replies.SEARCH_AHEAD)
        _timers[game_id] = loop.call_later(wait, _search, game_id)


def _search(game_id: str) -> None:
    del _timers[game_id]
    if presence.is_watched(game_id):
        replies.start(game_id)
