from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import ngettext

from games.engine import Board, canonical, canonical_moves, write_moves
from games.presentation.cells import Cell
from games.presentation.description import Drawing, describe
from games.study.menace.learner import Beads

LARGEST, SMALLEST = 0.4, 0.17  # radius of the beads on the board, in cells
TRAY_BEADS = 60  # drawn in the tray; if the box has more, each stands for several
TRAY_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class BeadMove:
    colour: int  # from 1
    cells: tuple[str, ...]  # their names
    beads: int
    share: float  # of all beads in the box

    @property
    def radius(self) -> float:
        return round(max(SMALLEST, LARGEST * sqrt(self.share)), 3)


@dataclass(frozen=True, slots=True)
class BoxCell:
    cell: Cell
    moves: str = ""
    choice: BeadMove | None = None
    is_repeated: bool = False  # whether another cell shows the beads of the same move

    @property
    def label(self) -> str:
        if self.choice is None:
            return self.cell.label
        beads = ngettext("%(count)s bead", "%(count)s beads", self.choice.beads)
        return f"{self.cell.label}, {beads % {'count': self.choice.beads}}"


@dataclass(frozen=True, slots=True)
class Bead:
    colour: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    drawing: Drawing
    label: Drawing  # the position as it is drawn on the box
    places: tuple[BoxCell, ...]
    choices: tuple[BeadMove, ...]

    @property
    def beads(self) -> int:
        return sum(choice.beads for choice in self.choices)

    @property
    def tray(self) -> Iterator[Bead]:
        return map(_in_tray, *zip(*enumerate(_mixed(self.choices)), strict=True))


def open_box(board: Board, made: tuple[int, ...], beads: Beads) -> Box:
    choices = _choices(board, beads) if beads else {}
    kinds = canonical_moves(board)
    firsts = {kind: cell for cell, kind in reversed(kinds.items())}

    def place(cell: Cell) -> BoxCell:
        if cell.number not in kinds:
            return BoxCell(cell)
        moves = write_moves((*made, cell.number), board.variant)
        kind = kinds[cell.number]
        return BoxCell(cell, moves, choices.get(kind), is_repeated=cell.number != firsts[kind])

    drawing = describe(board, made)
    label = describe(canonical(board))
    return Box(drawing, label, tuple(map(place, drawing.cells)), tuple(choices.values()))


def _choices(board: Board, beads: Beads) -> dict[int, BeadMove]:
    kinds = canonical_moves(board)
    total = sum(beads.values())
    cells: dict[int, list[str]] = {}
    for cell, kind in kinds.items():
        cells.setdefault(kind, []).append(board.variant.cell_name(cell))
    return {
        kind: BeadMove(colour, tuple(names), beads[kind], beads[kind] / total)
        for colour, (kind, names) in enumerate(cells.items(), 1)
    }


def _mixed(choices: tuple[BeadMove, ...]) -> list[int]:
    total = sum(choice.beads for choice in choices)
    scale = max(1.0, total / TRAY_BEADS)
    shown = [(each.colour, -(-each.beads // scale)) for each in choices if each.beads]
    places = [
        ((number + 0.5) / count, colour) for colour, count in shown for number in range(int(count))
    ]
    return [colour for _, colour in sorted(places)]


def _in_tray(number: int, colour: int) -> Bead:
    row, column = divmod(number, TRAY_COLUMNS)
    # Each row lies in the gaps of the row below. Steps of the golden ratio never repeat, so that
    # the beads look thrown in and not laid out.
    right, up = number * 0.618 % 1 - 0.5, number * 0.382 % 1 - 0.5
    return Bead(colour, round(column + row % 2 / 2 + right / 4, 2), round(row * 0.87 + up / 5, 2))
