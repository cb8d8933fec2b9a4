from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.contrib.humanize.templatetags.humanize import naturalday
from django.db import connection
from django.db.models import Q
from django.template.defaultfilters import date, pluralize
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.timezone import localtime

from games.engine import clock
from games.models import Game, Player
from games.models.game_queryset import ACTIVE_FOR, SEEN_FOR
from games.ops import backups, program
from games.people.moderation.restrictions import LOCKED_OUT
from games.staff.reports import queue
from games.web.health import Condition, HealthReport, health

SHOWN = 5  # reports
BACKUP_LIFETIME = timedelta(days=2)


class Note(NamedTuple):
    words: str
    is_bad: bool = False
    address: str = ""


def context(user: Any) -> dict[str, Any]:
    # Not to be called on an event loop.
    now = clock.now()
    reports = queue() if user.has_perm("games.view_report") else queue().none()
    parts = [_backup(now), *health_parts()]
    if user.has_perm("games.view_player"):
        parts.insert(0, _locked())
    said = {
        "reports": reports[:SHOWN],
        "count": reports.count(),
        "bad": [part for part in parts if part.is_bad],
        "quiet": ", ".join(part.words for part in parts if not part.is_bad),
        "version": program.version(),
    }
    return {**said, **_today(now)} if user.has_perm("games.view_game") else said


def _today(now: datetime) -> dict[str, int]:
    midnight = localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    is_seen = Q(x_seen_at__gt=now - SEEN_FOR) | Q(o_seen_at__gt=now - SEEN_FOR)
    running = Game.objects.filter(
        is_seen, status=Game.Status.PLAYING, touched_at__gt=now - ACTIVE_FOR
    )
    return {
        "today": Game.objects.filter(created_at__gte=midnight).order_by().count(),
        "running": running.order_by().count(),
    }


def _locked() -> Note:
    count = Player.objects.filter(LOCKED_OUT).count()
    if not count:
        return Note("nobody is locked out")
    words = f"{count} {pluralize(count, 'person is,people are')} locked out"
    return Note(words, True, reverse("admin:games_player_changelist") + "?kind=locked")


def _backup(now: datetime) -> Note:
    seconds = backups.last_made_at()
    if not seconds:
        return Note("no backup was made yet")
    at = datetime.fromtimestamp(seconds, UTC)
    if now - at > BACKUP_LIFETIME:
        return Note(f"the last backup is {timesince(at, now, depth=1)} old", is_bad=True)
    return Note(f"the last backup was made {naturalday(at)} at {date(localtime(at), 'H:i')}")


def health_parts() -> list[Note]:
    report = async_to_sync(health.report)()
    if report.events is Condition.IN_MEMORY:
        return [_database(report)]
    if report.events is Condition.AWAY:
        away = Note("Redis is away, so the servers do not hear from each other", is_bad=True)
        return [_database(report), away]
    return [_database(report), Note("the servers hear from each other (Redis)")]


def _database(report: HealthReport) -> Note:
    name = connection.display_name
    if report.database is not Condition.OK:
        return Note(f"the database ({name}) does not answer", is_bad=True)
    if report.migrations is not Condition.OK:
        words = f"the database ({name}) is older than the program: run {program.command('migrate')}"
        return Note(words, is_bad=True)
    return Note(f"{name} works")
