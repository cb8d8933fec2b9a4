"""What a position is worth, and each of its moves: proven, or said to be unknown.

Source: bisection of the value by null windows, as in Plaat, "Best-First Fixed-Depth Minimax
Algorithms" (1996). Each search answers one question, whether the value is above some number,
and that cuts off most.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from games.ai.alphabeta import OutOfTime, Search, doubling
from games.ai.line_tables import FIELD, LOW, lines_of
from games.engine import Board, Outcome

# Ends so near, in plies, are looked for first: they are proven at once on any board.
NEAR = (1, 2, 3, 4, 5)


class Value(StrEnum):
    """How a game ends if both sides play their best, for one of them."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"


OPPOSITE = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A value, and in how many plies the game is won or lost.

    ``plies`` is None for a draw, for what is unknown, and where time ran out before the
    distance was found.
    """

    value: Value
    plies: int | None = None

    @property
    def is_known(self) -> bool:
        return self.value is not Value.UNKNOWN

    def before(self) -> Verdict:
        """Return what it means for the side whose move led here."""
        plies = None if self.plies is None else self.plies + 1
        return Verdict(OPPOSITE.get(self.value, self.value), plies)

    @property
    def rank(self) -> tuple[int, int]:
        """Orders verdicts: wins, sooner first; the undecided; losses, later first."""
        far = 1 << 16 if self.plies is None else self.plies
        if self.value is Value.WIN:
            return 1, -far
        return (-1, far) if self.value is Value.LOSS else (0, 0)


UNKNOWN = Verdict(Value.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Solution:
    """A position's verdict for the side to move, and that of each move it may make."""

    verdict: Verdict
    moves: dict[int, Verdict]
    nodes: int
    seconds: float

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
    """Return the value of a position and of every move, with their distances in plies.

    After so many ``seconds`` what is not proven stays unknown.
    """
    began = time.monotonic()
    if outcome := board.outcome():
        return Solution(_verdict_of(board, outcome), {}, 0, 0.0)
    solver = Solver(board, seconds)
    with suppress(OutOfTime):
        solver.narrow_near()
        solver.narrow_root()
        solver.narrow_moves()
    moves = {cell: bounds.verdict.before() for cell, bounds in sorted(solver.moves.items())}
    return Solution(solver.verdict, moves, solver.search.nodes, time.monotonic() - began)


def value_of(board: Board, seconds: float = inf) -> Verdict:
    """Return the value of a position with its distance; quicker than that of every move."""
    if outcome := board.outcome():
        return _verdict_of(board, outcome)
    solver = Solver(board, seconds)
    with suppress(OutOfTime):
        solver.narrow_root()
    return solver.verdict


def best_moves(board: Board, seconds: float = inf) -> list[int]:
    """Return the moves proven to be the best, more than one if equal; empty if time ran out.

    Where it ran out only after the first was found, others may be missing.
    """
    solver = Solver(board, seconds)
    best: list[int] = []
    with suppress(OutOfTime):
        solver.narrow_root()
        best.extend(solver.equals())
    return sorted(best)


class Bounds:
    """A position, and between which numbers its value is proven to be."""

    def __init__(self, board: Board, search: Search) -> None:
        self.search, self.node = search, search.lines.node(board)
        # The value of a game that is won on the spot.
        self.top = search.top - board.ply
        self.lower, self.upper = -self.top, self.top
        if outcome := board.outcome():
            self.lower = self.upper = self._number(_verdict_of(board, outcome))

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    @property
    def verdict(self) -> Verdict:
        if self.is_exact and self.lower == 0:
            return Verdict(Value.DRAW)
        if self.lower > 0:
            return Verdict(Value.WIN, self.top - self.lower if self.is_exact else None)
        if self.upper < 0:
            return Verdict(Value.LOSS, self.top + self.upper if self.is_exact else None)
        return UNKNOWN

    def ask(self, number: int) -> None:
        """Find out whether the value is above a number, unless that is known.

        :raises OutOfTime: at the deadline.
        """
        if not self.lower <= number < self.upper:
            return
        value = self.search.value(self.node, number, number + 1)
        if value > number:
            self.lower = value
        else:
            self.upper = value

    def ask_near(self, plies: int) -> None:
        """Find out whether the game is lost, or won, within so many plies."""
        self.ask(plies - self.top)
        self.ask(self.top - plies - 1)

    def ask_all(self) -> None:
        """First who wins, then by halves how soon."""
        self.ask(-1)
        self.ask(0)
        while self.lower < self.upper:
            self.ask((self.lower + self.upper) // 2)

    def _number(self, verdict: Verdict) -> int:
        return {Value.WIN: self.top, Value.LOSS: -self.top}.get(verdict.value, 0)


class Solver:
    """The bounds of a position and of what each move leads to, with one table for all."""

    def __init__(self, board: Board, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        lines = lines_of(board.variant, doubling(board.variant.run))
        self.search = Search(lines, top=board.variant.size + 1, deadline=deadline)
        self.root = Bounds(board, self.search)
        moves = {cell: Bounds(board.play(cell), self.search) for cell in board.legal_moves()}
        # What looks best is asked about first, in case the time is short.
        self.moves = dict(sorted(moves.items(), key=lambda move: self._merit(move[1])))

    @property
    def verdict(self) -> Verdict:
        return self.root.verdict

    def narrow_near(self) -> None:
        for plies in NEAR:
            self.root.ask_near(plies)
            for bounds in self.moves.values():
                bounds.ask_near(plies)
                self._conclude()

    def narrow_root(self) -> None:
        for plies in NEAR:
            self.root.ask_near(plies)
        self.root.ask_all()

    def narrow_moves(self) -> None:
        for bounds in self.moves.values():
            bounds.lower = max(bounds.lower, -self.root.upper)
            bounds.ask_all()

    def equals(self) -> Iterator[int]:
        """Yield the moves that are worth what the position is."""
        for cell, bounds in self.moves.items():
            bounds.ask(-self.root.lower)
            if bounds.upper <= -self.root.lower:
                yield cell

    def _merit(self, after: Bounds) -> int:
        """How good a move looks to whoever moves there next: least is best."""
        _, _, _, potentials, ply = after.node
        ahead = (potentials & LOW) - (potentials >> FIELD)
        return -ahead if self.search.misere ^ ply & 1 else ahead

    def _conclude(self) -> None:
        """Let what is known of the moves tell of the position."""
        self.root.lower = max(self.root.lower, *(-move.upper for move in self.moves.values()))
        self.root.upper = min(self.root.upper, max(-move.lower for move in self.moves.values()))


def _verdict_of(board: Board, outcome: Outcome) -> Verdict:
    """Return what a finished game is to the side that would be next."""
    if outcome.winner is None:
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if outcome.winner is board.turn else Value.LOSS, 0)
