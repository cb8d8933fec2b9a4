"""Bisects the value by null windows: Plaat, "Best-First Fixed-Depth Minimax Algorithms" (1996)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Any

from games.ai.drop_search import can_search
from games.ai.evaluation import exact_search
from games.ai.opening_book import exact_value
from games.ai.search import OutOfTime, Search
from games.engine import Board, Outcome

# Wins and losses within these numbers of plies are tested first: that is quick on any board.
SHORT_DISTANCES = (1, 2, 3, 4, 5)
# Seconds for each move in turn, doubled each time, until one is proven to be as good as any; and
# those for which others that are as good are looked for then.
SHARE, TIE_SECONDS = 0.05, 0.2


class Value(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"


OPPOSITE = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Verdict:
    """``plies`` to the end are None for a draw and for what was not proven in time."""

    value: Value
    plies: int | None = None

    @property
    def is_known(self) -> bool:
        return self.value is not Value.UNKNOWN

    def one_ply_earlier(self) -> Verdict:
        plies = None if self.plies is None else self.plies + 1
        return Verdict(OPPOSITE.get(self.value, self.value), plies)

    @property
    def rank(self) -> tuple[int, int]:
        far = 1 << 16 if self.plies is None else self.plies
        if self.value is Value.WIN:
            return 1, -far
        return (-1, far) if self.value is Value.LOSS else (0, 0)


UNKNOWN = Verdict(Value.UNKNOWN)


def own_moves(plies: int | None) -> int:
    return ((plies or 0) + 1) // 2


@dataclass(frozen=True, slots=True)
class Solution:
    """``best`` are the best moves, if advice was asked for; unless ``is_proven`` by evaluation."""

    verdict: Verdict
    moves: dict[int, Verdict]
    nodes: int
    seconds: float
    best: list[int] = field(default_factory=list)
    is_proven: bool = False

    @property
    def value(self) -> Value:
        return self.verdict.value

    @property
    def plies(self) -> int | None:
        return self.verdict.plies

    @property
    def is_known(self) -> bool:
        return self.verdict.is_known


def solve(board: Board, seconds: float = inf) -> Solution:
    """Return the value of a position and of every move; what is not proven in time is unknown.

    >>> solution = solve(Board.parse("X../..O/OX."))
    >>> solution.value, solution.plies
    (<Value.WIN: 'win'>, 3)
    >>> [cell for cell, verdict in solution.moves.items() if verdict == solution.verdict]
    [1, 4]
    """
    began = time.monotonic()
    if outcome := board.outcome():
        return Solution(_verdict_of(board, outcome), {}, 0, 0.0)
    solver = Solver(board, seconds)
    with suppress(OutOfTime):
        solver.find_short_distances()
        solver.solve_root()
        solver.solve_moves()
    moves = {c: child.verdict.one_ply_earlier() for c, child in sorted(solver.children.items())}
    return Solution(solver.verdict, moves, solver.search.nodes, time.monotonic() - began)


def value_of(board: Board, seconds: float = inf) -> Verdict:
    if outcome := board.outcome():
        return _verdict_of(board, outcome)
    solver = Solver(board, seconds)
    with suppress(OutOfTime):
        solver.solve_root()
    return solver.verdict


def values_of_moves(board: Board, seconds: float = inf) -> dict[int, Verdict]:
    """Return the value of each move; distances only of the best ones."""
    solver = Solver(board, seconds)
    with suppress(OutOfTime):
        solver.solve_root()
        list(solver.equally_good_moves())
        for child in solver.children.values():
            child.find_winner()
    return {c: child.verdict.one_ply_earlier() for c, child in sorted(solver.children.items())}


def best_moves(board: Board, seconds: float = inf) -> list[int]:
    """Return the moves that are proven to be best: none, or not all, if time runs out."""
    solver = Solver(board, seconds)
    best: list[int] = []
    with suppress(OutOfTime):
        solver.solve_root()
        best.extend(solver.equally_good_moves())
    return sorted(best)


def strong_moves(board: Board, seconds: float) -> tuple[list[int], list[int]]:
    """Return the best moves, or one that keeps the value, or none; and those not refuted."""
    solver = Solver(board, seconds)
    kept: list[int] = []
    best: list[int] = []
    with suppress(OutOfTime):
        solver.find_value()
        if solver.root.lower >= 0:
            kept = [solver.first_good_move()]
        solver.root.solve()
        kept = [solver.first_good_move()]
        if seconds < inf:
            solver.search.deadline = min(solver.search.deadline, time.monotonic() + TIE_SECONDS)
        best.extend(solver.equally_good_moves())
    return sorted(best or kept), solver.open_moves()


class BoundedNode:
    def __init__(self, board: Board, search: Search[Any]) -> None:
        self.search, self.node = search, search.node(board)
        self.misere = board.variant.misere
        # The value of a win at this ply.
        self.win_now = search.win_score - board.ply
        self.lower, self.upper = -self.win_now, self.win_now
        if outcome := board.outcome():
            self.lower = self.upper = self._number(_verdict_of(board, outcome))
        elif (known := exact_value(board)) is not None:
            self.lower = self.upper = known

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    @property
    def verdict(self) -> Verdict:
        if self.is_exact and self.lower == 0:
            return Verdict(Value.DRAW)
        if self.lower > 0:
            return Verdict(Value.WIN, self.win_now - self.lower if self.is_exact else None)
        if self.upper < 0:
            return Verdict(Value.LOSS, self.win_now + self.upper if self.is_exact else None)
        return UNKNOWN

    def null_window_test(self, number: int) -> None:
        """:raises OutOfTime: at the deadline."""
        if not self.lower <= number < self.upper:
            return
        value = self.search.value(self.node, number, number + 1)
        if value > number:
            self.lower = value
        else:
            self.upper = value
        self._exclude_impossible()

    def _exclude_impossible(self) -> None:
        while not self._is_possible(self.lower):
            self.lower += 1
        while not self._is_possible(self.upper):
            self.upper -= 1

    def _is_possible(self, number: int) -> bool:
        plies = self.win_now - abs(number)
        return not number or bool(plies % 2) == ((number > 0) ^ self.misere)

    def test_distance(self, plies: int) -> None:
        # A loss in n plies is worth n - win_now, a win in n plies win_now - n.
        self.null_window_test(plies - self.win_now)
        self.null_window_test(self.win_now - plies - 1)

    def solve(self) -> None:
        self.find_winner()
        while self.lower < self.upper:
            self.null_window_test((self.lower + self.upper) // 2)

    def find_winner(self) -> None:
        self.null_window_test(-1)
        self.null_window_test(0)

    def _number(self, verdict: Verdict) -> int:
        return {Value.WIN: self.win_now, Value.LOSS: -self.win_now}.get(verdict.value, 0)


class Solver:
    def __init__(self, board: Board, seconds: float) -> None:
        self.board = board
        self.search = exact_search(board.variant, time.monotonic() + seconds)
        self.root = BoundedNode(board, self.search)

    @cached_property
    def children(self) -> dict[int, BoundedNode]:
        board, search = self.board, self.search
        children = [(c, BoundedNode(board.play(c), search)) for c in board.legal_moves()]
        return dict(sorted(children, key=lambda pair: search.evaluate(pair[1].node)))

    @property
    def verdict(self) -> Verdict:
        return self.root.verdict

    def find_short_distances(self) -> None:
        for plies in SHORT_DISTANCES:
            self.root.test_distance(plies)
            for child in self.children.values():
                child.test_distance(plies)
                self._update_root()

    def find_value(self) -> None:
        for plies in () if can_search(self.board.variant) else SHORT_DISTANCES:
            self.root.test_distance(plies)
        self.root.find_winner()

    def solve_root(self) -> None:
        self.find_value()
        self.root.solve()

    def solve_moves(self) -> None:
        list(self.equally_good_moves())
        for child in self.children.values():
            child.solve()

    def first_good_move(self) -> int:
        """Return a move that keeps the value: the first one proven, or the last one left."""
        deadline, share = self.search.deadline, SHARE
        try:
            while True:
                for cell, child in self.children.items():
                    self.search.deadline = min(deadline, time.monotonic() + share)
                    with suppress(OutOfTime):
                        child.null_window_test(-self.root.lower)
                    if child.upper <= -self.root.lower:
                        return cell
                    if len(moves := self.open_moves()) == 1:
                        return moves[0]
                    if time.monotonic() > deadline:
                        raise OutOfTime
                share *= 2
        finally:
            self.search.deadline = deadline

    def open_moves(self) -> list[int]:
        return [cell for cell, child in self.children.items() if child.lower <= -self.root.lower]

    def equally_good_moves(self) -> Iterator[int]:
        for cell, child in self.children.items():
            # No move is worth more than the position.
            child.lower = max(child.lower, -self.root.upper)
            child.null_window_test(-self.root.lower)
            if child.upper <= -self.root.lower:
                yield cell

    def _update_root(self) -> None:
        children = self.children.values()
        self.root.lower = max(self.root.lower, *(-child.upper for child in children))
        self.root.upper = min(self.root.upper, max(-child.lower for child in children))


def _verdict_of(board: Board, outcome: Outcome) -> Verdict:
    if outcome.winner is None:
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if outcome.winner is board.turn else Value.LOSS, 0)
