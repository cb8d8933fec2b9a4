"""The present state of the site in sentences for staff, in English like all their pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models import Count, Min, Q, QuerySet
from django.template.defaultfilters import floatformat, pluralize
from django.utils.timesince import timesince

from games.engine import clock
from games.models import Game, Move
from games.models.game_queryset import ACTIVE_FOR, SEEN_FOR
from games.ops import program
from games.people.moderation.models import Report
from games.web.health import Condition, HealthReport, health

RECENTLY = timedelta(minutes=5)


class Sentence(NamedTuple):
    """A sentence about a part of the site, and whether the part needs attention."""

    words: str
    is_bad: bool = False


class SiteState(NamedTuple):
    """How the site is in words; ``moves`` is empty while nobody plays."""

    headline: str
    moves: str
    parts: list[Sentence]


def reports_waiting(now: datetime) -> str:
    """Say how many reports wait for staff and for how long, "" if none does."""
    waiting = Report.objects.filter(closed_at=None)
    found = waiting.aggregate(count=Count("pk"), since=Min("created_at"))
    count, since = found["count"], found["since"]
    if not count:
        return ""
    age = f"{timesince(since, now, depth=1)} old"
    return f"1 report waits, {age}." if count == 1 else f"{count} reports wait, the oldest {age}."


def read() -> SiteState:
    """Read the state of the site, in three queries of games that changed lately.

    Not to be called on an event loop.
    """
    now, report = clock.now(), async_to_sync(health.report)()
    parts = [_database(report), _events(report), Sentence(f"Version {program.version()}.")]
    return SiteState(_people(now), _moves(now), parts)


def games_on(now: datetime) -> QuerySet[Game]:
    """Return the games being played, in which a player showed a sign of life lately."""
    is_seen = Q(x_seen_at__gt=now - SEEN_FOR) | Q(o_seen_at__gt=now - SEEN_FOR)
    return Game.objects.filter(
        is_seen, status=Game.Status.PLAYING, touched_at__gt=now - ACTIVE_FOR
    ).order_by()


def people_here(now: datetime) -> int:
    """Count the people who play, whichever server process their pages are connected to."""
    as_x = games_on(now).filter(x_seen_at__gt=now - SEEN_FOR).values_list("x_id")
    as_o = games_on(now).filter(o_seen_at__gt=now - SEEN_FOR).values_list("o_id")
    return as_x.union(as_o).count()


def recent_moves(now: datetime) -> QuerySet[Move]:
    """Return the moves made ``RECENTLY``, found through the games that changed since."""
    since = now - RECENTLY
    changed = Game.objects.filter(status__in=Game.Status.values, touched_at__gt=since).order_by()
    return Move.objects.filter(game__in=changed.values("pk"), created_at__gt=since).order_by()


def _people(now: datetime) -> str:
    people, games = people_here(now), games_on(now).count()
    if not people:
        return _games_left_open()
    are = "1 person is" if people == 1 else f"{people} people are"
    return f"{are} playing, in {games} game{pluralize(games)}."


def _games_left_open() -> str:
    games = Game.objects.filter(status=Game.Status.PLAYING).order_by().count()
    if not games:
        return "Nobody is here now."
    are = "1 game is" if games == 1 else f"{games} games are"
    return f"Nobody is here now; {are} open."


def _moves(now: datetime) -> str:
    moves = recent_moves(now).count()
    minutes = int(RECENTLY / timedelta(minutes=1))
    if not moves:
        return ""
    rate = floatformat(moves / minutes, -1)
    return f"{rate} moves a minute, over the last {minutes} minutes."


def _database(report: HealthReport) -> Sentence:
    name = connection.display_name
    if report.database is not Condition.OK:
        return Sentence(f"The database ({name}) does not answer.", is_bad=True)
    if report.migrations is not Condition.OK:
        words = (
            f"The database ({name}) is older than the program. Run {program.command('migrate')}."
        )
        return Sentence(words, is_bad=True)
    return Sentence(f"The database ({name}) works.")


def _events(report: HealthReport) -> Sentence:
    if report.events is Condition.IN_MEMORY:
        return Sentence("One server serves everybody.")
    if report.events is Condition.AWAY:
        words = "Redis is away, so the servers do not hear from each other. People play on."
        return Sentence(words, is_bad=True)
    return Sentence("The servers hear from each other (Redis).")
