"""Alpha-beta, then a count of lines; "Tens" and "Marks" are published evaluations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import perm
from random import Random
from typing import NamedTuple

from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, RawNode, cells_in, line_tables
from games.ai.search import Negamax
from games.engine import Board, Mark, Variant

# The value of a win at ply 0, above all counts of lines.
WIN_SCORE = 1 << 40
MIN_WIN_SCORE = WIN_SCORE - 1000
# A search looks at no more positions than this if nothing is cut off; it looks fewer plies ahead on
# a larger board. In plain Python that is at most half a second.
MAX_POSITIONS = 400_000


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    # The weights of a line with one, two and three marks, ``bonus`` times for the side to move.
    one: int
    two: int
    three: int
    bonus: int
    depth: int

    def __call__(self, board: Board, rng: Random) -> int:
        return rng.choice(best_of(self.values(board)))

    def values(self, board: Board) -> dict[int, int]:
        search = _TextbookSearch(board.variant, self)
        search.look_ahead(board.ply + self.plies(board.variant))
        node = search.node(board)
        return {c: -search.visit(node, c, -WIN_SCORE, WIN_SCORE) for c in board.legal_moves()}

    def plies(self, variant: Variant) -> int:
        return min(self.depth, deepest(variant))


def deepest(variant: Variant) -> int:
    plies = range(1, variant.size)
    counts: list[int] = [variant.width**n if variant.drop else perm(variant.size, n) for n in plies]
    return max(1, sum(count <= MAX_POSITIONS for count in counts))


def best_of(values: Mapping[int, float]) -> list[int]:
    best = max(values.values())
    return [cell for cell, value in values.items() if value == best]


class Evaluation(NamedTuple):
    expected: list[int]
    lines: list[tuple[Mark, int, int, int]]  # side, marks in each, how many, what they count


def count_after(player: OwnPlayer, board: Board, cell: int) -> Evaluation:
    mover, expected, misere = board.turn, [cell], board.variant.misere
    board = board.play(cell)
    for depth in range(player.plies(board.variant) - 1, 0, -1):
        if not board.outcome():
            expected += best_of(replace(player, depth=depth).values(board))[:1]
            board = board.play(expected[-1])
    found: Counter[tuple[bool, Mark, int]] = Counter()
    for line in board.variant.lines:
        x, o = (sum(marks >> cell & 1 for cell in line) for marks in (board.x, board.o))
        if bool(x) != bool(o):
            found[bool(o) is (mover is Mark.X), Mark.O if o else Mark.X, x or o] += 1
    lines = []
    for (is_other, mark, marks), count in sorted(found.items()):
        worth = count * (player.one, player.two, player.three)[min(marks, 3) - 1]
        worth *= player.bonus if (mark is board.turn) is not misere else 1
        lines.append((mark, marks, count, -worth if is_other is not misere else worth))
    return Evaluation(expected, lines)


TENS = OwnPlayer(10, 100, 1000, bonus=3, depth=3)
MARKS = OwnPlayer(1, 2, 3, bonus=1, depth=3)


class _TextbookSearch(Negamax[RawNode, int]):
    def __init__(self, variant: Variant, player: OwnPlayer) -> None:
        super().__init__(variant, WIN_SCORE)
        # A full line ends the game; in lines of five, four marks count as three do.
        weights = (0, player.one, player.two, *[player.three] * variant.run)
        self.tables = line_tables(variant, weights[: variant.run + 1])
        self.bonus, self.rules = player.bonus, variant.rules

    def node(self, board: Board) -> RawNode:
        return self.tables.node(board)

    def bounds(self, node: RawNode, alpha: int, beta: int) -> tuple[int, int, int, int]:
        position, *_, ply = node
        x, o = position & self.variant.full, position >> self.variant.size
        playable = self.rules.playable(x, o)
        if playable and ply < self.horizon:
            return position, playable, -self.win_score, self.win_score
        count = self.evaluate(node) if playable else 0
        return position, 0, count, count

    def evaluate(self, node: RawNode) -> int:
        *_, potentials, ply = node
        own, other = potentials & POTENTIAL_MASK, potentials >> POTENTIAL_BITS
        if self.variant.misere ^ ply & 1:
            own, other = other, own
        return own * self.bonus - other

    def children(self, node: RawNode, key: int, moves: int, beta: int) -> tuple[list[int], int]:
        return list(cells_in(moves)), self.win_score

    def visit(self, node: RawNode, child: int, alpha: int, beta: int) -> int:
        _, threats, _, _, ply = node
        if threats >> child & 1:
            win = self.win_score - ply
            return win if self.variant.misere else -win
        return self.negamax(self.tables.child(node, child), alpha, beta)
