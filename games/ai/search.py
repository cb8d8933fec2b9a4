"""Minimax with alpha-beta pruning.

Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), in the one-sided
(negamax) form; the transposition table keeps a lower and an upper bound for each position, for a
cut-off search proves no more than that.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games.engine import Board, Outcome

INFINITY = 1 << 16

# (x, o, depth) -> proven lower and upper bound of the value.
TranspositionTable = dict[tuple[int, int, int], tuple[int, int]]


@lru_cache(maxsize=4096)
def move_values(board: Board, depth: int | None = None) -> Mapping[int, int]:
    """Return what each legal move is worth to the side that makes it.

    0 is a draw, or no end within ``depth`` plies (None looks to the end of the game). A
    win is worth the number of cells plus one if the move itself wins, and one less for
    every ply it takes longer: on 3x3 a win at once is 10, two plies later 8. A loss
    is as much below 0.
    """
    left = board.variant.size - board.ply
    horizon = left if depth is None else min(depth, left)
    table: TranspositionTable = {}
    values = {
        cell: _seen_from(board, -alpha_beta(child, horizon - 1, -INFINITY, INFINITY, table))
        for cell in board.legal_moves()
        for child in [board.play(cell)]
    }
    return MappingProxyType(values)


def alpha_beta(board: Board, depth: int, alpha: int, beta: int, table: TranspositionTable) -> int:
    """Return the value for the side to move: exact between alpha and beta, else a bound.

    Values count from the empty board (see ``_final_value``), so that they mean the same
    wherever in the tree a position is met.
    """
    if outcome := board.outcome():
        return _final_value(board, outcome)
    if depth == 0:
        return 0
    key = (board.x, board.o, depth)
    lower, upper = table.get(key, (-INFINITY, INFINITY))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    alpha, beta = max(alpha, lower), min(beta, upper)
    best, floor = -INFINITY, alpha
    for cell in board.legal_moves():
        best = max(best, -alpha_beta(board.play(cell), depth - 1, -beta, -floor, table))
        floor = max(floor, best)
        if best >= beta:
            break
    table[key] = (lower if best <= alpha else best, upper if best >= beta else best)
    return best


def _final_value(board: Board, outcome: Outcome) -> int:
    """A draw is 0; the side to move has lost otherwise, and the sooner the worse."""
    return -(board.variant.size + 1 - board.ply) if outcome.winner else 0


def _seen_from(board: Board, value: int) -> int:
    """Turn a distance from the empty board into one from ``board``."""
    if value == 0:
        return 0
    return value + board.ply + 1 if value > 0 else value - board.ply - 1
