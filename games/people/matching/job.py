"""What each server process does every few seconds for those who wait at its pages."""

from __future__ import annotations

import asyncio

from django.db.models import Case, Q, When

from games.bus import broadcast, presence
from games.bus.db_queue import in_database
from games.engine import clock
from games.models import Game
from games.people.matching import queue
from games.people.matching.queue import Seeker
from games.people.matching.services import pair_waiting

_shown: dict[str, int] = {}  # how many wait, as the pages of this process show it, by game
_listened_at = 0.0  # when the signs of life were last read, by the event loop's clock


async def tend_queue() -> None:
    """Store who is still here, pair those who missed each other, and show how many wait."""
    waiting = await in_database(queue.read)(unseen=True)
    at_pages = [each for each in waiting if presence.has_page(each.game_id, each.host_id)]
    heard = _heard(at_pages)
    if waiting:
        await in_database(_update)(heard, {each.game_id for each in at_pages})


def _heard(seekers: list[Seeker]) -> list[str]:
    """Return the games of those who have shown a sign of life since this was last called."""
    global _listened_at
    since, _listened_at = _listened_at, asyncio.get_running_loop().time()
    return [
        each.game_id for each in seekers if presence.was_heard(each.game_id, each.host_id, since)
    ]


def _update(heard: list[str], at_pages: set[str]) -> None:
    if heard:
        _store_signs(heard)
    seekers = queue.read()
    if queue.has_pairs(seekers) and pair_waiting():
        seekers = queue.read()
    _show_counts(seekers, at_pages)


def _store_signs(game_ids: list[str]) -> None:
    """Store a sign of life of the host of each of these games, in one statement."""
    now = clock.now()
    waiting = Game.objects.waiting_for_anybody().order_by().filter(pk__in=game_ids)
    seen = {
        f"{seat}_seen_at": Case(When(Q(**{f"{seat}__isnull": False}), then=now)) for seat in "xo"
    }
    waiting.update(**seen)


def _show_counts(seekers: list[Seeker], at_pages: set[str]) -> None:
    """Send a game to the pages of this process if another number of people wait for its board."""
    counts = {id: count for id, count in queue.counts(seekers).items() if id in at_pages}
    changed = [id for id, count in counts.items() if _shown.get(id) != count]
    _shown.clear()
    _shown.update(counts)
    for game in Game.objects.with_players().filter(pk__in=changed, status=Game.Status.WAITING):
        broadcast.announce(game)
