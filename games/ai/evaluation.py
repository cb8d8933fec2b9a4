"""Which search a board has: exact for the solver, or some plies and then a static evaluation."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from math import inf
from typing import Any, NamedTuple

from games.ai.divided_search import NotaktoSearch, UltimateSearch
from games.ai.drop_search import DropSearch, can_search
from games.ai.line_search import LineSearch, heuristic_line_search
from games.ai.search import WIN_SCORE, Search
from games.engine import Board, Variant


def exact_search(variant: Variant, deadline: float) -> Search[Any]:
    # A win at the last ply is worth 1, just more than a draw.
    family = DropSearch if can_search(variant) else _family(variant)
    return family(variant, variant.size + 1, deadline)


def heuristic_search(variant: Variant) -> Search[Any]:
    family = _family(variant)
    return heuristic_line_search(variant) if family is LineSearch else family(variant, WIN_SCORE)


def _family(variant: Variant) -> type[Search[Any]]:
    if variant.shared:
        return NotaktoSearch
    return UltimateSearch if variant.nested else LineSearch


@cache
def line_lacking_one(variant: Variant) -> int:
    return heuristic_search(variant).line_lacking_one


def evaluate_moves(
    board: Board, *, depth: int, seconds: float = inf, margin: int = 0
) -> dict[int, int]:
    deadline = time.monotonic() + seconds
    return heuristic_search(board.variant).deepen(board, depth, deadline, margin)


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
