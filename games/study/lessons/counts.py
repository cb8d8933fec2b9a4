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

from games.engine import CLASSIC, Board, Mark, canonical, moves_to, play_moves, read_moves
from games.engine.perft import count_games, layers
from games.presentation.stepper import line_of_play
from games.study.lessons.exercises import best_line, class_layers
from games.study.lessons.questions import ChosenMoves
from games.study.lessons.requests import stepper

CHART_HEIGHT, BAR, GAP = 50, 14, 6  # in units of the chart


@dataclass(frozen=True, slots=True)
class LengthCount:
    """For one length: its positions, its move sequences, and the results of games that end."""

    moves: int
    positions: int
    ways: int
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
    """The bar of a chart for the games of one length."""

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


@cache
def questions() -> list[ChosenMoves]:
    return [_to_the_shortest(), _to_the_longest()]


def _to_the_shortest() -> ChosenMoves:
    *moves, last = shortest_game()
    return ChosenMoves(
        CLASSIC,
        tuple(moves),
        _("No game is over before its fifth move. Where does X end this one?"),
        _("So it is one of the %(games)s shortest games."),
        _("The game goes on after %(cell)s, so it is none of the shortest."),
        {"games": _games_of(len(moves) + 1)},
        frozenset({last}),
    )


def _to_the_longest() -> ChosenMoves:
    moves = read_moves("a3-b3-c3-a2-c2-b2-a1", CLASSIC)
    before = play_moves(Board(), moves)
    return ChosenMoves(
        CLASSIC,
        moves,
        _("Where does O play, so that all nine squares are filled?"),
        _("Nine moves, as in %(games)s games. Half of all games last that long."),
        _("%(cell)s ends the game before all squares are full."),
        {"games": _games_of(CLASSIC.size)},
        frozenset(c for c in before.legal_moves() if not before.play(c).outcome()),
    )


def _games_of(length: int) -> str:
    """Return how many games have this length, written in the language in which it is shown."""
    written: str = lazy(number_format, str)(count_rows()[length].games, force_grouping=True)
    return written


def context(request: HttpRequest) -> dict[str, Any]:
    rows = count_rows()
    steps = line_of_play(CLASSIC, (), shortest_game())
    return {
        "rows": rows,
        "games": sum(row.games for row in rows),
        "x_wins": sum(row.x for row in rows),
        "o_wins": sum(row.o for row in rows),
        "draws": sum(row.draws for row in rows),
        "up_to_symmetry": games_up_to_symmetry(),
        "chart": chart(rows),
        "shortest": next(row for row in rows if row.games),
        "stepper": stepper(request, "line", steps),
    }


@cache
def count_rows() -> list[LengthCount]:
    found = list(layers(CLASSIC))
    games = count_games(found)
    return [
        LengthCount(
            ply,
            len(layer),
            layer.total(),
            games[ply, Mark.X],
            games[ply, Mark.O],
            games[ply, None],
        )
        for ply, layer in enumerate(found)
    ]


@cache
def games_up_to_symmetry() -> int:
    return count_games(layers(CLASSIC, canonical)).total()


def shortest_game() -> tuple[int, ...]:
    boards = (board for layer in class_layers(CLASSIC) for board in layer if board.legal_moves())
    board, line = next((b, line) for b in boards if len(line := best_line(b)) == 1)
    return (*moves_to(board), *line)


def chart(rows: list[LengthCount]) -> list[Bar]:
    lengths = [row for row in rows if row.games]
    unit = CHART_HEIGHT / max(row.games for row in lengths)
    return [
        Bar(row, number * (BAR + GAP), list(_parts(row, unit)))
        for number, row in enumerate(lengths)
    ]


def _parts(row: LengthCount, unit: float) -> Iterator[Part]:
    """Yield the parts of a bar from the bottom up."""
    games = 0
    for result, count in (("draw", row.draws), ("o", row.o), ("x", row.x)):
        games += count
        yield Part(result, round(CHART_HEIGHT - games * unit, 2), round(count * unit, 2))
