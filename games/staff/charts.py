"""The charts of the admin's start page: what was played on the whole site lately."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.humanize.templatetags.humanize import intcomma
from django.template.defaultfilters import pluralize
from django.utils.formats import date_format
from django.utils.timezone import localdate, make_aware

from games.engine import BOARDS, CLASSIC, Mark
from games.people.profiles.figures import Row, by_board
from games.people.profiles.history import DRAWN
from games.presentation import board_wording, charts
from games.presentation.sides import side
from games.staff import statistics

DAYS = 30
VARIANTS = {board_wording.board(board.variant): board.variant for board in BOARDS.values()}
BOARD_RESULTS = ("X", DRAWN, "O")
# The height of the chart of days, the top of its longest stroke, and the foot of all strokes, which
# have round ends.
HEIGHT, TOP, GROUND = 100, 4, 96


class Day(NamedTuple):
    date: date
    games: int
    path: str


@dataclass(frozen=True, slots=True)
class Daily:
    """The chart of days, in which each day is 1 wide; the page may stretch it."""

    days: list[Day]
    most: int
    width: int = DAYS
    height: int = HEIGHT
    top: int = TOP

    @property
    def words(self) -> str:
        games, today = sum(day.games for day in self.days), self.days[-1].games
        words = f"{_games(games)} in {len(self.days)} days, {intcomma(today)} of them today."
        if today == self.most:
            return words
        best = next(day for day in self.days if day.games == self.most)
        day = date_format(best.date, "MONTH_DAY_FORMAT")
        return f"{words} Most, {intcomma(self.most)}, on {day}."


def read(now: datetime) -> dict[str, Any]:
    midnights = _midnights(localdate(now))
    boards = statistics.results_by_board(midnights[0])
    levels = statistics.results_by_level(midnights[0])
    return {
        "daily": daily(now),
        "boards": [_with_sides(row) for row in by_board(boards, BOARD_RESULTS).values()],
        "levels": statistics.by_level(levels),
    }


def _with_sides(row: Row) -> Row:
    sides = [side(mark, VARIANTS.get(row.name, CLASSIC)) for mark in Mark]
    return row._replace(name=f"{row.name}, {' v '.join(sides)}")


def _midnights(today: date) -> list[datetime]:
    days = (today + timedelta(days=number) for number in range(1 - DAYS, 2))
    return [make_aware(datetime(day.year, day.month, day.day)) for day in days]


def daily(now: datetime) -> Daily:
    midnights = _midnights(localdate(now))
    counts = statistics.begun_between(midnights)
    most = max(counts)
    days = [
        Day(midnight.date(), games, _path(number, games / most) if games else "")
        for number, (midnight, games) in enumerate(zip(midnights, counts, strict=False))
    ]
    return Daily(days, most)


def _path(number: int, share: float) -> str:
    return charts.stroke(number, number + 0.5, GROUND, (GROUND - TOP) * share, lean=0.04)


def _games(count: int) -> str:
    return f"{intcomma(count) if count else 'No'} game{pluralize(count)}"
