"""All lengths are in cells, from the top left of the board; small boards have a margin each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from games.engine import Variant
from games.presentation.marks import Pieces, pieces_of

View = tuple[float, float, float, float]  # left, top, width, height
Spot = tuple[float, float]  # to the right and down

MARGIN = 0.2  # around each small board
GRID_GAP = 0.06  # between the end of a line and the edge of the board
GRID_BEND = 0.05  # how far the middle of a line is off, as if drawn by hand
STRIKE_REACH = 0.32  # of the stroke through marks, beyond the centres of its outer cells
SMALL_FROM = 5  # columns, from which on cells are small
SMALL_REACH = 0.22  # the same in small cells, whose edges the wide stroke would pass
PIECES_REACH = 0.15  # the same on pieces, where it ends within them
STAR_FROM_EDGE = 3  # cells between the edge of a large board and its outer star points
HOLE = 0.38  # radius of the holes in the frame behind which pieces fall
CORNER = 0.35  # radius of the corners of a frame, and of the wood on which stones are put


class Plan(NamedTuple):
    margin: float
    extent: Spot
    grid: list[str]
    scale: float  # of the grid
    small_grid: list[str]
    stars: list[Spot]
    is_broad: bool  # whether the line that ends a game is one of small boards


@cache
def plan(variant: Variant) -> Plan:
    around = margin(variant)
    return Plan(
        around,
        extent(variant),
        grid(variant),
        variant.run + 2 * around if around else 1,
        inner_lines(variant.run, variant.run),
        stars(variant),
        is_broad(variant),
    )


def margin(variant: Variant) -> float:
    return MARGIN if len(variant.boards) > 1 else 0


def spot(variant: Variant, cell: int) -> Spot:
    (column, row), around = variant.place(cell), margin(variant)
    if not around:
        return column, row
    side = variant.run  # of a small board
    return (
        round(column + around * (2 * (column // side) + 1), 2),
        round(row + around * (2 * (row // side) + 1), 2),
    )


def extent(variant: Variant) -> Spot:
    (x, y), around = spot(variant, variant.size - 1), margin(variant)
    return round(x + 1 + around, 2), round(y + 1 + around, 2)


def grid(variant: Variant) -> list[str]:
    pieces = pieces_of(variant)
    if pieces is Pieces.DISCS:
        return []
    if margin(variant):
        # Between small boards, in their size, if they are the cells of a larger board.
        return inner_lines(variant.run, variant.run) if is_broad(variant) else []
    lines = crossings if pieces is Pieces.STONES else inner_lines
    return lines(variant.width, variant.height)


def stars(variant: Variant) -> list[Spot]:
    if pieces_of(variant) is not Pieces.STONES:
        return []
    xs, ys = _star_lines(variant.width), _star_lines(variant.height)
    return [(x, y) for x in xs for y in ys if (x == xs[1]) == (y == ys[1])]


def frame(variant: Variant, view: View) -> str:
    pieces = pieces_of(variant)
    if pieces is not Pieces.DISCS:
        return panel(view) if pieces is Pieces.STONES else ""
    places = map(variant.place, range(variant.size))
    holes = (_hole(column + 0.5, row + 0.5) for column, row in places)
    return panel((0, 0, variant.width, variant.height)) + "".join(holes)


def is_broad(variant: Variant) -> bool:
    return variant.rules.leads_to(0) is not None


def inner_lines(width: int, height: int) -> list[str]:
    gap = GRID_GAP
    return [
        *(f"M{x} {gap}Q{x + _bend(x)} {height / 2} {x} {height - gap}" for x in range(1, width)),
        *(f"M{gap} {y}Q{width / 2} {y - _bend(y)} {width - gap} {y}" for y in range(1, height)),
    ]


def crossings(width: int, height: int) -> list[str]:
    right, bottom = width - 0.5, height - 0.5
    return [
        *(f"M{x + 0.5} 0.5V{bottom}" for x in range(width)),
        *(f"M0.5 {y + 0.5}H{right}" for y in range(height)),
    ]


def panel(view: View) -> str:
    left, top, width, height = view
    across, down = width - 2 * CORNER, height - 2 * CORNER
    return (
        f"M{left + CORNER:g} {top}h{across:g}q{CORNER} 0 {CORNER} {CORNER}"
        f"v{down:g}q0 {CORNER} -{CORNER} {CORNER}h-{across:g}q-{CORNER} 0 -{CORNER} -{CORNER}"
        f"v-{down:g}q0 -{CORNER} {CORNER} -{CORNER}Z"
    )


def reach(variant: Variant) -> float:
    if not pieces_of(variant).is_pen:
        return PIECES_REACH
    is_small = variant.width >= SMALL_FROM and not is_broad(variant)
    return SMALL_REACH if is_small else STRIKE_REACH


def strike(variant: Variant, line: Sequence[int]) -> str:
    """Return the stroke of the pen through a line that ended a game, "" for no line.

    It is bent to one side, and then to the other, as far as it reaches beyond the line.
    """
    if not line:
        return ""
    (x1, y1), (x2, y2) = spot(variant, line[0]), spot(variant, line[-1])
    step = max(abs(x2 - x1), abs(y2 - y1)) / max(1, len(line) - 1)
    beyond = reach(variant) * step
    right, down = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)

    def along(part: float, side: int) -> str:
        x = x1 + 0.5 - right * beyond + part * (x2 - x1 + 2 * right * beyond)
        y = y1 + 0.5 - down * beyond + part * (y2 - y1 + 2 * down * beyond)
        return f"{x + side * down * beyond:.2f} {y - side * right * beyond:.2f}"

    return f"M{along(0, 0)}C{along(1 / 3, 1)} {along(2 / 3, -1)} {along(1, 0)}"


def band(variant: Variant, line: Sequence[int]) -> str:
    (x1, y1), (x2, y2) = spot(variant, line[0]), spot(variant, line[-1])
    return f"M{x1 + 0.5:g} {y1 + 0.5:g}L{x2 + 0.5:g} {y2 + 0.5:g}"


def shaking(variant: Variant, marks: Sequence[str], last: int | None) -> list[int]:
    """Return the last cell marked and the nearest one of the other side, from left to right."""
    if last is None:
        return []

    def distance(cell: int) -> tuple[int, int, int]:
        (x1, y1), (x2, y2) = variant.place(last), variant.place(cell)
        return (x2 - x1) ** 2 + (y2 - y1) ** 2, abs(y2 - y1), cell

    others = [cell for cell, mark in enumerate(marks) if mark and mark != marks[last]]
    return sorted([last, min(others, key=distance)], key=variant.place) if others else []


def hands(variant: Variant, pair: Sequence[int]) -> str:
    if not pair:
        return ""
    (x1, y1), (x2, y2) = (spot(variant, cell) for cell in pair)
    angle, length = math.degrees(math.atan2(y2 - y1, x2 - x1)), math.hypot(x2 - x1, y2 - y1)
    middle = f"{(x1 + x2 + 1) / 2:g} {(y1 + y2 + 1) / 2:g}"
    return f"translate({middle}) rotate({angle:.1f}) scale({length:.2f})"


def polyline(points: Iterable[Spot]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _star_lines(side: int) -> tuple[float, float, float]:
    return STAR_FROM_EDGE + 0.5, side / 2, side - STAR_FROM_EDGE - 0.5


def _hole(x: float, y: float) -> str:
    return (
        f"M{x - HOLE:.2f} {y}a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0 -{2 * HOLE} 0Z"
    )


def _bend(line: int) -> float:
    return GRID_BEND if line % 2 else -GRID_BEND
