"""Sources: Allis (1994), threats first; Erdős and Selfridge (1973), who can complete a line."""

# The weights of open lines were tuned by self-play: growth from 2 to 16, tempo from 4 to 12, and
# where pieces fall a threat that is good in the endgame from 0 to 32.

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, LineTables, RawNode, line_tables
from games.ai.search import WIN_SCORE, Negamax
from games.engine import Board, Variant

# In the first plies, up to this share of them, symmetric positions share an entry of the table.
# Later, few symmetric positions occur, and finding the representative costs more than it saves.
SYMMETRY_SHARE = 0.4
# The largest weight of a line, so that the sum over all lines fits into ``POTENTIAL_BITS``.
MAX_WEIGHT = 1 << 14
# Moves searched in each position after the first ply, all close to a mark.
BEAM_WIDTH = 12
# Bonuses in move ordering. A move that makes a threat, which the opponent must answer, comes before
# all others: the bonus is larger than any difference of potentials. Where pieces fall, each cell
# that would complete a line counts for a move, and each safe reply of the opponent against it.
FORCING_BONUS, THREAT_BONUS, REPLY_PENALTY = 1 << POTENTIAL_BITS, 16, 16

# A move, ready to be sorted: the negated ordering score; the marked cell as a bit; and of the
# position after it, the threats of the side that moved and the potentials.
OrderedMove = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Weights:
    # ``first`` is for a line with no and one mark, then each ``growth`` times the one before, and
    # ``step``. The side to move counts ``tempo`` quarters, each good threat ``threat``.
    first: tuple[int, int]
    growth: int
    step: int = 0
    tempo: int = 4
    threat: int = 0

    def of(self, run: int) -> tuple[int, ...]:
        weights = list(self.first)
        while len(weights) <= run:
            weights.append(min(MAX_WEIGHT, weights[-1] * self.growth + self.step))
        return tuple(weights)


FREE_PLACEMENT = Weights((1, 6), growth=6, tempo=8)
DROP = Weights((0, 1), growth=1, step=2, threat=10)
# A win is worth twice as much as a line that lacks one mark: what Erdős and Selfridge count.
DOUBLING = Weights((1, 2), growth=2)


class LineSearch(Negamax[RawNode, OrderedMove]):
    """Exact with ``DOUBLING``. Beyond a horizon threats are still answered (quiescence)."""

    def __init__(
        self,
        variant: Variant,
        win_score: int,
        deadline: float = inf,
        *,
        weights: Weights = DOUBLING,
        beam_width: int = 0,
    ) -> None:
        super().__init__(variant, win_score, deadline)
        self.tables = tables = line_tables(variant, weights.of(variant.run))
        self.direction_tables, self.parity_cells = tables.direction_tables, tables.parity_cells
        self.size, self.full, self.row = variant.size, variant.full, variant.width
        self.drop, self.misere = variant.drop, variant.misere
        self.support_offset, self.floor = variant.rules.support_offset, variant.rules.floor
        self.beam_width, self.weights = beam_width, weights
        self.line_lacking_one = tables.weights[variant.run - 1]
        self.min_potential_waiting, self.min_potential_to_move = _minimum_potentials(tables)
        self.symmetry_plies = int(variant.size * SYMMETRY_SHARE)

    def node(self, board: Board) -> RawNode:
        return self.tables.node(board)

    def evaluate(self, node: RawNode) -> int:
        *_, potentials, ply = node
        difference = (potentials & POTENTIAL_MASK) - (potentials >> POTENTIAL_BITS)
        return -difference if self.misere ^ ply & 1 else difference

    def playable(self, position: int) -> int:
        taken = (position | position >> self.size) & self.full
        return (taken >> self.support_offset | self.floor) & ~taken

    def value(self, node: RawNode, alpha: int, beta: int) -> int:
        position, threats, _, _, ply = node
        if not self.misere and threats & self.playable(position):
            return self.win_score - ply - 1
        return self.negamax(node, alpha, beta)

    def bounds(self, node: RawNode, alpha: int, beta: int) -> tuple[int, tuple[int, int], int, int]:
        position, threats, opponent_threats, potentials, ply = node
        taken = (position | position >> self.size) & self.full
        moves = playable = (taken >> self.support_offset | self.floor) & ~taken
        win = self.win_score - ply
        if not playable:
            return position, (0, 0), 0, 0
        if self.misere:
            # Whoever can only complete a line does so, and loses at ply 1. After a safe move, the
            # opponent may be forced to complete a line at ply 2, and this side at ply 3.
            moves &= ~threats
            if not moves:
                return position, (0, 0), 1 - win, 1 - win
            lower, upper = min(0, 3 - win), max(0, win - 2)
        else:
            # Only one of two winning cells can be blocked: then the opponent wins at ply 2.
            if block := opponent_threats & playable:
                moves = 0 if block & block - 1 else block
            if self.drop:
                # A piece must not support one that completes a line of the opponent's.
                moves &= ~(opponent_threats << self.support_offset)
            if not moves:
                return position, (0, 0), 2 - win, 2 - win
            # The side to move cannot win at ply 1, so at ply 3 at the earliest. After a safe move
            # the opponent cannot win at ply 2, so at ply 4 at the earliest. The draw bounds them
            # too, because those plies may be more than there are cells left.
            lower, upper = min(0, 4 - win), max(0, win - 3)
        own, other = potentials & POTENTIAL_MASK, potentials >> POTENTIAL_BITS
        # Packed are the potentials of X and O. Where lines lose, a side wins by the lines that its
        # opponent has to complete.
        if self.misere ^ ply & 1:
            own, other = other, own
        if own < self.min_potential_to_move:
            upper = 0
        if other < self.min_potential_waiting:
            lower = 0
        if (
            ply >= self.horizon
            and not opponent_threats & playable
            and lower < upper
            and alpha < upper
            and lower < beta
        ):
            own_cells = self.parity_cells[ply & 1] & ~taken
            other_cells = self.parity_cells[~ply & 1] & ~taken
            good = (threats & own_cells).bit_count()
            good -= (opponent_threats & other_cells).bit_count()
            lower = upper = own * self.weights.tempo // 4 - other + good * self.weights.threat
        key = self.tables.canonical(position) if ply < self.symmetry_plies else position
        return key, (playable, moves), lower, upper

    def children(
        self, node: RawNode, key: int, moves: tuple[int, int], beta: int
    ) -> tuple[list[OrderedMove], int]:
        position, threats, _, potentials, ply = node
        playable, left = moves
        if self.beam_width:
            left = left & self._near_marks(playable) or left
        tables, shift, misere = self.direction_tables[ply & 1], self.size * (ply & 1), self.misere
        offset, probe, is_negated = self.support_offset, self.table.get, misere ^ ply & 1
        children: list[OrderedMove] = []
        while left:
            bit = left & -left
            left ^= bit
            child_threats, child_potentials = threats, potentials
            for mask, table in tables[bit.bit_length() - 1]:
                new_threats, change = table[position & mask]
                child_threats |= new_threats
                child_potentials += change
            score = (child_potentials & POTENTIAL_MASK) - (child_potentials >> POTENTIAL_BITS)
            if is_negated:
                score = -score
            if not misere:
                child_playable = playable ^ bit | (bit >> offset if offset else 0)
                wins = child_threats & child_playable
                replies = wins or child_playable
                if offset:
                    replies &= ~(child_threats << offset)
                    bonus = THREAT_BONUS * child_threats.bit_count()
                    score += bonus - REPLY_PENALTY * replies.bit_count()
                if wins & (wins - 1) or (child_playable and not replies):
                    return [], self.win_score - ply - 3
                if wins:
                    score += FORCING_BONUS
            entry = probe(position | bit << shift)
            if entry and -entry[1] >= beta:
                return [], -entry[1]
            children.append((-score, bit, child_threats, child_potentials))
        children.sort()
        if self.beam_width:
            del children[self.beam_width :]
        # A win at ply + 3 needs a move now that the opponent cannot answer, and there is none. So
        # ply + 5 is the earliest. Where lines lose, a threat forces nobody.
        return children, self.win_score if misere else max(0, self.win_score - ply - 5)

    def visit(self, node: RawNode, child: OrderedMove, alpha: int, beta: int) -> int:
        position, _, opponent_threats, _, ply = node
        _, bit, threats, potentials = child
        position |= bit << self.size * (ply & 1)
        after = position, opponent_threats, threats, potentials, ply + 1
        return self.negamax(after, alpha, beta)

    def _near_marks(self, playable: int) -> int:
        # Within two steps. Shifts also wrap around the left and right edge: a few more cells, which
        # do no harm.
        near = self.full ^ playable
        for _ in range(2):
            near |= near << 1 | near >> 1
            near |= near << self.row | near >> self.row
        return near


def heuristic_line_search(variant: Variant) -> LineSearch:
    weights = DROP if variant.drop else FREE_PLACEMENT
    return LineSearch(variant, WIN_SCORE, weights=weights, beam_width=BEAM_WIDTH)


def _minimum_potentials(tables: LineTables) -> tuple[int, int]:
    # The first is for a side whose opponent is to move, the second for a side that is to move.
    # Erdős and Selfridge: let S be the sum of 2^-(cells missing) over the lines open to a side.
    # Where cells may be chosen freely, the opponent can block all those lines if S < 1 and the
    # opponent is to move, or if S < 1/2 and the side itself is to move. A line of ``run`` cells
    # with n marks misses ``run`` - n, so with a weight of 2^n for it the potential is S times
    # 2^run.
    # Where pieces fall, the opponent may not be able to block; where lines lose, nobody wants to
    # complete one; and other weights give another sum. There the least potential is 1, for a side
    # without open lines has 0, unless lines without marks weigh 0 as well: then nothing follows.
    variant, weights = tables.variant, tables.weights
    if variant.drop or variant.misere or weights != DOUBLING.of(variant.run):
        return (1, 1) if weights[0] else (0, 0)
    return 1 << variant.run, 1 << variant.run - 1
