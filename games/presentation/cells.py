"""The cells of a drawn board and its small boards, with their words and shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine import Mark, Variant
from games.presentation import board_wording
from games.presentation.cell_names import spoken
from games.presentation.grid import strike
from games.presentation.marks import SHAPES, Pieces, Shape, look
from games.presentation.sides import with_pieces
from games.protocol import ClosedBoard, HintInWords, VerdictInWords


@dataclass(frozen=True, slots=True)
class Cell:
    number: int
    name: str  # such as b2
    column: int
    row: int
    mark: str  # "X", "O" or "" for an empty cell
    x: float = 0  # of its left side in a picture
    y: float = 0  # of its upper side
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
    pieces: Pieces = Pieces.MARKS
    address: str = ""  # the query to which a press on this cell leads, where it is a link
    leads_to: int | None = None  # the small board to which a move here leads
    sends: str = ""  # what such a move, if it may be made, does to the other side

    @property
    def in_line(self) -> bool:
        return self.line_place > 0

    @property
    def look(self) -> int:
        return look(self.pieces, self.column, self.row)

    @property
    def shape(self) -> Shape:
        return SHAPES[self.pieces][self.mark][self.look]

    @property
    def shape_svg(self) -> SafeString:
        return _svg(self.shape)

    @property
    def has_sign(self) -> bool:
        is_known = self.verdict and self.verdict["value"] != "unknown"
        return bool(is_known and not self.is_tried and self.target == self.number)

    @property
    def side(self) -> str:
        """What the side is called whose mark is here, the mark if it may be either's, or ""."""
        is_named = self.mark and self.pieces is not Pieces.SHARED_MARKS
        return with_pieces(self.mark, self.pieces) if is_named else self.mark

    @property
    def label(self) -> str:
        label = f"{spoken(self.name)}, {self.side or _('empty')}"
        label = f"{label}: {self.verdict['words']}" if self.verdict else label
        return f"{label}, {_('recommended')}" if self.leads_to_best else label


@dataclass(frozen=True, slots=True)
class SmallBoard:
    number: int
    name: str  # in a sentence, such as upper left board
    rows: list[list[Cell]]
    pieces: Pieces
    is_closed: bool = False
    mark: str = ""  # that has won it
    strike: str = ""  # through the line that closed it if nobody has won it
    is_open: bool = True  # whether the next move may be made here
    is_target: bool = False  # whether it must be
    is_choice: bool = False  # whether it is one of those that moves lead to and that may be chosen

    @property
    def cells(self) -> list[Cell]:
        return [cell for row in self.rows for cell in row]

    @property
    def marked(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.mark]

    @property
    def x(self) -> float:
        return self.rows[0][0].x

    @property
    def y(self) -> float:
        return self.rows[0][0].y

    @property
    def shape_svg(self) -> SafeString:
        return _svg(SHAPES[self.pieces][self.mark][self.look])

    @property
    def look(self) -> int:
        return look(self.pieces, self.number, 0)

    @property
    def label(self) -> str:
        name = capfirst(self.name)
        if self.is_target:
            return f"{name}, {_('play here')}"
        if self.mark:
            return f"{name}, {_('won by %(mark)s') % {'mark': self.mark}}"
        if self.is_closed:
            return f"{name}, {_('closed') if self.strike else _('full')}"
        return name


def targets_of(
    variant: Variant,
    marks: Sequence[str],
    landing: Sequence[int | None] | None,
    playable: Collection[int] | None,
) -> list[int | None]:
    """Return for each cell the cell that a press on it plays, None for no move."""
    if landing:
        return [landing[variant.place(number)[0]] for number in range(len(marks))]
    allowed = range(len(marks)) if playable is None else playable
    return [number if number in allowed and not mark else None for number, mark in enumerate(marks)]


def hinted(cells: list[Cell], hint: HintInWords) -> list[Cell]:
    return [
        replace(
            cell,
            verdict=hint["verdicts"].get(str(cell.target)),
            is_best=cell.number == hint["best"][0],
            leads_to_best=cell.target in hint["best"],
        )
        for cell in cells
    ]


def divide(
    variant: Variant, cells: list[Cell], closed: Iterable[ClosedBoard], target: int | None
) -> list[SmallBoard]:
    shut = {each["board"]: each for each in closed}
    numbers = range(len(variant.boards))
    cells = _sending(variant, cells, shut)
    return [_small_board(variant, cells, number, shut.get(number), target) for number in numbers]


def _sending(variant: Variant, cells: list[Cell], shut: Collection[int]) -> list[Cell]:
    # Nothing is said of a move that leads to its own small board, for it may close that board.
    side = Mark.of_ply(sum(bool(cell.mark) for cell in cells)).opponent.value
    return [
        cell
        if cell.target is None or cell.leads_to in (None, variant.board_of(cell.number))
        else replace(
            cell, sends=_sends(variant, cell.leads_to, side, is_closed=cell.leads_to in shut)
        )
        for cell in cells
    ]


def _sends(variant: Variant, board: int, side: str, *, is_closed: bool) -> str:
    if is_closed:
        return _("%(side)s may then play anywhere") % {"side": side}
    values = {"side": side, "board": board_wording.small_board(variant, board)}
    return _("It sends %(side)s to the %(board)s") % values


def _small_board(
    variant: Variant, cells: list[Cell], number: int, shut: ClosedBoard | None, target: int | None
) -> SmallBoard:
    own = [cell for cell in cells if variant.board_of(cell.number) == number]
    mark = shut["mark"] if shut else ""
    return SmallBoard(
        number,
        board_wording.small_board(variant, number),
        rows=[own[i : i + variant.run] for i in range(0, len(own), variant.run)],
        pieces=own[0].pieces,
        is_closed=shut is not None,
        mark=mark,
        strike=strike(variant, shut["line"]) if shut and not mark else "",
        is_open=shut is None and target in (None, number),
        is_target=target == number,
        is_choice=shut is None and target is None and own[0].leads_to is not None,
    )


@cache
def _svg(shape: Shape) -> SafeString:
    return render_to_string("web/_shape.html", {"shape": shape})
