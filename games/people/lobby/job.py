"""What each server process does every few seconds for the seekers at its pages."""

from __future__ import annotations

from django.db.models import Case, Q, When

from games.bus import presence
from games.bus.db_queue import in_database
from games.engine import clock
from games.people.lobby import queue
from games.people.lobby.models import Seek
from games.people.lobby.services import pair_waiting
from games.play import heartbeat


async def tend_queue() -> None:
    waiting = await in_database(queue.read)(include_stale=True)
    here = [each.game_id for each in waiting if presence.has_page(each.game_id, each.host_id)]
    if waiting:
        await in_database(_update)(here)


def _update(here: list[str]) -> None:
    if here:
        _store_signs(here)
    if queue.has_pairs(queue.read()):
        pair_waiting()


def _store_signs(game_ids: list[str]) -> None:
    # A hidden page counts for as long as it is connected, as browsers let it run seldom.
    heartbeat.note_play()
    seeks = Seek.objects.waiting().filter(pk__in=game_ids)
    now = clock.now()
    seen = {
        f"{seat}_seen_at": Case(When(Q(**{f"{seat}__isnull": False}), then=now)) for seat in "xo"
    }
    seeks.games().order_by().update(**seen)
