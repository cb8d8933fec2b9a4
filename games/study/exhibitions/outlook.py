"""What a search of some plies says of a move: its value, and the moves that it expects next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.ai.evaluation import evaluate_moves, heuristic_search
from games.engine import Board

EXPECTED = 4  # moves at most


class Lookahead(NamedTuple):
    value: int  # for the side that moves
    expected: tuple[int, ...]


def look_ahead(board: Board, cell: int, depth: int) -> Lookahead:
    """``depth`` is in plies, the move itself included."""
    search, child = heuristic_search(board.variant), board.play(cell)
    search.look_ahead(board.ply + depth)
    return Lookahead(search.value_after(child), tuple(_best_line(child, depth - 1)))


def _best_line(board: Board, depth: int) -> Iterator[int]:
    for plies in range(depth, max(0, depth - EXPECTED), -1):
        if board.outcome():
            return
        values = evaluate_moves(board, depth=plies)
        best = max(values, key=values.__getitem__)
        yield best
        board = board.play(best)
