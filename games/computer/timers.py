"""Timers for moves of the computer that have a time, set when a page gets the game's state.

A timer is only a reminder: the time of the next move is in the database. So if a process ends, or a
timer is lost, the game goes on when a page next shows a sign of life. While nobody watches in this
process, a timer leads to no move, and so to no further timer.
"""

from __future__ import annotations

import asyncio

from games.bus import presence
from games.computer import replies

_timers: dict[str, asyncio.TimerHandle] = {}


def schedule(game_id: str, seconds: float | None) -> None:
    """Schedule the next move in so many seconds, None for no move; needs a running event loop.

    The search begins a little earlier. An earlier timer of the game is replaced.
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
