"""What staff may do about a report, why they do it, and what is at hand for which reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.http import QueryDict

from games.models import HiddenName, texts
from games.people.accounts.services import lock
from games.people.moderation import services
from games.people.moderation.models import Block, Report
from games.play.errors import Refused
from games.staff.accounts import LOCK, SILENCE, SILENCE_DAYS, is_silenced
from games.staff.actions import HIDE_NAME

MOST_WORDS = 200  # characters of a reason
MOST_DAYS = 366  # of a lock

# The reasons that are at hand, with the decision that each is for.
REASONS = {
    "Rude": "silence",
    "Threat": "silence",
    "Name": "hide",
    "Keeps others waiting": "apart",
    "Nothing wrong": "dismiss",
}
# The decision that each kind of report begins with.
FIRST = {
    Report.Kind.NAME: "hide",
    Report.Kind.SAID: "silence",
    Report.Kind.STALLING: "apart",
    Report.Kind.OTHER: "silence",
}


class NoReason(Refused):
    code = "no_reason"
    http_status = 400
    message = "Say why in a few words; they are kept in the log."


class NoDays(Refused):
    code = "no_days"
    http_status = 400
    message = f"Say for how many days, from 1 to {MOST_DAYS}."


class Decision(NamedTuple):
    """Something that staff may do. ``done`` is what the log says, which has no names."""

    title: str
    done: str
    permission: str
    applies: Callable[[Report], bool]
    make: Callable[[Report, int], object]


def _hide(report: Report, _days: int) -> None:
    if report.reported.name == report.name:
        HIDE_NAME.make(report.reported)
    else:
        HiddenName.objects.hide(report.name)


def _may_be_kept_apart(report: Report) -> bool:
    blocks = Block.objects.filter(blocker=report.reporter, blocked=report.reported)
    return is_silenced(report.reported) is not None and not blocks.filter(by_staff=True).exists()


DECISIONS = {
    "silence": Decision(
        f"Silence for {SILENCE_DAYS} days",
        f"Silenced for {SILENCE_DAYS} days",
        "games.change_player",
        lambda report: SILENCE.applies(report.reported),
        lambda report, _days: SILENCE.make(report.reported),
    ),
    "hide": Decision(
        "Hide the name",
        "Hid the name",
        "games.change_player",
        lambda report: HIDE_NAME.applies(report.reported),
        _hide,
    ),
    "apart": Decision(
        "Keep the two apart",
        "Keeps the two apart",
        "games.change_report",
        _may_be_kept_apart,
        lambda report, _days: services.keep_apart(report),
    ),
    "lock": Decision(
        "Lock for",
        "Locked out for {days} days",
        "games.change_player",
        lambda report: LOCK.applies(report.reported),
        lambda report, days: lock(report.reported, days),
    ),
    "dismiss": Decision(
        "Dismiss",
        "Dismissed the report",
        "games.change_report",
        lambda report: report.closed_at is None,
        lambda report, _days: None,
    ),
}


def reason_in(form: QueryDict) -> str:
    """Return the reason in a form, in own words if there are some.

    :raises NoReason: if there is none.
    """
    said = form.get("own", "").strip() or form.get("reason", "")
    if reason := texts.cut(said, MOST_WORDS):
        return reason
    raise NoReason


def days_in(form: QueryDict) -> int:
    """Return the days in a form.

    :raises NoDays: if that is no number of days.
    """
    days = form.get("days", str(SILENCE_DAYS))
    if not (days.isascii() and days.isdigit() and 1 <= int(days[:9]) <= MOST_DAYS):
        raise NoDays
    return int(days)
