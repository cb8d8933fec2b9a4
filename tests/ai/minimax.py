"""Plain minimax, straight from its definition, to compare the search with."""

from __future__ import annotations

from functools import cache

from games.ai.solver import Value, Verdict
from games.engine import Board, Variant

# Above every number of plies, so that a win is worth more than a draw at any distance.
FAR = 1000


def minimax(board: Board) -> Verdict:
    """Search every move to the end of the game, without pruning and without heuristics."""
    if board.outcome():
        return _verdict(_ended(board))
    return _verdict(_value(board.variant, board.x, board.o, board.ply % 2))


def _ended(board: Board) -> int:
    outcome = board.outcome()
    assert outcome
    if outcome.winner is None:
        return 0
    return FAR if outcome.winner is board.turn else -FAR


@cache
def _value(variant: Variant, x: int, o: int, side: int) -> int:
    """Return FAR less the plies to a win, the negative of that for a loss, and 0 for a draw."""
    playable = variant.playable(x | o)
    if not playable:
        return 0
    best = -FAR
    for cell in range(variant.size):
        if playable >> cell & 1:
            marks = (o if side else x) | 1 << cell
            if variant.has_line(marks):
                value = -FAR if variant.misere else FAR
            else:
                value = -_value(variant, *((x, marks) if side else (marks, o)), 1 - side)
            best = max(best, value - (value > 0) + (value < 0))
    return best


def _verdict(value: int) -> Verdict:
    if not value:
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if value > 0 else Value.LOSS, FAR - abs(value))
