"""All that can be seen of a board, from which pages, pictures, prints and scripts draw it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, TypedDict, cast

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine import Board, Mark, Variant
from games.engine.board import EMPTY
from games.presentation import board_wording, geometry
from games.presentation.cell_names import spoken
from games.presentation.geometry import View
from games.presentation.marks import SHAPES, Pieces, Shape, look, pieces_of
from games.presentation.sides import both, with_pieces
from games.protocol import (
    ClosedBoard,
    End,
    GameSummary,
    HintInWords,
    Snapshot,
    VerdictInWords,
)


class SmallBoards(TypedDict):
    playable: list[int] | None
    closed: list[ClosedBoard]
    target: int | None


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
        label = f"{label}, {_('recommended')}" if self.leads_to_best else label
        return f"{label}. {self.sends}" if self.sends else label


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
    def marked(self) -> list[Cell]:
        return [cell for row in self.rows for cell in row if cell.mark]

    @property
    def x(self) -> float:
        return self.rows[0][0].x

    @property
    def y(self) -> float:
        return self.rows[0][0].y

    @property
    def shape_svg(self) -> SafeString:
        return _svg(SHAPES[self.rows[0][0].pieces][self.mark][self.look])

    @property
    def look(self) -> int:
        return look(self.rows[0][0].pieces, self.number, 0)

    @property
    def label(self) -> str:
        if self.mark:
            state = _("won by %(mark)s") % {"mark": self.mark}
        elif self.is_closed:
            state = _("closed") if self.strike else _("full")
        else:
            state = _("play here") if self.is_target or self.is_choice else ""
        return ", ".join(filter(None, (capfirst(self.name), state)))


@dataclass(frozen=True)
class Drawing:
    """What is seen of a position; its cells are described only where something draws them."""

    board: Board
    last: int | None = None  # the cell of the last move
    end: End | None = None
    closed: Sequence[ClosedBoard] = ()  # the small boards that take no more moves
    target: int | None = None  # the small board on which the next move must be made
    notes: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # of cells: fields of it
    # The mark that the person who looks may make now, "" if they play but may not; None for others.
    seen_by: str | None = None
    window: View | None = None  # the part that is shown, None for all of it

    @property
    def key(self) -> str:
        """A text that is the same for all that look the same in one language."""
        board, notes = self.board, {cell: dict(note) for cell, note in self.notes.items()}
        facts = (self.last, self.end, self.closed, self.target, self.seen_by)
        return repr((str(board.variant), board.x, board.o, board.last, *facts, notes, self.window))

    def noted(self, notes: Mapping[int, Mapping[str, Any]]) -> Drawing:
        both = {cell: {**self.notes.get(cell, {}), **note} for cell, note in notes.items()}
        return replace(self, notes={**self.notes, **both})

    @property
    def facts(self) -> dict[str, Any]:
        """What scripts draw over another position of the same board."""
        return {
            "marks": [cell.mark for cell in self.cells],
            "threats": [cell.threat for cell in self.cells],
            "last": self.last,
            "end": self.end,
            "closed": list(self.closed),
            "target": self.target,
        }

    @property
    def variant(self) -> Variant:
        return self.board.variant

    @cached_property
    def cells(self) -> list[Cell]:
        marks = [mark.strip(EMPTY) for mark in self.board.cells]
        places = {
            cell: place for place, cell in enumerate(self.end["cells"] if self.end else (), start=1)
        }
        shut, targets = [each["board"] for each in self.closed], targets_of(self.board)
        for number, note in self.notes.items():
            targets[number] = note.get("target", targets[number])
        return [
            replace(
                cell,
                mark=marks[number],
                is_last=number == self.last,
                line_place=places.get(number, 0),
                sends=self._sends(cell, targets[number], shut),
                **{"target": targets[number], **self.notes.get(number, {})},
            )
            for number, cell in enumerate(_places(self.variant))
        ]

    def _sends(self, cell: Cell, target: int | None, shut: Collection[int]) -> str:
        # Nothing is said of a move that leads to its own small board, for it may close that board.
        board, is_asked = cell.leads_to, self.seen_by and target is not None
        if not is_asked or board is None or board == self.variant.board_of(cell.number):
            return ""
        side = self.turn.opponent.value
        if board in shut:
            return _("%(side)s may then play anywhere") % {"side": side}
        values = {"side": side, "board": board_wording.small_board(self.variant, board)}
        return _("It sends %(side)s to the %(board)s") % values

    @cached_property
    def small_boards(self) -> list[SmallBoard]:
        if not self.margin:
            return [SmallBoard(0, "", self.rows)]
        shut = {each["board"]: each for each in self.closed}
        return [self._small_board(n, shut.get(n)) for n in range(len(self.variant.boards))]

    def _small_board(self, number: int, shut: ClosedBoard | None) -> SmallBoard:
        variant, target = self.variant, self.target
        own = [cell for cell in self.cells if variant.board_of(cell.number) == number]
        mark = shut["mark"] if shut else ""
        may_choose = bool(self.seen_by) and shut is None and target is None
        return SmallBoard(
            number,
            board_wording.small_board(variant, number),
            rows=[own[i : i + variant.run] for i in range(0, len(own), variant.run)],
            is_closed=shut is not None,
            mark=mark,
            strike=shut["strike"] if shut else "",
            is_open=shut is None and target in (None, number),
            is_target=target == number,
            is_choice=may_choose and own[0].leads_to is not None,
        )

    @property
    def turn(self) -> Mark:
        return self.board.turn

    @property
    def rows(self) -> list[list[Cell]]:
        width = self.variant.width
        return [self.cells[i : i + width] for i in range(0, len(self.cells), width)]

    @property
    def marked(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.mark]

    @property
    def best(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.is_best]

    @property
    def has_signs(self) -> bool:
        return any(cell.has_sign for cell in self.cells)

    @property
    def line_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.in_line]

    @property
    def looks(self) -> str:
        return "".join(str(cell.look) for cell in _places(self.variant))

    @property
    def places(self) -> str:
        """Where the cells are in a picture, for scripts that draw one."""
        return " ".join(f"{cell.x:g},{cell.y:g}" for cell in _places(self.variant))

    @property
    def corners(self) -> str:
        """The same of small boards."""
        return " ".join(f"{small.x:g},{small.y:g}" for small in self.small_boards)

    @property
    def words(self) -> str:
        marks = [f"{cell.side} {spoken(cell.name)}" for cell in self.marked]
        return "; ".join(marks) or _("empty board")

    @property
    def pieces(self) -> Pieces:
        return pieces_of(self.variant)

    @property
    def sides(self) -> dict[str, str]:
        return both(self.pieces)

    @property
    def shared(self) -> str:
        return Mark.X.value if self.pieces is Pieces.SHARED_MARKS else ""

    @property
    def margin(self) -> float:
        return geometry.margin(self.variant)

    @property
    def extent(self) -> tuple[float, float]:
        return geometry.extent(self.variant)

    @property
    def view(self) -> View:
        return self.window or (0, 0, *self.extent)

    @property
    def grid(self) -> list[str]:
        return geometry.grid(self.variant)

    @property
    def grid_scale(self) -> float:
        return self.variant.run + 2 * self.margin if self.margin else 1

    @property
    def small_grid(self) -> list[str]:
        return geometry.inner_lines(self.variant.run, self.variant.run)

    @property
    def stars(self) -> list[tuple[float, float]]:
        return geometry.stars(self.variant)

    @property
    def frame(self) -> str:
        return geometry.frame(self.variant, self.view)

    @property
    def is_broad(self) -> bool:
        return geometry.is_broad(self.variant)


def describe(
    board: Board,
    moves: Sequence[int] = (),
    *,
    best: Iterable[int] = (),
    seen_by: str | None = None,
) -> Drawing:
    """Describe a position on which the side to move may play.

    :param moves: those that led to it, as far as they are known: the last one is shown
    :param best: cells to recommend
    :param seen_by: see ``Drawing``
    """
    outcome, small = board.outcome(), small_boards(board, moves)
    line = outcome_line(outcome.line if outcome else (), small["closed"] if moves else ())
    return Drawing(
        board,
        moves[-1] if moves else None,
        end_of(board, line, small["closed"]),
        closed=small["closed"],
        target=small["target"],
        notes={cell: {"is_best": True} for cell in best},
        seen_by=seen_by,
    )


def describe_game(
    game: GameSummary | Snapshot,
    ply: int | None = None,
    hint: HintInWords | None = None,
    seen_by: str | None = None,
) -> Drawing:
    """Describe the present position of a game, or the one after ``ply`` moves, with a hint."""
    variant = Variant.parse(game["variant"])
    moves = cast("Snapshot", game)["moves"][:ply] if "moves" in game else None
    board = Board.from_stored(game["cells"], variant) if moves is None else _after(variant, moves)
    is_latest = ply in (None, game["ply"])
    drawing = Drawing(
        board,
        moves[-1] if moves else None,
        game["end"] if is_latest else None,
        [each for each in game["closed"] if is_latest or each["ply"] <= board.ply],
        game["target"] if is_latest else board.target(),
        seen_by=seen_by,
    )
    return drawing.noted(_hinted(board, hint)) if hint else drawing


def history(game: Snapshot) -> list[Cell]:
    places = _places(Variant.parse(game["variant"]))
    marked = ((places[cell], Mark.of_ply(ply).value) for ply, cell in enumerate(game["moves"]))
    return [replace(cell, mark=mark) for cell, mark in marked]


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


def targets(variant: Variant, moves: Sequence[int]) -> list[int | None]:
    """Return for each ply the small board on which the next move had to be made, None for any."""
    rules, marks = variant.rules, dict.fromkeys(Mark, 0)
    if not rules.remembers_last:
        return []
    found: list[int | None] = [None]
    for ply, cell in enumerate(moves):
        marks[rules.mark(ply)] |= 1 << cell
        found.append(rules.target(marks[Mark.X], marks[Mark.O], cell))
    return found


def targets_of(board: Board) -> list[int | None]:
    """Return for each cell the cell that a press on it plays, None for no move."""
    legal, landing = board.legal_moves(), board.landing()
    cells = range(board.variant.size)
    if landing:
        return [landing[board.variant.place(cell)[0]] for cell in cells]
    return [cell if cell in legal else None for cell in cells]


def outcome_line(line: Sequence[int], closed: Sequence[ClosedBoard]) -> list[int]:
    """Return the line that ended a game: of several small boards with one the last has it."""
    lines = [each["line"] for each in closed]
    return lines[-1] if line and list(line) in lines else list(line)


def end_of(
    board: Board, line: Sequence[int], closed: Sequence[ClosedBoard], pair: Sequence[int] = ()
) -> End | None:
    """Return what is drawn over the last position of a game: a line, or hands of a pair."""
    cells = list(line or pair)
    if not cells:
        return None
    small = board.variant.board_of(cells[0])
    won = (each["mark"] for each in closed if each["board"] == small)
    return {
        "cells": cells,
        "mark": next(won, "") or str(board.mark_at(cells[0]) or ""),
        "strike": geometry.strike(board.variant, line),
        "hands": geometry.hands(board.variant, pair),
    }


def handshake(board: Board, last: int | None, closed: Sequence[ClosedBoard]) -> End | None:
    """Return what is drawn after a draw, None where nobody can shake hands."""
    return end_of(board, (), closed, _pair(board, last, closed))


def _after(variant: Variant, moves: Sequence[int]) -> Board:
    masks = dict.fromkeys(Mark, 0)
    for ply, cell in enumerate(moves):
        masks[variant.rules.mark(ply)] |= 1 << cell
    last = moves[-1] if moves and variant.rules.remembers_last else None
    return Board(variant, masks[Mark.X], masks[Mark.O], last)


def _pair(board: Board, last: int | None, closed: Iterable[ClosedBoard]) -> list[int]:
    variant = board.variant
    if not variant.is_divided:
        return geometry.shaking(variant, [mark.strip(EMPTY) for mark in board.cells], last)
    won = {variant.middle_of(each["board"]): each["mark"] for each in closed if each["mark"]}
    large = [won.get(cell, "") for cell in range(variant.size)]
    return geometry.shaking(variant, large, next(reversed(won), None))


def _hinted(board: Board, hint: HintInWords) -> dict[int, dict[str, Any]]:
    return {
        cell: {
            "verdict": hint["verdicts"].get(str(target)),
            "is_best": cell == hint["best"][0],
            "leads_to_best": target in hint["best"],
        }
        for cell, target in enumerate(targets_of(board))
    }


def _closed(board: Board, moves: Sequence[int]) -> list[ClosedBoard]:
    # A closed board takes no more moves, so the last one on it has closed it.
    last_ply = {board.variant.board_of(cell): ply for ply, cell in enumerate(moves, start=1)}
    closed = [
        closed_board(board.variant, number, mark or "", last_ply.get(number, board.ply), line)
        for number, mark in sorted(board.closed().items())
        for line in [_line_on(board, number)]
    ]
    return sorted(closed, key=lambda each: each["ply"])


def closed_board(
    variant: Variant, number: int, mark: str, ply: int, line: list[int]
) -> ClosedBoard:
    strike = "" if mark else geometry.strike(variant, line)
    return {"board": number, "mark": str(mark), "ply": ply, "line": line, "strike": strike}


def _line_on(board: Board, number: int) -> list[int]:
    mask, rules = board.variant.boards[number], board.variant.rules
    lines = [line for marks in (board.x, board.o) for line in rules.lines_in(marks & mask)]
    return list(lines[0]) if lines else []


@cache
def _places(variant: Variant) -> list[Cell]:
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


@cache
def _svg(shape: Shape) -> SafeString:
    return render_to_string("web/_shape.html", {"shape": shape})
