"""Negamax for all boards; source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975)."""

# Values are those of the side to move: 0 for a draw, ``win_score`` less the ply at which the line
# is complete for a win, the negative of that for a loss. Boards take and give bare integers and
# plain tuples: with a NamedTuple for each ordered move a search took 6 to 19 % more time.

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from contextlib import suppress
from math import inf
from typing import Any, ClassVar, Generic, TypeVar

from games.engine import Board, Variant

# The value of a win at ply 0, above all static evaluations.
WIN_SCORE = 1 << 30
# A value further from 0 than this is a win or a loss: no game has a thousand plies.
MIN_WIN_SCORE = WIN_SCORE - 1000
# Reading the clock takes as long as searching a small position, so it is read once every so many.
NODES_PER_CLOCK_CHECK = 16

Node = TypeVar("Node")
Child = TypeVar("Child")
# Lower and upper bounds of the values of positions searched before, by the position as one integer.
# Two bounds are needed because a search that was cut off proves only one of them; equal bounds are
# the exact value.
TranspositionTable = dict[int, tuple[int, int]]


class OutOfTime(Exception):
    pass


class Budget:
    def __init__(self, *, seconds: float = inf, nodes: float = inf) -> None:
        self.deadline, self.nodes = time.monotonic() + seconds, nodes
        self.spent = 0

    @property
    def is_over(self) -> bool:
        return self.spent > self.nodes or time.monotonic() > self.deadline

    def spend(self) -> None:
        """:raises OutOfTime: if the budget is used up."""
        self.spent += 1
        if self.spent > self.nodes:
            raise OutOfTime
        if not self.spent % NODES_PER_CLOCK_CHECK and time.monotonic() > self.deadline:
            raise OutOfTime

    def part(self, *, seconds: float, nodes: float = inf) -> Budget:
        return Budget(seconds=min(seconds, self.deadline - time.monotonic()), nodes=nodes)


class Search(ABC, Generic[Node]):
    """Values are exact without a ``horizon``, from which ply on they are static evaluations."""

    # What a line that lacks one mark is worth to the static evaluation.
    line_lacking_one = 1

    def __init__(self, variant: Variant, win_score: int, deadline: float = inf) -> None:
        self.variant, self.win_score, self.deadline = variant, win_score, deadline
        self.horizon = win_score
        self.nodes = 0

    @abstractmethod
    def node(self, board: Board) -> Node: ...

    @abstractmethod
    def evaluate(self, node: Node) -> int: ...

    @abstractmethod
    def value(self, node: Node, alpha: int, beta: int) -> int:
        """Return a value, exact inside the window, else a bound; may raise ``OutOfTime``."""

    def look_ahead(self, horizon: int) -> None:
        self.horizon = horizon

    def deepen(
        self, board: Board, depth: int, deadline: float = inf, margin: int = 0
    ) -> dict[int, int]:
        """Return the values of moves; those more than ``margin`` below the best are bounds."""
        after = {cell: board.play(cell) for cell in board.legal_moves()}
        self._ended = {
            cell: value
            for cell, child in after.items()
            if (value := self._value_of_ended(child)) is not None
        }
        self._nodes = {c: self.node(after[c]) for c in after if c not in self._ended}
        values = dict.fromkeys(after, 0)
        with suppress(OutOfTime):
            for plies in range(1, depth + 1):
                self.deadline = deadline if plies > 1 else inf
                self.look_ahead(board.ply + plies)
                values = self._values_of_moves(values, margin)
                if abs(max(values.values())) > MIN_WIN_SCORE:
                    break
        return values

    def _values_of_moves(self, previous: dict[int, int], margin: int) -> dict[int, int]:
        values: dict[int, int] = {}
        best = -WIN_SCORE
        for cell in sorted(previous, key=previous.__getitem__, reverse=True):
            # One lower than the margin, so that a value at the margin is exact.
            values[cell] = self._value_of_move(cell, best - margin - 1)
            best = max(best, values[cell])
        return values

    def _value_of_move(self, cell: int, alpha: int) -> int:
        if cell in self._ended:
            return -self._ended[cell]
        return -self.value(self._nodes[cell], -self.win_score, -alpha)

    def value_after(self, board: Board) -> int:
        value = self._value_of_ended(board)
        if value is None:
            value = self.value(self.node(board), -self.win_score, self.win_score)
        return -value

    def _value_of_ended(self, board: Board) -> int | None:
        if not (outcome := board.outcome()):
            return None
        won, lost = (outcome.winner is mark for mark in (board.turn, board.turn.opponent))
        return (self.win_score - board.ply) * (won - lost)


class Negamax(Search[Node], Generic[Node, Child]):
    max_entries: ClassVar[int] = 500_000  # of the table, which is emptied when it is full
    learns: ClassVar[bool] = False  # ``learned``: the best of children by their second items

    def __init__(self, variant: Variant, win_score: int, deadline: float = inf) -> None:
        super().__init__(variant, win_score, deadline)
        self.table: TranspositionTable = {}
        self.learned: dict[int, int] = {}

    @abstractmethod
    def bounds(self, node: Node, alpha: int, beta: int) -> tuple[int, Any, int, int]:
        """Return the key in the table, the moves to search, and bounds known without a search."""

    @abstractmethod
    def children(self, node: Node, key: int, moves: Any, beta: int) -> tuple[list[Child], int]:
        """Return ordered moves and an upper bound, without moves the value or a beta cutoff."""

    @abstractmethod
    def visit(self, node: Node, child: Child, alpha: int, beta: int) -> int:
        """Return the value after a move, for the side that is to move there."""

    def value(self, node: Node, alpha: int, beta: int) -> int:
        return self.negamax(node, alpha, beta)

    def negamax(self, node: Node, alpha: int, beta: int) -> int:
        self.nodes += 1
        if not self.nodes % NODES_PER_CLOCK_CHECK:
            self.check_limits()
        key, moves, lower, upper = self.bounds(node, alpha, beta)
        if upper <= alpha or upper == lower:
            return upper
        if lower >= beta:
            return lower
        if entry := self.table.get(key):
            lower, upper = entry
            if upper <= alpha or upper == lower:
                return upper
            if lower >= beta:
                return lower
        children, bound = self.children(node, key, moves, beta)
        if not children:
            self.table[key] = max(lower, bound), upper
            return bound
        # No ``min`` and ``max`` here: they took 3 % of the time.
        if bound < upper:
            upper = bound
        best = upper
        if upper > alpha:
            start = alpha = lower if lower > alpha else alpha
            beta = upper if upper < beta else beta
            best, visit = -self.win_score, self.visit
            principal: Any = None
            for child in children:
                value = -visit(node, child, -beta, -alpha)
                if value > best:
                    best, principal = value, child
                    if best >= beta:
                        break
                    if best > alpha:
                        alpha = best
            if self.learns and principal is not None:
                self.learned[key] = principal[1]
            # A result inside the window is exact; at alpha or beta, or beyond, it is a bound.
            if best > start and best > lower:
                lower = best
            if best < beta and best < upper:
                upper = best
        self.table[key] = lower, upper
        return best

    def check_limits(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if len(self.table) > self.max_entries:
            self.table.clear()
        if len(self.learned) > self.max_entries:
            self.learned.clear()

    def look_ahead(self, horizon: int) -> None:
        self.horizon = horizon
        self.table.clear()
