"""Alpha-beta on nested boards (ultimate tic-tac-toe): exact, or with an evaluation at a horizon.

What matters of a small board is how likely each side is to win it, its promise to that side. The
promise follows from the lines still open there; it is 0 if none is, and ``WON`` once the board is
won. A line of small boards is worth the product of their three promises, and a side's total is the
sum over the eight lines, so it is 0 once the side can complete none. A move changes one small
board, so it changes the totals by a multiple of what that board's lines lack.

A position is one integer with 18 bits for each small board: nine for the marks of X, nine for those
of O. A closed board has a number of its own there, whatever marks are on it, so that positions that
differ only in closed boards share an entry of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import inf, prod
from operator import or_
from typing import NamedTuple

from games.ai.budget import NODES_PER_CLOCK_CHECK, check_limits
from games.engine import CLASSIC, Board, Mark, Variant

PLACES = CLASSIC.size  # of a small board, and small boards
BITS = 2 * PLACES  # of a small board in a position
ALL = CLASSIC.full
WON_BY_X, WON_BY_O, FULL = ALL, ALL << PLACES, (1 << BITS) - 1  # the numbers of closed boards
ANY = 15  # the target of whoever may choose the small board
WON = 64  # the promise of a small board that is won
MAX_ENTRIES = 300_000  # of the table; below 128 MB
HAS_LINE = [CLASSIC.rules.has_line(marks) for marks in range(ALL + 1)]
# For each small board, the pairs of boards that make a line with it.
PAIRS = [
    tuple([tuple(set(line) - {number}) for line in CLASSIC.lines if number in line])
    for number in range(PLACES)
]
NUMBERS = [[n for n in range(PLACES) if not closed >> n & 1] for closed in range(ALL + 1)]

# A move on a small board: its place there, the number of the board after it, the promises to the
# side that moves and to its opponent, and whether the board is then won, full or neither.
SmallMove = tuple[int, int, int, int, int]
OPEN, CLOSED_FULL, CLOSED_WON = range(3)


class NestedNode(NamedTuple):
    """A position in the search tree.

    ``closed`` and the boards won by the side to move and by its opponent are masks of small boards.
    ``promises`` are those to X and to O.
    """

    board: Board
    position: int
    target: int
    closed: int
    won: int
    lost: int
    own_total: int
    other_total: int
    promises: tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class NestedEvaluation:
    """The chance that a small board is won by one line, open with 0, 1 or 2 marks, in percent."""

    chances: tuple[int, int, int] = (4, 12, 40)
    free_choice: int = 0  # what it is worth to choose the small board
    tempo: int = 4

    def new_search(self, variant: Variant, win_score: int) -> NestedSearch:
        return NestedSearch(self, win_score=win_score, deadline=inf)

    def line_lacking_one(self, variant: Variant) -> int:
        return WON**3 // 8


NESTED = NestedEvaluation()


class SmallBoards(dict[int, tuple[SmallMove, ...]]):
    """The moves of one side on a small board, by the number of that board."""

    def __init__(self, evaluation: NestedEvaluation, side: int) -> None:
        self.evaluation, self.side = evaluation, side

    def __missing__(self, number: int) -> tuple[SmallMove, ...]:
        marks = [number & ALL, number >> PLACES]
        places = [p for p in range(PLACES) if not (marks[0] | marks[1]) >> p & 1]
        found = self[number] = tuple([self._move(marks, place) for place in places])
        return found

    def _move(self, marks: list[int], place: int) -> SmallMove:
        after = list(marks)
        after[self.side] |= 1 << place
        if HAS_LINE[after[self.side]]:
            return place, (WON_BY_O if self.side else WON_BY_X), WON, 0, CLOSED_WON
        if after[0] | after[1] == ALL:
            return place, FULL, 0, 0, CLOSED_FULL
        own, other = after[self.side], after[1 - self.side]
        promises = promise(self.evaluation, own, other), promise(self.evaluation, other, own)
        return place, after[0] | after[1] << PLACES, *promises, OPEN


def promise(evaluation: NestedEvaluation, own: int, other: int) -> int:
    """Return the promise of an unfinished small board to the side with the marks ``own``."""
    counts = [(mask & own).bit_count() for mask in CLASSIC.masks if not mask & other]
    if not counts:
        return 0
    return max(1, round(WON * (1 - prod([1 - evaluation.chances[n] / 100 for n in counts]))))


@lru_cache(maxsize=4)
def small_boards(evaluation: NestedEvaluation) -> tuple[SmallBoards, SmallBoards]:
    """Return the tables of both sides, which fill as searches meet small boards."""
    return SmallBoards(evaluation, 0), SmallBoards(evaluation, 1)


class NestedSearch:
    """A search with its table, by the values of ``AlphaBeta``.

    Without a ``horizon`` they are exact.
    """

    def __init__(
        self,
        evaluation: NestedEvaluation,
        *,
        win_score: int,
        deadline: float,
        horizon: int | None = None,
    ) -> None:
        self.evaluation, self.win_score, self.deadline = evaluation, win_score, deadline
        self.moves = small_boards(evaluation)
        self.horizon = PLACES**2 + 1 if horizon is None else horizon
        self.table: dict[int, tuple[int, int]] = {}
        self.best_moves: dict[int, int] = {}
        self.promises: tuple[list[int], list[int]] = [], []
        self.nodes = 0

    def look_ahead(self, horizon: int) -> None:
        """Evaluate positions at another ply; the best moves found so far are tried first."""
        self.horizon = horizon
        self.table.clear()

    def node(self, board: Board) -> NestedNode:
        closed = board.closed()
        won, lost = (
            sum([1 << number for number, by in closed.items() if by is mark])
            for mark in (board.turn, board.turn.opponent)
        )
        numbers = [_number(board, number) for number in range(PLACES)]
        promises = ([self._promise(n, 0) for n in numbers], [self._promise(n, 1) for n in numbers])
        own, other = promises[:: -1 if board.turn is Mark.O else 1]
        target = board.target()
        return NestedNode(
            board,
            sum([number << BITS * index for index, number in enumerate(numbers)]),
            ANY if target is None else target,
            sum([1 << number for number in closed]),
            won,
            lost,
            _total(own),
            _total(other),
            promises,
        )

    def _promise(self, number: int, side: int) -> int:
        """Return the promise of a small board to a side."""
        if number in (WON_BY_X, WON_BY_O, FULL):
            return WON if number == (WON_BY_X, WON_BY_O)[side] else 0
        marks = number & ALL, number >> PLACES
        return promise(self.evaluation, marks[side], marks[1 - side])

    def lead(self, node: NestedNode) -> int:
        """Return how far the side to move is ahead."""
        return node.own_total - node.other_total

    def value_of_move(self, node: NestedNode, cell: int, alpha: int) -> int:
        """Return the value of a move for the side that makes it, or a bound below ``alpha``."""
        child = node.board.play(cell)
        if outcome := child.outcome():
            return self.win_score - child.ply if outcome.winner else 0
        return -self.value(self.node(child), -self.win_score, -alpha)

    def value(self, node: NestedNode, alpha: int, beta: int) -> int:
        """Return the value of a position: exact inside the window, else a bound on that side.

        :raises OutOfTime: at the deadline.
        """
        own, other = node.promises
        self.promises = list(own), list(other)
        return self.alpha_beta(*node[1:-1], node.board.ply, alpha, beta)

    def alpha_beta(
        self,
        position: int,
        target: int,
        closed: int,
        won: int,
        lost: int,
        own_total: int,
        other_total: int,
        ply: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return the value of a position in which the game is not over."""
        self.nodes += 1
        if not self.nodes % NODES_PER_CLOCK_CHECK:
            check_limits(self.deadline, self.table, MAX_ENTRIES)
        # A side that cannot complete a line of small boards any more cannot win.
        upper = self.win_score - ply - 1 if own_total else 0
        lower = ply + 2 - self.win_score if other_total else 0
        if upper <= alpha or upper == lower:
            return upper
        if lower >= beta:
            return lower
        if ply >= self.horizon:
            return own_total * self.evaluation.tempo // 4 - other_total
        key = (position << 4 | target) << 7 | ply
        if entry := self.table.get(key):
            lower, upper = entry
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
        side = ply & 1
        tables, own, other = self.moves[side], self.promises[side], self.promises[1 - side]
        children = []
        first = self.best_moves.get(key)
        for number in NUMBERS[closed] if target == ANY else (target,):
            # How much the totals change with each unit of this board's promise.
            own_factor = other_factor = 0
            for one, two in PAIRS[number]:
                own_factor += own[one] * own[two]
                other_factor += other[one] * other[two]
            shift, bit = BITS * number, 1 << number
            before = position >> shift & FULL
            own_rest = own_total - own[number] * own_factor
            other_rest = other_total - other[number] * other_factor
            for place, after, own_promise, other_promise, state in tables[before]:
                now_closed, now_won = closed, won
                if state:
                    now_closed |= bit
                    if state == CLOSED_WON:
                        now_won |= bit
                        if HAS_LINE[now_won]:
                            return self.win_score - ply - 1
                own_after = own_rest + own_promise * own_factor
                other_after = other_rest + other_promise * other_factor
                children.append(
                    (
                        -1 << 40 if first == number * PLACES + place else other_after - own_after,
                        number * PLACES + place,
                        position + (after - before << shift),
                        ANY if now_closed >> place & 1 else place,
                        now_closed,
                        now_won,
                        own_after,
                        other_after,
                        own_promise,
                        other_promise,
                    )
                )
        children.sort()
        best, best_move = -self.win_score, -1
        floor, ceiling = max(alpha, lower), min(beta, upper)
        for _, move, *child, own_promise, other_promise in children:
            child_position, child_target, child_closed, child_won, own_after, other_after = child
            if child_closed == ALL:
                value = 0
            else:
                number = move // PLACES
                saved = own[number], other[number]
                own[number], other[number] = own_promise, other_promise
                value = -self.alpha_beta(
                    child_position,
                    child_target,
                    child_closed,
                    lost,
                    child_won,
                    other_after,
                    own_after,
                    ply + 1,
                    -ceiling,
                    -floor,
                )
                own[number], other[number] = saved
            if value > best:
                best, best_move = value, move
                if best >= ceiling:
                    break
                floor = max(floor, best)
        floor = max(alpha, lower)
        self.table[key] = (
            lower if best <= floor else max(best, lower),
            upper if best >= ceiling else min(best, upper),
        )
        self.best_moves[key] = best_move
        return best


def _number(board: Board, index: int) -> int:
    """Return the number of a small board of a position."""
    closed = board.closed()
    if index in closed:
        return {Mark.X: WON_BY_X, Mark.O: WON_BY_O, None: FULL}[closed[index]]
    variant = board.variant
    cells = [c for c in range(variant.size) if variant.boards[index] >> c & 1]
    x, o = (
        reduce(or_, [1 << variant.place_on_board(c) for c in cells if marks >> c & 1], 0)
        for marks in (board.x, board.o)
    )
    return x | o << PLACES


def _total(promises: Iterable[int]) -> int:
    promises = list(promises)
    return sum(prod(promises[number] for number in line) for line in CLASSIC.lines)
