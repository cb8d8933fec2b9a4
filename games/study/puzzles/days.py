from __future__ import annotations

from calendar import MONDAY, Calendar
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop as _

from games.play import errors
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.record import KEPT, RIGHT, SHOWN
from games.web.achievements import Picture

DAY, WEEK = timedelta(days=1), timedelta(days=7)
# What is drawn on the stamps of solved days, and in which ink, one day after the other.
FIGURES = (
    *("M6 6l28 28M34 6L6 34", "M20 4a16 16 0 1 0 .1 0z", "M20 5v30M5 20h30"),
    *("M6 32L20 7l14 25z", "M4 34L34 6M6 22l12 12"),
)
INKS = ("pine", "plum", "red", "walnut", "blue", "plum", "pine", "red")
PENCIL: Picture = (("2.6", "M4 36l3-11L27 5l8 8-20 20zM23 9l8 8"),)
DASH: Picture = (("3", "M12 20h16"),)


class DayState(StrEnum):
    SOLVED = "solved"
    KEPT = "kept"
    MISSED = "missed"
    TODAY = "today"  # and not solved yet
    OTHER = ""  # to come, or before the first day


SQUARES = {DayState.SOLVED: RIGHT, DayState.KEPT: KEPT}  # a white one for all others
WORDS = {
    DayState.SOLVED: lazy("solved"),
    DayState.KEPT: lazy("kept by the pencil"),
    DayState.MISSED: lazy("missed"),
    DayState.TODAY: lazy("today, not solved"),
}


class NoSuchMonth(errors.Refused):
    code = "no_such_month"
    http_status = 404
    message = _("There is nothing of that month. Choose another one.")


class Streak(NamedTuple):
    now: int = 0
    best: int = 0
    kept: frozenset[date] = frozenset()


def streak(solved: Collection[date], today: date) -> Streak:
    # A missed day between two that were solved is kept, once in any seven days: it counts for
    # nothing, and the row goes on. Today can still be solved, so it ends no row.
    now = best = 0
    kept: list[date] = []
    before = date.min
    for day in sorted({*solved, today}):
        missed = day - DAY
        if missed - DAY == before and (not kept or missed - kept[-1] >= WEEK):
            kept.append(missed)
        elif missed != before:
            now = 0
        now += day in solved
        best, before = max(best, now), day
    return Streak(now, best, frozenset(kept))


@dataclass(frozen=True, slots=True)
class Day:
    date: date
    state: DayState
    look: str
    picture: Picture

    @property
    def words(self) -> str:
        return str(WORDS.get(self.state, ""))

    @property
    def puzzle_id(self) -> str:
        return book.of_day(self.date).id


def _drawn(day: date, state: DayState) -> Day:
    number = day.toordinal()
    solved = INKS[number % len(INKS)], (("4.5", FIGURES[number % len(FIGURES)]),)
    looks = {
        DayState.SOLVED: solved,
        DayState.KEPT: ("empty", PENCIL),
        DayState.MISSED: ("bare", DASH),
    }
    return Day(day, state, *looks.get(state, ("next", ())))


@dataclass(frozen=True, slots=True)
class Days:
    solved: frozenset[date]
    today: date

    @classmethod
    def of(cls, attempts: Iterable[PuzzleAttempt], today: date) -> Days:
        return cls(frozenset(day for attempt in attempts for day in attempt.days), today)

    @property
    def streak(self) -> Streak:
        return streak(self.solved, self.today)

    @property
    def first(self) -> date:
        return min(self.solved, default=self.today)

    @property
    def week(self) -> str:
        return "".join(SQUARES.get(day.state, SHOWN) for day in self.latest(WEEK.days))

    @property
    def this_week(self) -> list[Day]:
        monday = self.today - DAY * self.today.weekday()
        return self._days(monday + DAY * number for number in range(WEEK.days))

    def latest(self, count: int) -> list[Day]:
        return self._days(self.today - DAY * ago for ago in reversed(range(count)))

    def month(self, text: str) -> date:
        """Return the first day of the month that a text such as ``2026-11`` names.

        :raises NoSuchMonth: if it is none from the first day solved to this one.
        """
        try:
            first = date.fromisoformat(f"{text}-01")
        except ValueError:
            raise NoSuchMonth from None
        if not self.first.replace(day=1) <= first <= self.today:
            raise NoSuchMonth
        return first

    def weeks(self, first: date) -> list[list[Day]]:
        days = self._days(Calendar(MONDAY).itermonthdates(first.year, first.month))
        return [days[start : start + 7] for start in range(0, len(days), 7)]

    def _days(self, dates: Iterable[date]) -> list[Day]:
        kept = self.streak.kept
        return [_drawn(each, self._state(each, kept)) for each in dates]

    def _state(self, day: date, kept: frozenset[date]) -> DayState:
        if day in self.solved:
            return DayState.SOLVED
        if day in kept:
            return DayState.KEPT
        if day == self.today:
            return DayState.TODAY
        return DayState.MISSED if self.first < day < self.today else DayState.OTHER
