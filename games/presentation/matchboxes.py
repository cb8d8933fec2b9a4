"""The boxes of the machine that learns, and its results, as its page draws them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import ngettext

from games.ai.menace import Beads
from games.engine import Board, canonical, canonical_moves, write_moves
from games.presentation.drawing import Cell, Drawing, draw_marks

LARGEST, SMALLEST = 0.4, 0.17  # radius of the beads on the board, in cells
TRAY_BEADS = 60  # that are drawn in the tray; if there are more, each stands for several
TRAY_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Move:
    """What one colour of beads stands for: a move, in any of the cells where it is the same."""

    colour: int  # from 1
    cells: tuple[str, ...]  # their names
    beads: int
    share: float  # of all beads in the box

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def radius(self) -> float:
        """The radius of its bead on the board, whose area is as large as its share."""
        return round(max(SMALLEST, LARGEST * sqrt(self.share)), 3)


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the board on the page; ``moves`` leads to the position after a move there."""

    cell: Cell
    moves: str = ""
    move: Move | None = None

    @property
    def label(self) -> str:
        if self.move is None:
            return self.cell.label
        beads = ngettext("%(count)s bead", "%(count)s beads", self.move.beads)
        return f"{self.cell.label}, {beads % {'count': self.move.beads}}"


@dataclass(frozen=True, slots=True)
class Bead:
    """A bead in the tray of a box; its place is counted in beads from the lower left corner."""

    colour: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A position on the board, with the beads in its box; ``moves`` is empty if it has none."""

    drawing: Drawing
    label: Drawing  # the position as it is drawn on the box
    places: tuple[Place, ...]
    moves: tuple[Move, ...]

    @property
    def beads(self) -> int:
        return sum(move.beads for move in self.moves)

    @property
    def tray(self) -> Iterator[Bead]:
        """The beads as they lie in the tray, the colours mixed."""
        return map(_in_tray, *zip(*enumerate(_mixed(self.moves)), strict=True))


def open_box(board: Board, made: tuple[int, ...], beads: Beads) -> Box:
    """Return the box of a board, on which the moves ``made`` have led, with these beads in it."""
    moves = _moves(board, beads) if beads else {}
    kinds = canonical_moves(board)
    drawing = draw(board, made)
    places = (
        Place(cell, write_moves((*made, cell.number), board.variant), moves.get(kinds[cell.number]))
        if cell.number in kinds
        else Place(cell)
        for cell in drawing.cells
    )
    label = draw(canonical(board))
    return Box(drawing, label, tuple(places), tuple(moves.values()))


def draw(board: Board, made: tuple[int, ...] = ()) -> Drawing:
    """Draw a board, on which the moves ``made`` have led."""
    marks = [board.mark_at(cell) or "" for cell in range(board.variant.size)]
    outcome = board.outcome()
    last, line = made[-1] if made else None, outcome.line if outcome else ()
    return draw_marks(board.variant, marks, last, line)


def _moves(board: Board, beads: Beads) -> dict[int, Move]:
    """Return the moves by their cell on the canonical board, in the order of the board's cells."""
    kinds = canonical_moves(board)
    total = sum(beads.values())
    cells: dict[int, list[str]] = {}
    for cell, kind in kinds.items():
        cells.setdefault(kind, []).append(board.variant.cell_name(cell))
    return {
        kind: Move(colour, tuple(names), beads[kind], beads[kind] / total)
        for colour, (kind, names) in enumerate(cells.items(), 1)
    }


def _mixed(moves: tuple[Move, ...]) -> list[int]:
    """Return the colours of the beads in the tray, each spread over all of it."""
    total = sum(move.beads for move in moves)
    scale = max(1.0, total / TRAY_BEADS)
    shown = [(move.colour, -(-move.beads // scale)) for move in moves if move.beads]
    places = [
        ((number + 0.5) / count, colour) for colour, count in shown for number in range(int(count))
    ]
    return [colour for _, colour in sorted(places)]


def _in_tray(number: int, colour: int) -> Bead:
    row, column = divmod(number, TRAY_COLUMNS)
    # Each row lies in the gaps of the one below. Steps of the golden ratio never repeat themselves,
    # so that no two beads look laid out.
    right, up = number * 0.618 % 1 - 0.5, number * 0.382 % 1 - 0.5
    return Bead(colour, round(column + row % 2 / 2 + right / 4, 2), round(row * 0.87 + up / 5, 2))
