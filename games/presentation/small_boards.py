"""The small boards of a divided board: which are closed, and where the next move must be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from games.engine import Board, Variant
from games.engine.mark import Mark
from games.presentation.grid import shaking
from games.protocol import ClosedBoard, Snapshot


class SmallBoards(TypedDict):
    playable: list[int] | None
    closed: list[ClosedBoard]
    target: int | None


UNDIVIDED: SmallBoards = {"playable": None, "closed": [], "target": None}


def describe(board: Board, moves: Sequence[int] = ()) -> SmallBoards:
    if not board.variant.is_divided:
        return UNDIVIDED
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


def target_at(game: Snapshot, ply: int) -> int | None:
    """Return the small board on which the move after ``ply`` moves had to be made, if any."""
    is_latest = ply == game["ply"] or not game["targets"]
    return game["target"] if is_latest else game["targets"][ply]


def pair(
    variant: Variant, marks: Sequence[str], last: int | None, closed: Iterable[ClosedBoard]
) -> list[int]:
    if not variant.is_divided:
        return shaking(variant, marks, last)
    won = {variant.middle_of(each["board"]): each["mark"] for each in closed if each["mark"]}
    large = [won.get(cell, "") for cell in range(variant.size)]
    return shaking(variant, large, next(reversed(won), None))


def _closed(board: Board, moves: Sequence[int]) -> list[ClosedBoard]:
    # A closed board takes no more moves, so the last one on it has closed it.
    last_ply = {board.variant.board_of(cell): ply for ply, cell in enumerate(moves, start=1)}
    closed: list[ClosedBoard] = [
        {
            "board": number,
            "mark": mark.value if mark else "",
            "ply": last_ply.get(number, board.ply),
            "line": _line_on(board, number),
        }
        for number, mark in sorted(board.closed().items())
    ]
    return sorted(closed, key=lambda each: each["ply"])


def _line_on(board: Board, number: int) -> list[int]:
    mask, rules = board.variant.boards[number], board.variant.rules
    lines = [line for marks in (board.x, board.o) for line in rules.lines_in(marks & mask)]
    return list(lines[0]) if lines else []
