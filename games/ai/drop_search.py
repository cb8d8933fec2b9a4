"""Sources: Tromp's and Pons' solvers (masks, keys, order); Allis, "Connect-Four" (1988)."""

# Rows of a mask have one bit more than the board has columns, and above the top one there is an
# empty row, so that nothing wraps around.

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf

from games.ai.search import Negamax, TranspositionTable
from games.engine import Board, Variant

RUN = 4
# In the order of moves: what a threat counts for a move, what a safe reply counts against it, and
# a move that the opponent has to answer, which comes before all others.
THREAT, REPLY, FORCING = 16, 6, 1 << 10
# Arrangements of marks around each cell of which the threats are kept.
MAX_PATTERNS = 4000

# The marks of the side to move and of its opponent, the threats of either, the next cell of each
# column, and the ply. Taken cells among the threats mean nothing.
DropNode = tuple[int, int, int, int, int, int]
# The cells that share a line with a cell; the threats that a mark on it makes, by the marks of its
# side among them, as far as they have occurred; and the number of lines through it.
Cell = tuple[int, dict[int, int], int]
# The negated ordering score, the cell as a bit, the marks with it, and the threats they make.
OrderedMove = tuple[int, int, int, int]


class DropLayout:
    def __init__(self, variant: Variant) -> None:
        width, height = variant.width, variant.height
        self.size, self.width, self.height, self.up = variant.size, width, height, width + 1
        rows = [(1 << width) - 1 << self.up * (row + 1) for row in range(height)]
        self.full, self.floor = sum(rows), rows[-1]
        # Of two cells that are filled one after the other, up to the top: the first, the second.
        self.lower, self.upper = sum(rows[1::2]), sum(rows[::2])
        column = self.full & sum(1 << self.up * (row + 1) for row in range(height))
        self.columns = [column << c for c in range(width)]
        self.steps = (1, width, width + 1, width + 2)
        # Before, to follow up hardly ever settles anything.
        self.follow_up_from = variant.size // 2
        self.cells = dict(self._cells(variant))
        # What has been proven of positions. The next search of the process begins with it, for the
        # positions of a game follow each other.
        self.table: TranspositionTable = {}

    def mask(self, marks: int) -> int:
        row = (1 << self.width) - 1
        return sum((marks >> self.width * r & row) << self.up * (r + 1) for r in range(self.height))

    def has_line(self, marks: int) -> bool:
        for step in self.steps:
            pairs = marks & marks >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def threats(self, marks: int) -> int:
        found = 0
        for step in self.steps:
            after, before = marks << step, marks >> step
            two_after, two_before = after & marks << 2 * step, before & marks >> 2 * step
            found |= two_after & (marks << 3 * step | before)
            found |= two_before & (marks >> 3 * step | after)
        return found & self.full

    def remember_threats(self, known: dict[int, int], marks: int, bit: int) -> None:
        if len(known) >= MAX_PATTERNS:
            known.clear()
        known[marks] = self.threats(marks | bit)

    def follow_up_bound(self, own: int, other: int, free: int, threats: int, empty: int) -> int:
        # An upper bound, if the opponent plays above each move, or where a column has an odd number
        # of free cells, on another such column. ``threats`` are the opponent's, ``empty`` is a
        # mask.
        odd = free & self.upper
        if empty.bit_count() & 1:
            return self._threat_bound(own, odd, threats & self.lower & empty, empty)
        if self.has_line(own | empty & self.lower | odd):
            return self.size
        return -1 if self.has_line(other | empty & self.upper & ~odd) else 0

    def _threat_bound(self, own: int, odd: int, threats: int, empty: int) -> int:
        # The side to move has to, once all other columns are full.
        for column in self.columns:
            waiting = threats & column
            if waiting and odd & column:
                lowest = 1 << waiting.bit_length() - 1
                below = column & -lowest & self.upper
                rest = empty & (self.lower & ~column | below) | odd & ~column
                if not self.has_line(own | rest):
                    return -(lowest.bit_length() // self.up)
        return self.size

    def _cells(self, variant: Variant) -> Iterator[tuple[int, Cell]]:
        for cell in range(variant.size):
            lines = [line for line in variant.lines if cell in line]
            around = sum(1 << other for other in {c for line in lines for c in line} - {cell})
            yield self.mask(1 << cell), (self.mask(around), {}, len(lines))


@lru_cache(maxsize=8)
def drop_layout(variant: Variant) -> DropLayout:
    return DropLayout(variant)


def can_search(variant: Variant) -> bool:
    return variant.drop and not variant.misere and variant.run == RUN


class DropSearch(Negamax[DropNode, OrderedMove]):
    # At about 200 bytes an entry, the table stays below 128 MB.
    max_entries = 550_000

    def __init__(self, variant: Variant, win_score: int, deadline: float = inf) -> None:
        super().__init__(variant, win_score, deadline)
        self.layout = drop_layout(variant)
        self.table = self.layout.table

    def node(self, board: Board) -> DropNode:
        layout = self.layout
        x, o = layout.mask(board.x), layout.mask(board.o)
        free = ((x | o) >> layout.up | layout.floor) & ~(x | o)
        own, other = (o, x) if board.ply & 1 else (x, o)
        return own, other, layout.threats(own), layout.threats(other), free, board.ply

    def evaluate(self, node: DropNode) -> int:
        own, other, *_ = node
        cells = self.layout.cells.items()
        return sum(n * (bool(own & bit) - bool(other & bit)) for bit, (_, _, n) in cells)

    def value(self, node: DropNode, alpha: int, beta: int) -> int:
        _, _, threats, _, free, ply = node
        if threats & free & self.layout.full:
            return self.win_score - ply - 1
        return self.negamax(node, alpha, beta)

    def bounds(self, node: DropNode, alpha: int, beta: int) -> tuple[int, int, int, int]:
        own, _, _, threats, free, ply = node
        layout, win = self.layout, self.win_score - ply
        playable = free & layout.full
        if not playable:
            return 0, 0, 0, 0
        # A move must not become the support of a cell that completes the opponent's line.
        moves = playable & ~(threats << layout.up)
        if forced := threats & playable:
            moves = 0 if forced & forced - 1 else moves & forced
        if not moves:
            return 0, 0, 2 - win, 2 - win
        # The side to move cannot win at ply 1, nor the opponent at ply 2.
        lower, upper = min(0, 4 - win), max(0, win - 3)
        key = own | free
        if upper <= alpha or lower >= beta:
            # An earlier search may have proven more.
            lower, upper = self.table.get(key, (lower, upper))
        return key, moves, lower, upper

    def children(
        self, node: DropNode, key: int, moves: int, beta: int
    ) -> tuple[list[OrderedMove], int]:
        own, other, own_threats, _, free, ply = node
        layout, probe, cells = self.layout, self.table.get, self.layout.cells
        full, up, win = layout.full, layout.up, self.win_score - ply
        empty = full & ~(own | other)
        is_bounded = beta <= layout.height and win <= layout.follow_up_from
        children: list[OrderedMove] = []
        while moves:
            bit = moves & -moves
            moves ^= bit
            around, known, lines = cells[bit]
            pattern = own & around
            if pattern not in known:
                layout.remember_threats(known, pattern, bit)
            marks, rest, child_free = own | bit, empty ^ bit, free ^ bit | bit >> up
            threats = (own_threats | known[pattern]) & rest
            playable = child_free & full
            wins = threats & playable
            replies = (wins or playable) & ~(threats << up)
            if wins & wins - 1 or (playable and not replies):
                return [], win - 3
            entry = probe(other | child_free)
            if entry and -entry[1] >= beta:
                return [], -entry[1]
            if is_bounded:
                bound = layout.follow_up_bound(other, marks, child_free, threats, rest)
                if bound <= -beta:
                    return [], -bound
            score = THREAT * threats.bit_count() - REPLY * replies.bit_count() + lines
            children.append((-score - FORCING if wins else -score, bit, marks, threats))
        children.sort()
        # No move leaves the opponent without an answer, so there is no win at ply 3.
        return children, max(0, win - 5)

    def visit(self, node: DropNode, child: OrderedMove, alpha: int, beta: int) -> int:
        _, other, _, opponent_threats, free, ply = node
        _, bit, marks, threats = child
        rest = free ^ bit | bit >> self.layout.up
        return self.negamax((other, marks, opponent_threats, threats, rest, ply + 1), alpha, beta)
