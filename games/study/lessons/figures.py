from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.utils.formats import number_format

from games.ai.line_tables import parity_cells
from games.engine import BOARDS, CLASSIC, Board, Mark, canonical, images, moves_to, symmetries
from games.engine.perft import layers
from games.presentation.cells import spoken
from games.presentation.description import Drawing, describe
from games.presentation.sides import side
from games.presentation.stepper import Stepper, line_of_play
from games.study.lessons.exercises import (
    LengthCount,
    Mistake,
    class_layers,
    games_by_length,
    games_up_to_symmetry,
    mistakes_in,
)

CHART_HEIGHT, BAR, GAP = 50, 14, 6  # in units of the chart
MOVES = range(2, CLASSIC.size)  # at the first and at the last move there is no mistake
PAGE = 30  # pictures: rows of 6 on a phone, of 10 on a desktop
CONNECT_FOUR = BOARDS["connect-four"].variant


@dataclass(frozen=True, slots=True)
class BarPart:
    result: str
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    row: LengthCount
    x: int
    parts: list[BarPart]
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


def games(_request: HttpRequest) -> dict[str, Any]:
    rows = games_by_length()
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


def chart(rows: list[LengthCount]) -> list[Bar]:
    lengths = [row for row in rows if row.games]
    unit = CHART_HEIGHT / max(row.games for row in lengths)
    return [
        Bar(row, number * (BAR + GAP), list(_parts(row, unit)))
        for number, row in enumerate(lengths)
    ]


def _parts(row: LengthCount, unit: float) -> Iterator[BarPart]:
    games = 0
    for result, count in (("draw", row.draws), ("o", row.o), ("x", row.x)):
        games += count
        yield BarPart(result, round(CHART_HEIGHT - games * unit, 2), round(count * unit, 2))


def mistakes(request: HttpRequest) -> dict[str, Any]:
    move = chosen_number(request, "move", MOVES, MOVES[0])
    found = mistakes_at(move)
    number = chosen_number(request, "number", range(1, len(found) + 1), 1)
    mistake = found[number - 1]
    steps = line_of_play(CLASSIC, moves_to(mistake.board), (mistake.cell, *mistake.line))
    step = chosen_number(request, "line", range(len(steps)), 0)
    page = Paginator(found, PAGE).page((number - 1) // PAGE + 1)
    return {
        "moves": [(each, Mark.of_ply(each - 1)) for each in MOVES],
        "move": move,
        "number": number,
        "gallery": page,
        "pictures": [*map(_picture, range(page.start_index(), page.end_index() + 1), page)],
        "stepper": Stepper("line", steps, step, f"?move={move}&number={number}&line="),
    }


@cache
def mistakes_at(move: int) -> list[Mistake]:
    layer = class_layers(CLASSIC)[move - 1]
    return [m for board in layer for m in mistakes_in(board) if isinstance(m, Mistake)]


def _picture(number: int, mistake: Mistake) -> dict[str, Any]:
    drawing, cell = describe(mistake.board, best=[mistake.cell]), CLASSIC.cell_name(mistake.cell)
    label = f"{drawing.words}: {mistake.mark} {spoken(cell)}"
    return {"number": number, "drawing": drawing, "label": label}


def parity(_request: HttpRequest) -> dict[str, Any]:
    x_cells, _ = parity_cells(CONNECT_FOUR)
    return {
        "ruled": Drawing(Board(CONNECT_FOUR, x_cells, CONNECT_FOUR.full & ~x_cells)),
        "x": side(Mark.X, CONNECT_FOUR),
        "o": side(Mark.O, CONNECT_FOUR),
        "rows": range(CONNECT_FOUR.height, 0, -1),
    }


def symmetry(_request: HttpRequest) -> dict[str, Any]:
    return {
        "images": [(describe(board), board == canonical(board)) for board in images(example())],
        "positions": _positions(),
        "classes": sum(map(len, class_layers(CLASSIC))),
    }


@cache
def example() -> Board:
    """Return the first board whose images under all symmetries differ."""
    boards = (board for layer in class_layers(CLASSIC) for board in layer)
    return next(b for b in boards if len(set(images(b))) == len(symmetries(CLASSIC)))


@cache
def _positions() -> int:
    return sum(map(len, layers(CLASSIC)))


FIGURES = {"games": games, "mistakes": mistakes, "parity": parity, "symmetry": symmetry}  # by slug


def chosen(request: HttpRequest, name: str, offered: Collection[str], default: str) -> str:
    value = request.GET.get(name, default)
    if value not in offered:
        raise Http404
    return value


def chosen_number(request: HttpRequest, name: str, numbers: range, default: int) -> int:
    return int(chosen(request, name, set(map(str, numbers)), str(default)))
