"""What waits for a person: reports first, then locked accounts, old backups and outages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.humanize.templatetags.humanize import naturalday
from django.db.models import QuerySet
from django.template.defaultfilters import capfirst, date, pluralize
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.timezone import localtime

from games.models import Player, kinds
from games.ops import backups
from games.people.moderation.models import Report
from games.people.moderation.restrictions import LOCKED_OUT
from games.presentation import snapshots
from games.presentation.description import Drawing, describe_game
from games.staff import site_state
from games.staff.site_state import Part

SHOWN = 5  # reports
BACKUP_LIFETIME = timedelta(days=2)
KINDS = {
    "name": "a name",
    "said": "what was said",
    "stalling": "keeps others waiting",
    "other": "in own words",
}


class Row(NamedTuple):
    report: Report
    kind: str
    age: str
    drawing: Drawing | None


@dataclass(frozen=True)
class Waiting:
    now: datetime
    user: Any

    @cached_property
    def reports(self) -> list[Row]:
        is_allowed = self.user.has_perm("games.view_report")
        return [_row(report, self.now) for report in queue()[:SHOWN]] if is_allowed else []

    @cached_property
    def count(self) -> int:
        return queue().count() if self.user.has_perm("games.view_report") else 0

    @cached_property
    def parts(self) -> list[Part]:
        locked = [_locked()] if self.user.has_perm("games.view_player") else []
        return [*locked, _backup(self.now), *site_state.parts()]

    @property
    def others(self) -> list[Part]:
        return [part for part in self.parts if part.is_bad]

    @property
    def quiet(self) -> str:
        return ", ".join(part.words for part in self.parts if not part.is_bad)

    @property
    def headline(self) -> str:
        if self.count:
            return f"{self.count} report{pluralize(self.count, ' waits,s wait')}."
        return f"{capfirst(self.others[0].words)}." if self.others else "Nothing waits."


def queue() -> QuerySet[Report]:
    """Return the reports that wait for staff, in the order in which they are looked at."""
    waiting = Report.objects.filter(closed_at=None).order_by("created_at", "pk")
    rows = ("reported", "reporter", "game__x", "game__o", *kinds.rows("game__"))
    return waiting.select_related(*rows)


def age(report: Report, now: datetime) -> str:
    return timesince(report.created_at, now, depth=1)


def _row(report: Report, now: datetime) -> Row:
    picture = describe_game(snapshots.summary(report.game)) if report.game else None
    return Row(report, KINDS[report.kind], age(report, now), picture)


def _locked() -> Part:
    count = Player.objects.filter(LOCKED_OUT).count()
    if not count:
        return Part("nobody is locked out")
    words = f"{count} {pluralize(count, 'person is,people are')} locked out"
    return Part(words, True, reverse("admin:games_player_changelist") + "?kind=locked")


def _backup(now: datetime) -> Part:
    seconds = backups.last_made_at()
    if not seconds:
        return Part("no backup was made yet")
    at = datetime.fromtimestamp(seconds, UTC)
    if now - at > BACKUP_LIFETIME:
        return Part(f"the last backup is {timesince(at, now, depth=1)} old", is_bad=True)
    return Part(f"the last backup was made {naturalday(at)} at {date(localtime(at), 'H:i')}")
