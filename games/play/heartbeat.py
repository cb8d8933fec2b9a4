"""One clock for all server processes; time in which none of them could act is nobody's."""

# Each process looks every second at a row with the site's time, and notes it there while somebody
# plays. One that could not look for a while, and finds that no other went on, adds that time to all
# that runs in games. Until it has looked it changes no game.

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta
from math import inf

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import (
    Case,
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    Q,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest

from games.bus.db_queue import beside_queue
from games.engine import clock
from games.models import CLAIM_AFTER, Game, GameQuerySet, Heartbeat

BEAT_EVERY = 1.0  # seconds
GAP = timedelta(seconds=2)  # the shortest; shorter ones are beats that came late
RETURN_WITHIN = timedelta(seconds=10)  # browsers look at least so often whether the site is back
VISITED_WITHIN = 30.0  # seconds after a start; no page that is open lets the site wait for longer
TOLERATED = timedelta(seconds=2)  # between the clocks of processes, and of their machine
RUNNING = ("touched_at", "x_seen_at", "o_seen_at")  # times from which others count

logger = logging.getLogger(__name__)

# On the monotonic clock; no beat of a process that does not serve is ever late.
_beaten_at = inf
_played_at = -inf  # the same, of the last sign of somebody who plays
_expected_at = -inf  # the same, of the start
_is_visited = False
_last_time: datetime | None = None  # of the last beat that was stored, None before the first
_last_row: datetime | None = None  # what the database had then
_differs = False  # the clock of this machine from the site's


def expect() -> None:
    global _beaten_at, _last_time, _is_visited, _expected_at
    _beaten_at, _last_time, _is_visited = -inf, None, False
    _expected_at = time.monotonic()
    try:
        _set_clock(_read())
    except (DatabaseError, InterfaceError):
        return  # The first beat sets it.


def note_visit() -> None:
    global _is_visited
    _is_visited = True


def note_play() -> None:
    global _played_at
    _played_at = time.monotonic()


def is_stale() -> bool:
    """Say whether this process has to beat before it may trust the times in a game."""
    return time.monotonic() - _beaten_at > GAP.total_seconds()


def differs() -> bool:
    return _differs


async def keep_beating() -> None:
    is_awaited = time.monotonic() - _expected_at < VISITED_WITHIN
    if _is_visited or _beaten_at > -inf or not is_awaited:
        await beside_queue(beat)()


def beat() -> None:
    global _beaten_at
    row = _read()
    if row and _last_time:
        _follow(row.at)
    if _has_to_write(row):
        _write()
    else:
        _note_stored(row.at if row else None)
    _beaten_at = time.monotonic()
    _compare_clocks()


def beat_if_stale() -> None:
    if is_stale():
        beat()


def _read() -> Heartbeat | None:
    return Heartbeat.objects.filter(pk=1).first()


# The site's clock


def _set_clock(row: Heartbeat | None) -> None:
    seconds = _shared_seconds()
    if row and row.seconds is not None and 0 <= seconds - row.seconds <= GAP.total_seconds():
        clock.set_to(row.at + timedelta(seconds=seconds - row.seconds))
    elif connection.vendor == "postgresql":
        clock.set_to(datetime.fromtimestamp(seconds, UTC))
    else:
        clock.set_to(clock.wall_clock())


def _follow(at: datetime) -> None:
    behind = at - clock.now()
    if behind > timedelta():
        clock.set_to(at)
    if behind > TOLERATED:
        seconds = behind.total_seconds()
        logger.warning("The clock of this process was %.1f s behind the site's", seconds)


def _shared_seconds() -> float:
    if connection.vendor != "postgresql":
        return time.monotonic()  # of the machine that has the file
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return float(cursor.fetchone()[0])


def _compare_clocks() -> None:
    global _differs
    ahead = clock.wall_clock() - clock.now()
    before, _differs = _differs, abs(ahead) > TOLERATED
    if _differs and not before:
        logger.warning(
            "The clock of this machine is %+.1f s from the site's, by which games are timed until "
            "all server processes were stopped",
            ahead.total_seconds(),
        )


# The row in the database


def _has_to_write(row: Heartbeat | None) -> bool:
    # That is while anything runs, and to correct a process whose clock is behind.
    if row is None or _last_time is None or is_stale():
        return True
    if time.monotonic() - _played_at < CLAIM_AFTER.total_seconds():
        return True
    is_behind = row.at != _last_row and clock.now() - row.at > GAP
    return is_behind or Game.objects.filter(deadline_at__isnull=False).exists()


@transaction.atomic
def _write() -> None:
    row = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if row is None:
        row, _ = Heartbeat.objects.get_or_create(pk=1)
    if _last_time is None:
        _set_clock(row)
    else:
        _follow(row.at)
    now = clock.now()
    since = max(row.at, _last_time) if _last_time else row.at
    if abs(now - since) > GAP and (games := _add(since, now)):
        seconds = (now - since).total_seconds()
        logger.warning("Nobody could act for %.1f s, which was added to %d games", seconds, games)
    Heartbeat.objects.filter(pk=1).update(at=now, seconds=_shared_seconds())
    transaction.on_commit(lambda: _note_stored(now))


def _note_stored(row: datetime | None) -> None:
    global _last_time, _last_row
    _last_time, _last_row = clock.now(), row


# Time that was nobody's


def _add(since: datetime, now: datetime) -> int:
    # In a game that was touched later, somebody could act until then. If the site's clock was set
    # back while nobody served, the time is less than none.
    # Whoever has to move gets the time to come back as well. The new version reaches open pages,
    # and keeps a move from being made with the old times of a cached game. Games that somebody has
    # locked are left alone: others need not wait for them, and in them somebody can act.
    free = _with_running_times(since).order_by().select_for_update(of=("self",), skip_locked=True)
    games = Game.objects.filter(pk__in=list(free.values_list("pk", flat=True)))
    signs = (Coalesce(F(field), F("touched_at")) for field in RUNNING)
    last_sign = Greatest(Value(since, DateTimeField()), *signs)
    away = ExpressionWrapper(Value(now, DateTimeField()) - last_sign, DurationField())
    deadline = Greatest(F("deadline_at") + away, Value(now + RETURN_WITHIN, DateTimeField()))
    return games.update(
        version=F("version") + 1,
        deadline_at=Case(When(deadline_at__isnull=False, then=deadline)),
        **{field: F(field) + away for field in RUNNING},
    )


def _with_running_times(since: datetime) -> GameQuerySet:
    # Of the latter, only those in which somebody was a minute before.
    before = since - CLAIM_AFTER
    lately = Q(*((f"{field}__gt", before) for field in RUNNING), _connector=Q.OR)
    between_people = Q(status=Game.Status.PLAYING, x__level=None, o__level=None) & ~Q(x=F("o"))
    is_called = Q(status=Game.Status.CALLED)
    waits = is_called | Q(status=Game.Status.WAITING, kind__isnull=False)
    return Game.objects.filter(Q(deadline_at__isnull=False) | lately & (between_people | waits))
