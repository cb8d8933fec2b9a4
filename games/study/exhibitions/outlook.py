"""What a search of some plies says of a move: its value, and the moves that it expects next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.ai.evaluation import WIN_SCORE, evaluate_moves, evaluation_for
from games.engine import Board

EXPECTED = 4  # moves at most


class Outlook(NamedTuple):
    """The value is that of ``games.ai.evaluation``, for the side that moves."""

    value: int
    expected: tuple[int, ...]


def look_ahead(board: Board, cell: int, depth: int) -> Outlook:
    """Search a move ``depth`` plies deep, itself included."""
    search = evaluation_for(board.variant).new_search(board.variant, WIN_SCORE)
    search.look_ahead(board.ply + depth)
    value = search.value_of_move(search.node(board), cell, -WIN_SCORE)
    return Outlook(value, tuple(_best_line(board.play(cell), depth - 1)))


def _best_line(board: Board, depth: int) -> Iterator[int]:
    for plies in range(depth, max(0, depth - EXPECTED), -1):
        if board.outcome():
            return
        values = evaluate_moves(board, evaluation_for(board.variant), depth=plies)
        best = max(values, key=values.__getitem__)
        yield best
        board = board.play(best)
