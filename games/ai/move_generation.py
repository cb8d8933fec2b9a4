"""Move generation and move ordering for the search.

Move ordering puts the moves first that are likely to be best, because alpha-beta cuts off most when
the best move comes first. Methods that the search calls for every position take the fields of a
``Node`` as bare integers; ``games.ai.alphabeta`` says why.
"""

from __future__ import annotations

from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, LineTables, Node

# Lower and upper bounds of the values of positions searched before, by the position as one integer.
# Two bounds are needed because a search that was cut off proves only one of them; equal bounds are
# the exact value.
TranspositionTable = dict[int, tuple[int, int]]

# Bonuses in move ordering. A move that makes a threat, which the opponent must answer, comes before
# all others: the bonus is larger than any difference of potentials. Where pieces fall, each cell
# that would complete a line counts for a move, and each safe reply of the opponent against it.
FORCING_BONUS, THREAT_BONUS, REPLY_PENALTY = 1 << POTENTIAL_BITS, 16, 16
# A generated move, ready to be sorted: the negated ordering score; the marked cell as a bit; and
# of the position after it, the threats of the side that moved and the potentials.
OrderedMove = tuple[int, int, int, int]


class MoveGenerator:
    """Generates the moves of a variant on which lines win, in search order.

    ``table`` is the transposition table of the search, ``win_score`` its value of a win at ply 0.
    """

    def __init__(self, tables: LineTables, table: TranspositionTable, win_score: int) -> None:
        variant = tables.variant
        self.direction_tables = tables.direction_tables
        self.table, self.win_score = table, win_score
        self.size, self.full, self.row = variant.size, variant.full, variant.width
        self.drop = variant.drop
        self.support_offset, self.floor = variant.rules.support_offset, variant.rules.floor

    def playable(self, position: int) -> int:
        """Return the mask of the cells that may be marked next."""
        taken = (position | position >> self.size) & self.full
        return (taken >> self.support_offset | self.floor) & ~taken

    def child(self, node: Node, cell: int) -> Node:
        """Return the node after the side to move marks ``cell``."""
        position, threats, opponent_threats, potentials, ply = node
        for mask, table in self.direction_tables[ply & 1][cell]:
            new_threats, change = table[position & mask]
            threats |= new_threats
            potentials += change
        position |= 1 << cell + (self.size if ply & 1 else 0)
        return Node(position, opponent_threats, threats, potentials, ply + 1)

    def safe_moves(
        self, playable: int, threats: int, opponent_threats: int, win_now: int
    ) -> tuple[int, int, int]:
        """Return the moves that do not lose by the next ply, and bounds of the position's value.

        ``win_now`` is the value of a win complete at this ply, so one complete ``n`` plies later is
        worth ``win_now - n``, and a loss ``n - win_now``. If no move is safe, both bounds are the
        value. Otherwise the bounds follow from the earliest possible win and loss. The draw bounds
        them too, because those plies may be more than there are cells left.
        """
        if block := opponent_threats & playable:
            if block & (block - 1):
                # Only one of two winning cells can be blocked: the opponent wins at ply 2.
                return 0, 2 - win_now, 2 - win_now
            playable = block
        if self.drop:
            # A piece must not become the support of one that completes a line of the opponent's.
            playable &= ~(opponent_threats << self.support_offset)
            if not playable:
                return 0, 2 - win_now, 2 - win_now
        # The side to move cannot win at ply 1, so at ply 3 at the earliest. After a safe move the
        # opponent cannot win at ply 2, so at ply 4 at the earliest.
        return playable, min(0, 4 - win_now), max(0, win_now - 3)

    def ordered_moves(
        self,
        position: int,
        threats: int,
        potentials: int,
        ply: int,
        playable: int,
        moves: int,
        beta: int,
    ) -> tuple[list[OrderedMove], int | None]:
        """Return the moves in search order, and the position's value if one move settles it.

        A move settles it if the opponent cannot answer it: there are two cells to block, or every
        reply lets the next move win. Or it leads to a position whose upper bound in the table
        suffices (an enhanced transposition cut-off).
        """
        tables, shift = self.direction_tables[ply & 1], self.size * (ply & 1)
        offset, probe = self.support_offset, self.table.get
        children: list[OrderedMove] = []
        while moves:
            bit = moves & -moves
            moves ^= bit
            child_threats, child_potentials = threats, potentials
            for mask, table in tables[bit.bit_length() - 1]:
                new_threats, change = table[position & mask]
                child_threats |= new_threats
                child_potentials += change
            score = (child_potentials & POTENTIAL_MASK) - (child_potentials >> POTENTIAL_BITS)
            if ply & 1:
                score = -score
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
        return children, None

    def near_marks(self, playable: int) -> int:
        """Return the mask of the cells within two steps of a mark.

        Shifts also wrap around the left and right edge: a few more cells, which do no harm.
        """
        near = self.full ^ playable
        for _ in range(2):
            near |= near << 1 | near >> 1
            near |= near << self.row | near >> self.row
        return near


class MisereMoveGenerator(MoveGenerator):
    """Generates the moves of a variant on which lines lose.

    A threat forces nobody there, and a move is ordered by how few lines it opens to its own side.
    """

    def safe_moves(
        self, playable: int, threats: int, opponent_threats: int, win_now: int
    ) -> tuple[int, int, int]:
        # Whoever can only complete a line does so, and loses at ply 1. After a safe move, the
        # opponent may be forced to complete a line at ply 2, and this side at ply 3.
        moves = playable & ~threats
        if not moves:
            return 0, 1 - win_now, 1 - win_now
        return moves, min(0, 3 - win_now), max(0, win_now - 2)

    def ordered_moves(
        self,
        position: int,
        threats: int,
        potentials: int,
        ply: int,
        playable: int,
        moves: int,
        beta: int,
    ) -> tuple[list[OrderedMove], int | None]:
        tables, shift = self.direction_tables[ply & 1], self.size * (ply & 1)
        probe = self.table.get
        children: list[OrderedMove] = []
        while moves:
            bit = moves & -moves
            moves ^= bit
            child_threats, child_potentials = threats, potentials
            for mask, table in tables[bit.bit_length() - 1]:
                new_threats, change = table[position & mask]
                child_threats |= new_threats
                child_potentials += change
            score = (child_potentials >> POTENTIAL_BITS) - (child_potentials & POTENTIAL_MASK)
            if ply & 1:
                score = -score
            entry = probe(position | bit << shift)
            if entry and -entry[1] >= beta:
                return [], -entry[1]
            children.append((-score, bit, child_threats, child_potentials))
        children.sort()
        return children, None
