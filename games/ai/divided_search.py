"""The searches of boards of small boards: Ultimate, exact or evaluated, and Notakto, exact."""

# A small board counts by its chance for each side, 0 if it cannot be won and ``WON`` once it is. A
# line of small boards is worth the product of its chances, a side's total the sum over eight lines.
# A position is one integer with 18 bits for each small board: nine for the marks of X and, above,
# nine for those of O. A closed board has a number of its own, whatever marks are on it.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import prod

from games.ai.search import WIN_SCORE, Negamax, Search
from games.engine import CLASSIC, Board, Mark, Variant, symmetries

PLACES = CLASSIC.size  # on a small board, and small boards
BITS = 2 * PLACES  # of a small board in a position
ALL = CLASSIC.full
WON_BY = {Mark.X: ALL, Mark.O: ALL << PLACES, None: (1 << BITS) - 1}  # numbers of closed boards
NUMBER = (1 << BITS) - 1  # the mask of a small board's number
ANY = 15  # the target of whoever may choose the small board
LOST = 14  # that of a move after which the opponent wins at once
WON = 64  # the chance of a small board that is won
# The chance of a small board to be won by a line with 0, 1 or 2 marks, in percent. A side that is
# sent to a board that it can win at once is sure of ``REPLY`` eighths of that.
CHANCES, REPLY = (4, 12, 40), 4
HAS_LINE = [CLASSIC.rules.has_line(marks) for marks in range(ALL + 1)]
# By the mask of closed boards, those that are open.
OPEN = [[n for n in range(PLACES) if not closed >> n & 1] for closed in range(ALL + 1)]
# For each small board, the pairs of boards that make a line with it.
PAIRS = [
    [tuple(set(line) - {number}) for line in CLASSIC.lines if number in line]
    for number in range(PLACES)
]

Chances = list[int]  # of the nine small boards
# A move on a small board: its place there, the number of the board after it, the chances of the
# side that moves and of its opponent, and whether it closes the board, and wins it.
SmallMove = tuple[int, int, int, int, bool, bool]
# Position, target, closed boards, those that the side to move has won and lost as masks, the totals
# of both sides, and the ply.
State = tuple[int, int, int, int, int, int, int, int]
# With the chances of the side to move and of its opponent.
UltimateNode = tuple[State, Chances, Chances]
# What follows from a move: its value for the opponent if nobody looks further, the move, the state,
# and the chances of its board for the opponent and for the side that moves.
Child = tuple[int, int, State, int, int]


@lru_cache(maxsize=1 << 16)
def chance(own: int, other: int) -> int:
    counts = [(mask & own).bit_count() for mask in CLASSIC.masks if not mask & other]
    won = 1 - prod([1 - CHANCES[count] / 100 for count in counts])
    return max(1, round(WON * won)) if counts else 0


class SmallMoves(dict[int, tuple[SmallMove, ...]]):
    def __init__(self, side: int) -> None:
        self.side = side
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
        return place, number, chance(own, other), chance(other, own), False, False


class WinnableBoards(dict[int, bool]):
    def __init__(self, moves: SmallMoves) -> None:
        self.moves = moves

    def __missing__(self, number: int) -> bool:
        self[number] = found = any(is_won for *_, is_won in self.moves[number])
        return found


TABLES = SmallMoves(0), SmallMoves(1)


class UltimateSearch(Negamax[UltimateNode, Child]):
    max_entries = 300_000
    learns = True
    line_lacking_one = WON**3 // 8  # about half of what it is worth to win the first small board

    def node(self, board: Board) -> UltimateNode:
        closed, target = board.closed(), board.target()
        numbers, sides = _numbers(board, closed), (board.turn, board.turn.opponent)
        own, other = ([_chance(n, mark) for n in numbers] for mark in sides)
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
        return (position, *masks, _total(own), _total(other), board.ply), own, other

    def evaluate(self, node: UltimateNode) -> int:
        *_, own_total, other_total, _ply = node[0]
        return own_total - other_total

    def bounds(self, node: UltimateNode, alpha: int, beta: int) -> tuple[int, None, int, int]:
        position, target, _, _, _, own_total, other_total, ply = node[0]
        # A side that cannot complete a line of small boards any more cannot win.
        upper = self.win_score - ply - 1 if own_total else 0
        lower = ply + 2 - self.win_score if other_total else 0
        if ply + 1 >= self.horizon and lower < upper and alpha < upper and lower < beta:
            children = self._children(node, -beta)
            lower = upper = -children[0][0] if children else self.win_score - ply - 1
        return (position << 4 | target) << 7 | ply, None, lower, upper

    def children(
        self, node: UltimateNode, key: int, moves: None, beta: int
    ) -> tuple[list[Child], int]:
        first = self.learned.get(key, -1)
        return self._children(node, None, first), self.win_score - node[0][-1] - 1

    def visit(self, node: UltimateNode, child: Child, alpha: int, beta: int) -> int:
        _, move, state, own_chance, other_chance = child
        if state[1] == LOST:
            return self.win_score - state[-1] - 1
        if state[2] == ALL:
            return 0
        # The sides change places.
        _, other, own = node
        number, own, other = move // PLACES, own[:], other[:]
        own[number], other[number] = own_chance, other_chance
        return self.negamax((state, own, other), alpha, beta)

    def _children(self, node: UltimateNode, cutoff: int | None, first: int = -1) -> list[Child]:
        # At the horizon, where ``cutoff`` is a number, only the worst value is returned, or the
        # first that is not above it.
        state, own, other = node
        position, target, closed, won, lost, own_total, other_total, ply = state
        side, worst = ply & 1, self.win_score
        children: list[Child] = []
        moves, winnable = TABLES[side], TABLES[1 - side].winnable
        for number in OPEN[closed] if target == ANY else (target,):
            # How much the totals change with each unit of this board's chances.
            own_factor, other_factor = _factors(own, other, number)
            before = position >> BITS * number & NUMBER
            own_rest = own_total - own[number] * own_factor
            other_rest = other_total - other[number] * other_factor
            for place, after, own_chance, other_chance, closes, wins in moves[before]:
                now_closed, now_won, sent = closed, won, place
                if closes:
                    now_closed |= 1 << number
                    if wins:
                        now_won |= 1 << number
                        if HAS_LINE[now_won]:
                            return []
                own_after = own_rest + own_chance * own_factor
                other_after = other_rest + other_chance * other_factor
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
                        score += gain * REPLY >> 3
                if cutoff is None:
                    after = position + (after - before << BITS * number)
                    # The sides change places.
                    child = after, sent, now_closed, lost, now_won, other_after, own_after, ply + 1
                    move = number * PLACES + place
                    if move == first:
                        score = -WIN_SCORE
                    children.append((score, move, child, other_chance, own_chance))
                elif score < worst:
                    worst = score
                    if score <= cutoff:
                        break
        if cutoff is not None:
            return [(worst, -1, state, 0, 0)]
        children.sort()
        return children


def _factors(own: Chances, other: Chances, number: int) -> tuple[int, int]:
    own_factor = other_factor = 0
    for one, two in PAIRS[number]:
        own_factor += own[one] * own[two]
        other_factor += other[one] * other[two]
    return own_factor, other_factor


def _chance(number: int, mark: Mark) -> int:
    if number in WON_BY.values():
        return WON if number == WON_BY[mark] else 0
    marks = number & ALL, number >> PLACES
    return chance(*marks[:: -1 if mark is Mark.O else 1])


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


def _total(chances: Sequence[int]) -> int:
    return sum([prod([chances[number] for number in line]) for line in CLASSIC.lines])


Shapes = tuple[int, ...]  # of the small boards that live, in ascending order


class NotaktoSearch(Search[Board]):
    """What ends beyond its horizon is worth 0 to it: there the levels play by chance."""

    def node(self, board: Board) -> Board:
        return board

    def evaluate(self, node: Board) -> int:
        return self.value(node, -self.win_score, self.win_score)

    def value(self, node: Board, alpha: int, beta: int) -> int:
        before = plies_to_end.cache_info().misses
        plies = plies_to_end(_shapes(node))
        self.nodes += plies_to_end.cache_info().misses - before
        win = self.win_score - node.ply - plies
        if node.ply + plies > self.horizon:
            return 0
        return -win if plies % 2 else win


@cache
def plies_to_end(boards: Shapes) -> int:
    """Return after how many plies the game ends if both sides play their best."""
    if not boards:
        return 0
    lengths = {plies_to_end(following) for following in _following(boards)}
    return 1 + min([n for n in lengths if n % 2], default=max(lengths))


def _following(boards: Shapes) -> set[Shapes]:
    return {
        tuple(sorted([*boards[:number], *after, *boards[number + 1 :]]))
        for number, shape in enumerate(boards)
        for after in _moves(shape)
    }


@cache
def _moves(shape: int) -> set[Shapes]:
    marked = (shape | 1 << cell for cell in range(CLASSIC.size) if not shape >> cell & 1)
    return {_living(marks) for marks in marked}


@cache
def _living(marks: int) -> Shapes:
    if CLASSIC.rules.contains_line(marks):
        return ()
    cells = [cell for cell in range(CLASSIC.size) if marks >> cell & 1]
    return (min(sum(1 << way[cell] for cell in cells) for way in symmetries(CLASSIC)),)


def _shapes(board: Board) -> Shapes:
    variant = board.variant
    marks = [0] * len(variant.boards)
    for cell in range(variant.size):
        if board.x >> cell & 1:
            marks[variant.board_of(cell)] |= 1 << variant.place_on_board(cell)
    return tuple(sorted([shape for each in marks for shape in _living(each)]))
