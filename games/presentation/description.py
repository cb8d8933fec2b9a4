"""All that can be seen of a board, from which pages, pictures, prints and scripts draw it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from django.utils.translation import gettext as _

from games.engine import Board, Mark, Variant
from games.engine.board import EMPTY
from games.presentation import board_wording, geometry
from games.presentation.cells import (
    Cell,
    SmallBoard,
    empty_cells,
    hinted,
    outcome_line,
    small_boards,
    spoken,
    targets_of,
)
from games.presentation.geometry import View
from games.presentation.marks import Pieces, pieces_of
from games.presentation.sides import both
from games.protocol import ClosedBoard, End, GameSummary, HintInWords, Snapshot


@dataclass(frozen=True)
class Drawing:
    board: Board
    last: int | None = None  # the cell of the last move
    end: End | None = None
    closed: Sequence[ClosedBoard] = ()  # the small boards that take no more moves
    target: int | None = None  # the small board on which the next move must be made
    notes: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # of cells: fields of it
    # The mark that the person who looks may make now, "" if they play but may not; None for others.
    seen_by: str | None = None
    window: View | None = None  # the part that is shown, None for all of it
    bands: Sequence[tuple[str, str]] | None = None  # under lines: the mark and path; None for never

    @property
    def key(self) -> str:
        """A text that is the same for all that look the same in one language."""
        board, notes = self.board, {cell: dict(note) for cell, note in self.notes.items()}
        facts = (self.last, self.end, self.closed, self.target, self.seen_by, self.bands)
        return repr((str(board.variant), board.x, board.o, board.last, *facts, notes, self.window))

    def noted(self, notes: Mapping[int, Mapping[str, Any]]) -> Drawing:
        both = {cell: {**self.notes.get(cell, {}), **note} for cell, note in notes.items()}
        return replace(self, notes={**self.notes, **both})

    @property
    def facts(self) -> dict[str, Any]:
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
        ended = self.end["cells"] if self.end else []
        shut, targets = [each["board"] for each in self.closed], targets_of(self.board)
        for number, note in self.notes.items():
            targets[number] = note.get("target", targets[number])
        return [
            replace(
                cell,
                mark=marks[number],
                is_last=number == self.last,
                line_place=ended.index(number) + 1 if number in ended else 0,
                sends=self._sends(cell, targets[number], shut),
                **{"target": targets[number], **self.notes.get(number, {})},
            )
            for number, cell in enumerate(empty_cells(self.variant))
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
    def line_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.line_place]

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
    def plan(self) -> geometry.Plan:
        return geometry.plan(self.variant)

    @property
    def margin(self) -> float:
        return self.plan.margin

    @property
    def view(self) -> View:
        return self.window or (0, 0, *self.plan.extent)

    @property
    def frame(self) -> str:
        return geometry.frame(self.variant, self.view)


def describe(
    board: Board,
    moves: Sequence[int] = (),
    *,
    best: Iterable[int] = (),
    seen_by: str | None = None,
) -> Drawing:
    """``moves`` led to the position, as far as they are known; ``best`` are recommended."""
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
    return drawing.noted(hinted(board, hint)) if hint else drawing


def history(game: Snapshot) -> list[Cell]:
    places = empty_cells(Variant.parse(game["variant"]))
    marked = ((places[cell], Mark.of_ply(ply).value) for ply, cell in enumerate(game["moves"]))
    return [replace(cell, mark=mark) for cell, mark in marked]


def end_of(
    board: Board, line: Sequence[int], closed: Sequence[ClosedBoard], pair: Sequence[int] = ()
) -> End | None:
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
