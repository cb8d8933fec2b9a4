"""Time in which no server process could act, or none reached the database, is nobody's.

Each server process notes every second in the database that it can act. Whoever notes it after a
gap, be it at the start or because the database is back, first adds that gap to all that runs in
games: clocks, first moves, and the last signs of life, by which opponents claim games and hosts
keep their places. While another process goes on there is no gap, as in a rolling restart.

A process that has not noted it lately changes no game before it has: see ``is_stale``.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from math import inf

from django.db import transaction
from django.db.models import Case, F, Q, When
from django.db.models.functions import Greatest

from games.engine import clock
from games.models import CLAIM_AFTER, Game, GameQuerySet, Heartbeat

BEAT_EVERY = 1.0  # seconds
GAP = timedelta(seconds=2)  # the shortest; shorter ones are beats that came late
RETURN_WITHIN = timedelta(seconds=10)  # browsers look at least so often whether the site is back
RUNNING = ("touched_at", "x_seen_at", "o_seen_at")  # times from which others count

logger = logging.getLogger(__name__)
_beaten_at = inf  # on the monotonic clock; no beat of a process that does not serve is ever late


def expect() -> None:
    """Let this process, which is about to serve, change no game before its first beat."""
    global _beaten_at
    _beaten_at = -inf


def is_stale() -> bool:
    """Say whether this process has to beat before it may trust the times in a game."""
    return time.monotonic() - _beaten_at > GAP.total_seconds()


def beat() -> None:
    """Note that this process can act; if none could for a while, add that time to all that runs."""
    global _beaten_at
    _note(clock.now())
    _beaten_at = time.monotonic()


@transaction.atomic
def _note(now: datetime) -> None:
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is None:
        last, _ = Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    gap = now - last.at
    if gap > GAP:
        logger.warning(
            "Nobody could act for %.1f s, which was added to %d games",
            gap.total_seconds(),
            _add(gap, now),
        )
    if gap > timedelta():
        Heartbeat.objects.filter(pk=1).update(at=now)


def _add(gap: timedelta, now: datetime) -> int:
    """Add a gap to all that runs, and return in how many games.

    Whoever has to move gets the time to come back as well. The new version reaches open pages, and
    keeps a move from being made with the old times of a cached game. Games that somebody has locked
    are left alone: others need not wait for them, and in them somebody can act.
    """
    free = _with_running_times(now - gap).order_by().select_for_update(skip_locked=True)
    games = Game.objects.filter(pk__in=free.values("pk"))
    deadline = Greatest(F("deadline_at") + gap, now + RETURN_WITHIN)
    return games.update(
        version=F("version") + 1,
        deadline_at=Case(When(deadline_at__isnull=False, then=deadline)),
        **{field: F(field) + gap for field in RUNNING},
    )


def _with_running_times(before: datetime) -> GameQuerySet:
    """Filter for games with a running clock, or in which somebody was a minute before."""
    since = before - CLAIM_AFTER
    lately = Q(*((f"{field}__gt", since) for field in RUNNING), _connector=Q.OR)
    statuses = (Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING)
    return Game.objects.filter(Q(deadline_at__isnull=False) | lately, status__in=statuses)
