"""Minimax with alpha-beta pruning and a transposition table, for every variant.

Sources: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), in the negamax form. Allis,
"Searching for Solutions in Games and Artificial Intelligence" (1994), for looking at threats
before anything else. Erdős and Selfridge, "On a combinatorial game" (1973), for positions in which
a side cannot complete any line.

Values are those of the side to move. A draw is 0. A win is ``win_score`` less the ply at which the
line is complete, so a near win is worth more than a far one, and equal positions are worth the
same wherever the search meets them. A loss is the negative of that.

``alpha_beta`` and what it calls take the fields of a ``Node`` as bare integers or plain tuples, for
speed. Measured on five positions of four boards, with ``Node`` there a search took 1 to 10 % more
time, and with a NamedTuple for each ordered move 6 to 19 % more.
"""

from __future__ import annotations

from games.ai.budget import NODES_PER_CLOCK_CHECK, check_limits
from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, LineTables, Node
from games.ai.move_generation import (
    MisereMoveGenerator,
    MoveGenerator,
    OrderedMove,
    TranspositionTable,
)
from games.engine import Board

# At about 200 bytes an entry, or 250 on the largest board, the table stays below 128 MB. When it is
# full it is emptied.
MAX_ENTRIES = 500_000
# In the first plies, up to this share of them, symmetric positions share an entry of the table.
# Later, few symmetric positions occur, and finding the representative costs more than it saves.
SYMMETRY_SHARE = 0.4

# The fields of a ``Node``, without the name.
RawNode = tuple[int, int, int, int, int]


class AlphaBeta:
    """An alpha-beta search with its transposition table and its deadline.

    ``win_score`` is the value of a win at ply 0. ``deadline`` is a time of ``time.monotonic``.

    Without a ``horizon`` the values are exact. With one, positions from that ply on get a static
    evaluation: the potential of the side to move times ``tempo`` quarters, less the opponent's
    potential, plus ``threat_weight`` for each good threat more than the opponent has. A position in
    which a threat must be blocked is searched on instead (quiescence search).

    With a ``beam_width`` only so many moves of a position are searched, all close to a mark; the
    values then prove nothing.
    """

    def __init__(
        self,
        tables: LineTables,
        *,
        win_score: int,
        deadline: float,
        horizon: int | None = None,
        beam_width: int = 0,
        tempo: int = 4,
        threat_weight: int = 0,
    ) -> None:
        variant = tables.variant
        self.tables, self.parity_cells = tables, tables.parity_cells
        self.size, self.full, self.misere = variant.size, variant.full, variant.misere
        self.support_offset, self.floor = variant.rules.support_offset, variant.rules.floor
        self.win_score, self.deadline = win_score, deadline
        self.horizon = variant.size + 1 if horizon is None else horizon
        self.beam_width, self.tempo = beam_width, tempo
        self.threat_weight = threat_weight
        self.min_potential_waiting, self.min_potential_to_move = _minimum_potentials(tables)
        self.symmetry_plies = int(variant.size * SYMMETRY_SHARE)
        self.table: TranspositionTable = {}
        generator = MisereMoveGenerator if variant.misere else MoveGenerator
        self.moves = generator(tables, self.table, win_score)
        # Found once, because the search calls them for every position.
        self.safe_moves, self.ordered_moves = self.moves.safe_moves, self.moves.ordered_moves
        self.nodes = 0

    def node(self, board: Board) -> Node:
        return self.tables.node(board)

    def look_ahead(self, horizon: int) -> None:
        self.horizon = horizon
        self.table.clear()

    def lead(self, node: Node) -> int:
        lead = (node.potentials & POTENTIAL_MASK) - (node.potentials >> POTENTIAL_BITS)
        return -lead if self.misere ^ node.ply & 1 else lead

    def value(self, node: Node, alpha: int, beta: int) -> int:
        """Return the value of a position: exact inside the window, else a bound on that side.

        :raises OutOfTime: at the deadline.
        """
        if not self.misere and node.threats & self.moves.playable(node.position):
            return self.win_score - node.ply - 1
        return self.alpha_beta(*node, alpha, beta)

    def value_of_move(self, node: Node, cell: int, alpha: int) -> int:
        """Return the value of a move for the side that makes it: exact or at most ``alpha``."""
        if node.threats >> cell & 1:
            # The move completes a line.
            win = self.win_score - node.ply - 1
            return -win if self.misere else win
        return -self.value(self.moves.child(node, cell), -self.win_score, -alpha)

    def alpha_beta(
        self,
        position: int,
        threats: int,
        opponent_threats: int,
        potentials: int,
        ply: int,
        alpha: int,
        beta: int,
    ) -> int:
        self.nodes += 1
        if not self.nodes % NODES_PER_CLOCK_CHECK:
            check_limits(self.deadline, self.table, MAX_ENTRIES)
        taken = (position | position >> self.size) & self.full
        playable = (taken >> self.support_offset | self.floor) & ~taken
        if not playable:
            return 0
        moves, lower, upper = self.safe_moves(
            playable, threats, opponent_threats, self.win_score - ply
        )
        if not moves:
            return lower
        own, other = potentials & POTENTIAL_MASK, potentials >> POTENTIAL_BITS
        # Packed are the potentials of X and O. Where lines lose, a side wins by the lines that its
        # opponent has to complete.
        if self.misere ^ ply & 1:
            own, other = other, own
        if own < self.min_potential_to_move:
            upper = 0
        if other < self.min_potential_waiting:
            lower = 0
        if upper <= alpha or upper == lower:
            return upper
        if lower >= beta:
            return lower
        if ply >= self.horizon and not opponent_threats & playable:
            own_cells = self.parity_cells[ply & 1] & ~taken
            other_cells = self.parity_cells[~ply & 1] & ~taken
            lead = (threats & own_cells).bit_count() - (opponent_threats & other_cells).bit_count()
            return own * self.tempo // 4 - other + lead * self.threat_weight
        node = position, threats, opponent_threats, potentials, ply
        return self._search_moves(node, playable, moves, alpha, beta, lower, upper)

    def _search_moves(
        self,
        node: RawNode,
        playable: int,
        moves: int,
        alpha: int,
        beta: int,
        lower: int,
        upper: int,
    ) -> int:
        position, threats, _, potentials, ply = node
        key = self.tables.canonical(position) if ply < self.symmetry_plies else position
        if entry := self.table.get(key):
            lower, upper = entry
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
        if self.beam_width:
            moves = moves & self.moves.near_marks(playable) or moves
        children, proven = self.ordered_moves(
            position, threats, potentials, ply, playable, moves, beta
        )
        if proven is not None:
            self.table[key] = max(lower, proven), upper
            return proven
        if self.beam_width:
            del children[self.beam_width :]
        if not self.misere:
            # A win at ply + 3 needs a move now that the opponent cannot answer; move generation has
            # found none. So ply + 5 is the earliest.
            upper = min(upper, max(0, self.win_score - ply - 5))
            if upper <= alpha:
                self.table[key] = lower, upper
                return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best = self._best_value(node, children, alpha, beta)
        # A result inside the window is exact; at alpha or beta, or beyond, it is a bound.
        self.table[key] = (
            lower if best <= alpha else max(best, lower),
            upper if best >= beta else min(best, upper),
        )
        return best

    def _best_value(self, node: RawNode, children: list[OrderedMove], alpha: int, beta: int) -> int:
        position, _, opponent_threats, _, ply = node
        shift = self.size * (ply & 1)
        best, search = -self.win_score, self.alpha_beta
        for _, bit, threats, potentials in children:
            child = position | bit << shift
            value = -search(child, opponent_threats, threats, potentials, ply + 1, -beta, -alpha)
            if value > best:
                best = value
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best


def doubling_weights(run: int) -> tuple[int, ...]:
    return tuple(1 << count for count in range(run + 1))


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
    if variant.drop or variant.misere or weights != doubling_weights(variant.run):
        return (1, 1) if weights[0] else (0, 0)
    return 1 << variant.run, 1 << variant.run - 1
