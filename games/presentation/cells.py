from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, TypedDict

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine import Board, Variant
from games.presentation import geometry
from games.presentation.marks import SHAPES, Pieces, Shape, look, pieces_of
from games.presentation.sides import with_pieces
from games.protocol import ClosedBoard, HintInWords, VerdictInWords


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
    walked: int = 0  # from 1, the place in a line that might have been played; else 0
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


class SmallBoards(TypedDict):
    playable: list[int] | None
    closed: list[ClosedBoard]
    target: int | None


@dataclass(frozen=True, slots=True)
class SmallBoard:
    number: int
    name: str  # in a sentence, such as upper left board
    rows: list[list[Cell]]
    is_closed: bool = False
    mark: str = ""  # that has won it
    strike: str = ""  # through the line that closed it if nobody has won it
    is_open: bool = True  # whether the next move may be made here
    is_target: bool = False  # whether it must be
    is_choice: bool = False  # whether it is one of those that the person who looks may choose

    @property
    def first(self) -> Cell:
        return self.rows[0][0]

    @property
    def marked(self) -> list[Cell]:
        return [cell for row in self.rows for cell in row if cell.mark]

    @property
    def look(self) -> int:
        return look(self.first.pieces, self.number, 0)

    @property
    def shape_svg(self) -> SafeString:
        return shape_svg(SHAPES[self.first.pieces][self.mark][self.look])

    @property
    def label(self) -> str:
        if self.mark:
            state = _("won by %(mark)s") % {"mark": self.mark}
        elif self.is_closed:
            state = _("closed") if self.strike else _("full")
        else:
            state = _("play here") if self.is_target or self.is_choice else ""
        return ", ".join(filter(None, (capfirst(self.name), state)))


def small_boards(board: Board, moves: Sequence[int] = ()) -> SmallBoards:
    if not board.variant.is_divided:
        return {"playable": None, "closed": [], "target": None}
    legal = board.legal_moves()
    is_free = len(legal) == board.variant.size - board.ply
    return {
        "playable": None if is_free else list(legal),
        "closed": _closed(board, moves),
        "target": board.target() if legal else None,
    }


def targets(
    variant: Variant, moves: Sequence[int], closed: Sequence[ClosedBoard]
) -> list[int | None]:
    """Return for each ply the small board on which the next move had to be made, None for any."""
    if not variant.rules.remembers_last:
        return []
    closed_at: dict[int | None, int] = {each["board"]: each["ply"] for each in closed}
    cells = empty_cells(variant)
    led_to = enumerate((cells[cell].leads_to for cell in moves), start=1)
    return [None, *(to if closed_at.get(to, inf) > ply else None for ply, to in led_to)]


def outcome_line(line: Sequence[int], closed: Sequence[ClosedBoard]) -> list[int]:
    # Of several small boards with a line the last has ended the game.
    lines = [each["line"] for each in closed]
    return lines[-1] if line and list(line) in lines else list(line)


def closed_board(
    variant: Variant, number: int, mark: str, ply: int, line: list[int]
) -> ClosedBoard:
    strike = "" if mark else geometry.strike(variant, line)
    return {"board": number, "mark": str(mark), "ply": ply, "line": line, "strike": strike}


def _closed(board: Board, moves: Sequence[int]) -> list[ClosedBoard]:
    # A closed board takes no more moves, so the last one on it has closed it.
    variant, lines = board.variant, _lines(board)
    numbers = _numbers(variant)
    last_ply = {numbers[cell]: ply for ply, cell in enumerate(moves, start=1)}
    closed = [
        closed_board(
            variant, number, mark or "", last_ply.get(number, board.ply), lines.get(number, [])
        )
        for number, mark in sorted(board.closed().items())
    ]
    return sorted(closed, key=lambda each: each["ply"])


@cache
def _numbers(variant: Variant) -> list[int]:
    return [variant.board_of(cell) for cell in range(variant.size)]


def _lines(board: Board) -> dict[int, list[int]]:
    # Of several on a board the first; a side that has one there leaves the other none.
    x, o, variant = board.x, board.o, board.variant
    pairs = zip(reversed(variant.masks), reversed(variant.lines), strict=True)
    made = (line for mask, line in pairs if x & mask == mask or o & mask == mask)
    return {_numbers(variant)[line[0]]: list(line) for line in made}
