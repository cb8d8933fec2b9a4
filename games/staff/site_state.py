"""The present state of the site in words for staff, in English like all their pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models import Q, QuerySet
from django.template.defaultfilters import floatformat
from django.utils.timezone import localtime

from games.models import Game, Move
from games.models.game_queryset import ACTIVE_FOR, SEEN_FOR
from games.ops import program
from games.web.health import Condition, HealthReport, health

RECENTLY = timedelta(minutes=5)


class Part(NamedTuple):
    words: str
    is_bad: bool = False
    address: str = ""


class Today(NamedTuple):
    games: int
    people: int
    running: int
    here: int
    moves: str


def parts() -> list[Part]:
    """Say how the parts of the site are. Not to be called on an event loop."""
    report = async_to_sync(health.report)()
    return [_database(report), *_events(report)]


def today(now: datetime) -> Today:
    midnight = localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    games = Game.objects.filter(created_at__gte=midnight).order_by()
    people = games.filter(x__level=None).values("x").union(games.filter(o__level=None).values("o"))
    running = games_on(now).count()
    return Today(games.count(), people.count(), running, people_here(now), _moves(now))


def games_on(now: datetime) -> QuerySet[Game]:
    is_seen = Q(x_seen_at__gt=now - SEEN_FOR) | Q(o_seen_at__gt=now - SEEN_FOR)
    return Game.objects.filter(
        is_seen, status=Game.Status.PLAYING, touched_at__gt=now - ACTIVE_FOR
    ).order_by()


def people_here(now: datetime) -> int:
    as_x = games_on(now).filter(x_seen_at__gt=now - SEEN_FOR).values_list("x_id")
    as_o = games_on(now).filter(o_seen_at__gt=now - SEEN_FOR).values_list("o_id")
    return as_x.union(as_o).count()


def recent_moves(now: datetime) -> QuerySet[Move]:
    """Return the moves made ``RECENTLY``, found through the games that changed since."""
    since = now - RECENTLY
    changed = Game.objects.filter(status__in=Game.Status.values, touched_at__gt=since).order_by()
    return Move.objects.filter(game__in=changed.values("pk"), created_at__gt=since).order_by()


def _moves(now: datetime) -> str:
    moves = recent_moves(now).count()
    minutes = int(RECENTLY / timedelta(minutes=1))
    if not moves:
        return ""
    rate = floatformat(moves / minutes, -1)
    return f"{rate} moves a minute, over the last {minutes} minutes."


def _database(report: HealthReport) -> Part:
    name = connection.display_name
    if report.database is not Condition.OK:
        return Part(f"the database ({name}) does not answer", is_bad=True)
    if report.migrations is not Condition.OK:
        words = f"the database ({name}) is older than the program: run {program.command('migrate')}"
        return Part(words, is_bad=True)
    return Part(f"{name} works")


def _events(report: HealthReport) -> list[Part]:
    if report.events is Condition.IN_MEMORY:
        return []
    if report.events is Condition.AWAY:
        return [Part("Redis is away, so the servers do not hear from each other", is_bad=True)]
    return [Part("the servers hear from each other (Redis)")]
