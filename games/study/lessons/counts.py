"""The lesson on how many games there are, by length and result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext_noop as _

from games.engine import CLASSIC, Mark, canonical, symmetries
from games.engine.perft import count_games, layers
from games.study.lessons.questions import Question

CHART_HEIGHT, BAR, GAP = 50, 14, 6  # in units of the chart


@dataclass(frozen=True, slots=True)
class LengthCount:
    moves: int
    x: int
    o: int
    draws: int

    @property
    def games(self) -> int:
        return self.x + self.o + self.draws


@dataclass(frozen=True, slots=True)
class Part:
    result: str
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    row: LengthCount
    x: int
    parts: list[Part]
    width: int = BAR

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def count(self) -> str:
        return number_format(self.row.games, force_grouping=True)

    @property
    def top(self) -> float:
        return self.parts[-1].y


def _games(length: int) -> dict[str, str]:
    def written() -> str:
        return number_format(count_rows()[length].games, force_grouping=True)

    return {"games": lazy(written, str)()}


def _end(played: str, cells: str, asked: str, because: str) -> Question:
    length = len(played.split("-")) + 1
    otherwise = _("The game goes on after %(cell)s.")
    return Question("classic", played, asked, because, cells, otherwise, _games(length))


QUESTIONS = [
    _end(
        "a3-b3-a2-c3",
        "a1",
        _("No game is over before its fifth move. Where does X end this one?"),
        _("So it is one of the %(games)s shortest games."),
    ),
    _end(
        "b1-b2-a1-c1-c3",
        "a3",
        _("Where does O end the game with the sixth move?"),
        _("One of %(games)s games. All of six moves are won by O, who makes the last one."),
    ),
    _end(
        "a3-a2-b3-c3-b2-c2",
        "b1-c1",
        _("X can end this game with the seventh move. Where?"),
        _("One of %(games)s games of seven moves."),
    ),
    _end(
        "b3-c1-b1-c3-a1-b2-c2",
        "a3",
        _("One square wins for O, and it is the eighth move. Which?"),
        _("One of %(games)s games of eight moves."),
    ),
    Question(
        "classic",
        "a3-b3-c3-a2-c2-b2-a1",
        _("Where does O play, so that all nine squares are filled?"),
        _("Nine moves, as in %(games)s games. Half of all games last that long."),
        "c1",
        _("%(cell)s ends the game before all squares are full."),
        _games(9),
    ),
]


def figure(_request: HttpRequest) -> dict[str, Any]:
    rows = count_rows()
    # No game is its own image, so each has as many images as there are symmetries.
    return {
        "games": sum(row.games for row in rows),
        "x_wins": sum(row.x for row in rows),
        "o_wins": sum(row.o for row in rows),
        "draws": sum(row.draws for row in rows),
        "images": sum(row.games for row in rows) // len(symmetries(CLASSIC)),
        "up_to_symmetry": games_up_to_symmetry(),
        "chart": chart(rows),
    }


@cache
def count_rows() -> list[LengthCount]:
    games = count_games(layers(CLASSIC))
    return [
        LengthCount(ply, games[ply, Mark.X], games[ply, Mark.O], games[ply, None])
        for ply in range(CLASSIC.size + 1)
    ]


@cache
def games_up_to_symmetry() -> int:
    return count_games(layers(CLASSIC, canonical)).total()


def chart(rows: list[LengthCount]) -> list[Bar]:
    lengths = [row for row in rows if row.games]
    unit = CHART_HEIGHT / max(row.games for row in lengths)
    return [
        Bar(row, number * (BAR + GAP), list(_parts(row, unit)))
        for number, row in enumerate(lengths)
    ]


def _parts(row: LengthCount, unit: float) -> Iterator[Part]:
    games = 0
    for result, count in (("draw", row.draws), ("o", row.o), ("x", row.x)):
        games += count
        yield Part(result, round(CHART_HEIGHT - games * unit, 2), round(count * unit, 2))
