from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import Board, Variant
from games.presentation import geometry
from games.presentation.marks import SHAPES, Pieces, Shape, look, pieces_of
from games.presentation.sides import with_pieces
from games.protocol import HintInWords, VerdictInWords


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    name: str  # such as b2
    column: int
    row: int
    pieces: Pieces
    x: float = 0  # of its left side in a picture
    y: float = 0  # of its upper side
    leads_to: int | None = None  # the small board to which a move here leads
    mark: str = ""  # "X", "O" or "" for an empty cell
    is_last: bool = False
    # From 1, in the line that ended the game, or of the two that shake hands after a draw; else 0.
    line_place: int = 0
    target: int | None = None  # the cell that a press on this one plays, None for no move
    verdict: VerdictInWords | None = None  # a hint's verdict of that move
    is_best: bool = False  # whether a hint or a lesson recommends this cell
    is_tried: bool = False  # whether this cell was answered, wrongly
    is_refutation: bool = False  # whether the other side would answer here
    leads_to_best: bool = False  # whether a press on this cell plays what a hint recommends
    threat: str = ""  # the marks that would complete a line here: "X", "O" or "XO"
    address: str = ""  # the query to which a press on this cell leads, where it is a link
    sends: str = ""  # what such a move, if it may be made, does to the other side

    @property
    def look(self) -> int:
        return look(self.pieces, self.column, self.row)

    @property
    def shape_svg(self) -> SafeString:
        return shape_svg(SHAPES[self.pieces][self.mark][self.look])

    @property
    def has_sign(self) -> bool:
        is_known = self.verdict and self.verdict["value"] != "unknown"
        return bool(is_known and not self.is_tried and self.target == self.number)

    @property
    def side(self) -> str:
        is_named = self.mark and self.pieces is not Pieces.SHARED_MARKS
        return with_pieces(self.mark, self.pieces) if is_named else self.mark

    @property
    def label(self) -> str:
        label = f"{spoken(self.name)}, {self.side or _('empty')}"
        label = f"{label}: {self.verdict['words']}" if self.verdict else label
        label = f"{label}, {_('recommended')}" if self.leads_to_best else label
        return f"{label}. {self.sends}" if self.sends else label


def spoken(cell_name: str) -> str:
    """Return ``b 2`` for screen readers, since ``b2`` may sound like a word."""
    return f"{cell_name[0]} {cell_name[1:]}"


@cache
def empty_cells(variant: Variant) -> list[Cell]:
    return [
        Cell(
            number,
            variant.cell_name(number),
            *variant.place(number),
            pieces_of(variant),
            *geometry.spot(variant, number),
            leads_to=variant.rules.leads_to(number),
        )
        for number in range(variant.size)
    ]


def targets_of(board: Board) -> list[int | None]:
    """Return for each cell the cell that a press on it plays, None for no move."""
    legal, landing = set(board.legal_moves()), board.landing()
    cells = range(board.variant.size)
    if landing:
        return [landing[board.variant.place(cell)[0]] for cell in cells]
    return [cell if cell in legal else None for cell in cells]


def hinted(board: Board, hint: HintInWords) -> Mapping[int, Mapping[str, Any]]:
    return {
        cell: {
            "verdict": hint["verdicts"].get(str(target)),
            "is_best": cell == hint["best"][0],
            "leads_to_best": target in hint["best"],
        }
        for cell, target in enumerate(targets_of(board))
    }


@cache
def shape_svg(shape: Shape) -> SafeString:
    return render_to_string("web/_shape.html", {"shape": shape})
