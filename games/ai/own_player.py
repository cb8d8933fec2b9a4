"""A player that anybody can set: minimax with alpha-beta to a fixed depth, then a count of lines.

It searches as a textbook does, without a table and without looking for threats, so that it plays
exactly what its numbers say. Two published evaluations are settings of it: "Tens" counts a line
with n marks of one side 10^n, three times as much for the side to move; "Marks" counts the marks in
open lines. Both were published with a search of three plies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, perm
from random import Random

from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, Node, cells_in, line_tables
from games.ai.move_generation import MoveGenerator
from games.engine import Board, Variant

# The value of a win at ply 0, above all counts of lines.
WIN_SCORE = 1 << 40
# A value further from 0 than this is a win or a loss.
MIN_WIN_SCORE = WIN_SCORE - 1000
# A search looks at no more positions than this if nothing is cut off; it looks fewer plies ahead on
# a larger board. In plain Python that is at most half a second.
MAX_POSITIONS = 400_000


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """The weights of a line with one, two and three marks of one side and none of the other.

    For the side to move they count ``bonus`` times. ``depth`` is the number of plies to look ahead.
    """

    one: int
    two: int
    three: int
    bonus: int
    depth: int

    def __call__(self, board: Board, rng: Random) -> int:
        return rng.choice(best_of(self.values(board)))

    def values(self, board: Board) -> dict[int, float]:
        search = _TextbookSearch(board.variant, self)
        node, plies = search.tables.node(board), self.plies(board.variant)
        moves = board.legal_moves()
        return {cell: search.value_of_move(node, cell, plies, -inf, inf) for cell in moves}

    def plies(self, variant: Variant) -> int:
        return min(self.depth, deepest(variant))


def deepest(variant: Variant) -> int:
    plies = range(1, variant.size)
    counts: list[int] = [variant.width**n if variant.drop else perm(variant.size, n) for n in plies]
    return max(1, sum(count <= MAX_POSITIONS for count in counts))


def best_of(values: Mapping[int, float]) -> list[int]:
    best = max(values.values())
    return [cell for cell, value in values.items() if value == best]


TENS = OwnPlayer(10, 100, 1000, bonus=3, depth=3)
MARKS = OwnPlayer(1, 2, 3, bonus=1, depth=3)


class _TextbookSearch:
    def __init__(self, variant: Variant, player: OwnPlayer) -> None:
        # A full line ends the game; in lines of five, four marks count as three do.
        weights = (0, player.one, player.two, *[player.three] * variant.run)
        self.tables = line_tables(variant, weights[: variant.run + 1])
        self.moves = MoveGenerator(self.tables, {}, WIN_SCORE)
        self.misere, self.bonus = variant.misere, player.bonus

    def value_of_move(self, node: Node, cell: int, plies: int, alpha: float, beta: float) -> float:
        if node.threats >> cell & 1:
            win = WIN_SCORE - node.ply
            return -win if self.misere else win
        return -self.value(self.moves.child(node, cell), plies - 1, -beta, -alpha)

    def value(self, node: Node, plies: int, alpha: float, beta: float) -> float:
        playable = self.moves.playable(node.position)
        if not playable:
            return 0
        if plies == 0:
            return self.count(node)
        best = -inf
        for cell in cells_in(playable):
            best = max(best, self.value_of_move(node, cell, plies, max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def count(self, node: Node) -> int:
        own, other = node.potentials & POTENTIAL_MASK, node.potentials >> POTENTIAL_BITS
        if self.misere ^ node.ply & 1:
            own, other = other, own
        return own * self.bonus - other
