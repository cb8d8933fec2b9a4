"""Alpha-beta on nested boards (ultimate tic-tac-toe): exact, or with an evaluation at a horizon.

What counts of a small board is its promise to each side: how likely the lines still open there win
it, 0 if there is none, and ``WON`` once it is won. A line of small boards is worth the product of
their three promises, and a side's total is the sum over the eight lines, so it is 0 once the side
can complete none. A move changes one small board, hence the totals by a multiple of its factors.

A position is one integer with 18 bits for each small board: its number. They are nine for the marks
of X and, above, nine for those of O. A closed board has a number of its own, whatever marks are on
it, so that positions that differ only there share an entry of the table.

The innermost functions take bare integers and plain tuples, as those of ``alphabeta`` do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf, prod
from typing import NamedTuple

from games.ai.budget import NODES_PER_CLOCK_CHECK, check_limits
from games.engine import CLASSIC, Board, Mark, Variant

PLACES = CLASSIC.size  # on a small board, and small boards
BITS = 2 * PLACES  # of a small board in a position
ALL = CLASSIC.full
WON_BY = {Mark.X: ALL, Mark.O: ALL << PLACES, None: (1 << BITS) - 1}  # numbers of closed boards
NUMBER = (1 << BITS) - 1  # the mask of a small board's number
ANY = 15  # the target of whoever may choose the small board
LOST = 14  # that of a move after which the opponent wins at once
WON = 64  # the promise of a small board that is won
MAX_ENTRIES = 300_000  # of the table, which then takes less than 128 MB
HAS_LINE = [CLASSIC.rules.has_line(marks) for marks in range(ALL + 1)]
# By the mask of closed boards, those that are open.
OPEN = [[n for n in range(PLACES) if not closed >> n & 1] for closed in range(ALL + 1)]
# For each small board, the pairs of boards that make a line with it.
PAIRS = [
    [tuple(set(line) - {number}) for line in CLASSIC.lines if number in line]
    for number in range(PLACES)
]

# A move on a small board: its place there, the number of the board after it, the promises to the
# side that moves and to its opponent, and whether it closes the board, and wins it.
SmallMove = tuple[int, int, int, int, bool, bool]
# Position, target, closed boards, those that the side to move has won and lost as masks, the totals
# of both sides, and the ply.
State = tuple[int, int, int, int, int, int, int, int]
# What follows from a move: its value for the opponent if nobody looks further, the move, the state,
# and the promises of its board to the side that moves and to its opponent.
Child = tuple[int, int, State, int, int]


class NestedNode(NamedTuple):
    board: Board
    state: State
    own: list[int]
    other: list[int]


@dataclass(frozen=True, slots=True)
class NestedEvaluation:
    """The chance that a small board is won by a line with 0, 1 or 2 marks, in percent.

    A side that is sent to a board that it can win at once is sure of ``reply`` eighths of that.
    """

    chances: tuple[int, int, int] = (4, 12, 40)
    reply: int = 4

    def new_search(self, variant: Variant, win_score: int) -> NestedSearch:
        return NestedSearch(self, win_score=win_score, deadline=inf)

    def line_lacking_one(self, variant: Variant) -> int:
        """Return about half of what it is worth to win the first small board."""
        return WON**3 // 8


@lru_cache(maxsize=1 << 16)
def promise(evaluation: NestedEvaluation, own: int, other: int) -> int:
    """Return the promise of an unfinished small board to the side with the marks ``own``."""
    counts = [(mask & own).bit_count() for mask in CLASSIC.masks if not mask & other]
    chance = 1 - prod([1 - evaluation.chances[count] / 100 for count in counts])
    return max(1, round(WON * chance)) if counts else 0


NESTED = NestedEvaluation()


class SmallMoves(dict[int, tuple[SmallMove, ...]]):
    def __init__(self, evaluation: NestedEvaluation, side: int) -> None:
        self.evaluation, self.side = evaluation, side
        self.winnable = WinnableBoards(self)

    def __missing__(self, number: int) -> tuple[SmallMove, ...]:
        marks = number & ALL, number >> PLACES
        own, other = marks[self.side], marks[1 - self.side]
        places = [place for place in range(PLACES) if not (own | other) >> place & 1]
        self[number] = found = tuple([self._move(own, other, place) for place in places])
        return found

    def _move(self, own: int, other: int, place: int) -> SmallMove:
        own |= 1 << place
        if HAS_LINE[own]:
            return place, WON_BY[Mark.O if self.side else Mark.X], WON, 0, True, True
        if own | other == ALL:
            return place, WON_BY[None], 0, 0, True, False
        number = other | own << PLACES if self.side else own | other << PLACES
        to_own = promise(self.evaluation, own, other)
        return place, number, to_own, promise(self.evaluation, other, own), False, False


class WinnableBoards(dict[int, bool]):
    def __init__(self, moves: SmallMoves) -> None:
        self.moves = moves

    def __missing__(self, number: int) -> bool:
        self[number] = found = any(is_won for *_, is_won in self.moves[number])
        return found


@lru_cache(maxsize=4)
def small_moves(evaluation: NestedEvaluation) -> tuple[SmallMoves, SmallMoves]:
    return SmallMoves(evaluation, 0), SmallMoves(evaluation, 1)


class NestedSearch:
    """A search with its table, by the values of ``AlphaBeta``, exact without a ``horizon``."""

    def __init__(self, evaluation: NestedEvaluation, *, win_score: int, deadline: float) -> None:
        self.evaluation, self.win_score, self.deadline = evaluation, win_score, deadline
        self.tables = small_moves(evaluation)
        self.horizon = PLACES * PLACES + 1
        self.table: dict[int, tuple[int, int]] = {}
        self.best_moves: dict[int, int] = {}
        self.promises: tuple[list[int], list[int]] = [], []
        self.nodes = 0

    def look_ahead(self, horizon: int) -> None:
        """Evaluate positions from another ply on; the best moves so far are tried first."""
        self.horizon = horizon
        self.table.clear()

    def node(self, board: Board) -> NestedNode:
        closed, target = board.closed(), board.target()
        numbers, sides = _numbers(board, closed), (board.turn, board.turn.opponent)
        own, other = ([self._promise(n, mark) for n in numbers] for mark in sides)
        won, lost = (
            sum([1 << number for number, by in closed.items() if by is mark]) for mark in sides
        )
        position = sum([number << BITS * index for index, number in enumerate(numbers)])
        masks = (
            ANY if target is None else target,
            sum([1 << number for number in closed]),
            won,
            lost,
        )
        state = position, *masks, _total(own), _total(other), board.ply
        return NestedNode(board, state, own, other)

    def _promise(self, number: int, mark: Mark) -> int:
        if number in WON_BY.values():
            return WON if number == WON_BY[mark] else 0
        marks = number & ALL, number >> PLACES
        return promise(self.evaluation, *marks[:: -1 if mark is Mark.O else 1])

    def lead(self, node: NestedNode) -> int:
        *_, own_total, other_total, _ply = node.state
        return own_total - other_total

    def value_of_move(self, node: NestedNode, cell: int, alpha: int) -> int:
        """Return the value of a move for the side that makes it: exact or at most ``alpha``."""
        child = node.board.play(cell)
        if outcome := child.outcome():
            return self.win_score - child.ply if outcome.winner else 0
        return -self.value(self.node(child), -self.win_score, -alpha)

    def value(self, node: NestedNode, alpha: int, beta: int) -> int:
        """Return the value of a position: exact inside the window, else a bound on that side.

        :raises OutOfTime: at the deadline.
        """
        # A search that ran out of time has left its own promises there.
        sides = list(node.own), list(node.other)
        self.promises = sides[::-1] if node.board.ply & 1 else sides
        return self.alpha_beta(node.state, alpha, beta)

    def alpha_beta(self, state: State, alpha: int, beta: int) -> int:
        self.nodes += 1
        if not self.nodes % NODES_PER_CLOCK_CHECK:
            check_limits(self.deadline, self.table, MAX_ENTRIES)
            check_limits(self.deadline, self.best_moves, MAX_ENTRIES)
        position, target, _, _, _, own_total, other_total, ply = state
        # A side that cannot complete a line of small boards any more cannot win.
        upper = self.win_score - ply - 1 if own_total else 0
        lower = ply + 2 - self.win_score if other_total else 0
        if upper <= alpha or upper == lower:
            return upper
        if lower >= beta:
            return lower
        if ply + 1 >= self.horizon:
            children = self._children(state, -beta)
            return -children[0][0] if children else self.win_score - ply - 1
        key = (position << 4 | target) << 7 | ply
        if entry := self.table.get(key):
            lower, upper = entry
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
        children = self._children(state, None)
        if not children:
            return self.win_score - ply - 1
        if (first := self.best_moves.get(key, -1)) >= 0:
            children.sort(key=lambda child: child[1] != first)
        floor, ceiling = max(alpha, lower), min(beta, upper)
        best, self.best_moves[key] = self._best_value(children, ply, floor, ceiling)
        self.table[key] = (
            lower if best <= floor else max(best, lower),
            upper if best >= ceiling else min(best, upper),
        )
        return best

    def _best_value(
        self, children: list[Child], ply: int, alpha: int, beta: int
    ) -> tuple[int, int]:
        own, other = self.promises[ply & 1], self.promises[~ply & 1]
        best, best_move = -self.win_score, -1
        for _, move, state, own_promise, other_promise in children:
            if state[1] == LOST:
                value = ply + 2 - self.win_score
            elif state[2] == ALL:
                value = 0
            else:
                number = move // PLACES
                before = own[number], other[number]
                own[number], other[number] = own_promise, other_promise
                value = -self.alpha_beta(state, -beta, -alpha)
                own[number], other[number] = before
            if value > best:
                best, best_move = value, move
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best, best_move

    def _children(self, state: State, enough: int | None) -> list[Child]:
        # At the horizon, where ``enough`` is a number, only the worst value is returned, or the
        # first that is not above it.
        position, target, closed, won, lost, own_total, other_total, ply = state
        side, worst = ply & 1, self.win_score
        children: list[Child] = []
        moves, own, other = self.tables[side], self.promises[side], self.promises[1 - side]
        winnable, reply = self.tables[1 - side].winnable, self.evaluation.reply
        for number in OPEN[closed] if target == ANY else (target,):
            # How much the totals change with each unit of this board's promises.
            own_factor, other_factor = _factors(own, other, number)
            before = position >> BITS * number & NUMBER
            own_rest = own_total - own[number] * own_factor
            other_rest = other_total - other[number] * other_factor
            for place, after, own_promise, other_promise, closes, wins in moves[before]:
                now_closed, now_won, sent = closed, won, place
                if closes:
                    now_closed |= 1 << number
                    if wins:
                        now_won |= 1 << number
                        if HAS_LINE[now_won]:
                            return []
                own_after = own_rest + own_promise * own_factor
                other_after = other_rest + other_promise * other_factor
                score = other_after - own_after
                if now_closed >> place & 1:
                    sent = ANY
                    if now_closed == ALL:
                        score = 0
                elif winnable[after if place == number else position >> BITS * place & NUMBER]:
                    if HAS_LINE[lost | 1 << place]:
                        sent, score = LOST, self.win_score - ply - 2
                    else:
                        own_gain, other_gain = _factors(own, other, place)
                        gain = own[place] * own_gain + (WON - other[place]) * other_gain
                        score += gain * reply >> 3
                if enough is None:
                    after = position + (after - before << BITS * number)
                    # The sides change places.
                    child = after, sent, now_closed, lost, now_won, other_after, own_after, ply + 1
                    move = number * PLACES + place
                    children.append((score, move, child, own_promise, other_promise))
                elif score < worst:
                    worst = score
                    if score <= enough:
                        break
        if enough is not None:
            return [(worst, -1, state, 0, 0)]
        children.sort()
        return children


def _factors(own: list[int], other: list[int], number: int) -> tuple[int, int]:
    own_factor = other_factor = 0
    for one, two in PAIRS[number]:
        own_factor += own[one] * own[two]
        other_factor += other[one] * other[two]
    return own_factor, other_factor


def _numbers(board: Board, closed: Mapping[int, Mark | None]) -> list[int]:
    numbers = [0] * PLACES
    for cell, (number, place) in enumerate(_places(board.variant)):
        numbers[number] |= (board.x >> cell & 1 | (board.o >> cell & 1) << PLACES) << place
    for number, by in closed.items():
        numbers[number] = WON_BY[by]
    return numbers


@cache
def _places(variant: Variant) -> list[tuple[int, int]]:
    return [(variant.board_of(c), variant.place_on_board(c)) for c in range(variant.size)]


def _total(promises: Sequence[int]) -> int:
    return sum([prod([promises[number] for number in line]) for line in CLASSIC.lines])
