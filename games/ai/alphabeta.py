"""Minimax with alpha-beta pruning, for every board and rule of the family.

Sources: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), in the one-sided (negamax)
form. A transposition table keeps a lower and an upper bound for each position, for a cut-off
search proves no more than that. Erdős and Selfridge, "On a combinatorial game" (1973), say when a
side can be kept from every line: where cells may be chosen freely, and the sum of 2^-(cells
missing) over the lines open to that side is below 1, or below 1/2 if it is to move. Looking for
threats before anything else goes back to Allis, "Searching for Solutions in Games and
Artificial Intelligence" (1994).

Values are those of the side to move: a draw is 0; a win is worth ``top`` less the ply at which
it is complete, so that a win now is better than a win later wherever in the tree it is met; a
loss is as much below 0.
"""

from __future__ import annotations

import time

from games.ai.line_tables import FIELD, LOW, Lines, Node

# About 200 bytes each, or 250 on the largest board: the table stays below 128 MB.
MOST_ENTRIES = 500_000
# Looking at the clock costs as much as a small position, so only every so many of them do.
NODES_PER_TICK = 16
# In the order of moves a threat comes before all quiet ones. Where pieces fall, it counts how many
# cells would complete a line, and how few answers there are.
FORCING, THREAT, ANSWER = 1 << FIELD, 16, 16
# Symmetric forms are looked for in the first plies only; later it costs more than it saves.
SYMMETRIC_SHARE = 0.4

# Marked cell as a bit, and the position's other parts after it, behind what it is sorted by.
Move = tuple[int, int, int, int]


class OutOfTime(Exception):
    """The search has not come to an end in the time it was given."""


class Search:
    """One position being searched: the table, the clock, and alpha-beta over them.

    Without a ``horizon`` every value is proven. With one, positions from that ply on are judged
    by their potentials, those of the side to move counting ``tempo`` quarters, and by the cells
    where a line could be completed in time, each worth ``threat``; if it ``settles``, not while one
    must be blocked. Then only ``width`` moves of a position, all near a mark, are tried.
    """

    def __init__(
        self,
        lines: Lines,
        *,
        top: int,
        deadline: float,
        horizon: int | None = None,
        width: int = 0,
        tempo: int = 4,
        threat: int = 0,
        settles: bool = True,
    ) -> None:
        variant = lines.variant
        self.lines, self.rays, self.timely = lines, lines.rays, lines.timely
        self.size, self.full, self.row = variant.size, variant.full, variant.width
        self.drop, self.misere = variant.drop, variant.misere
        self.support_offset, self.floor = variant.support_offset, variant.floor
        self.top, self.deadline = top, deadline
        self.horizon = variant.size + 1 if horizon is None else horizon
        self.width, self.tempo = width, tempo
        self.threat, self.settles = threat, settles
        self.kept_off, self.kept_off_first = _limits(lines)
        self.symmetric = int(variant.size * SYMMETRIC_SHARE)
        self.table: dict[int, tuple[int, int]] = {}
        self.nodes = 0

    def value(self, node: Node, alpha: int, beta: int) -> int:
        """Return the value of a position, exact between alpha and beta, else a bound.

        :raises OutOfTime: at the deadline.
        """
        position, ours, _, _, ply = node
        if not self.misere and ours & self.playable(position):
            return self.top - ply - 1
        return self.alpha_beta(*node, alpha, beta)

    def playable(self, position: int) -> int:
        taken = (position | position >> self.size) & self.full
        return (taken >> self.support_offset | self.floor) & ~taken

    def after(self, node: Node, cell: int) -> Node:
        """Return the position after the side to move marks ``cell``."""
        position, ours, theirs, potentials, ply = node
        for near, changes in self.rays[ply & 1][cell]:
            new, added = changes[position & near]
            ours |= new
            potentials += added
        position |= 1 << cell + (self.size if ply & 1 else 0)
        return position, theirs, ours, potentials, ply + 1

    def alpha_beta(
        self,
        position: int,
        ours: int,
        theirs: int,
        potentials: int,
        ply: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return the value of a position that the side to move cannot win at once."""
        self.nodes += 1
        if not self.nodes % NODES_PER_TICK:
            self._tick()
        taken = (position | position >> self.size) & self.full
        playable = (taken >> self.support_offset | self.floor) & ~taken
        if not playable:
            return 0
        moves, lower, upper = self._prospects(playable, ours, theirs, self.top - ply)
        if not moves:
            return lower
        mine, yours = potentials & LOW, potentials >> FIELD
        if self.misere ^ ply & 1:
            mine, yours = yours, mine
        # A draw is the best, or the worst, that a side can still expect.
        if mine < self.kept_off_first:
            upper = 0
        if yours < self.kept_off:
            lower = 0
        if upper <= alpha or upper == lower:
            return upper
        if lower >= beta:
            return lower
        if ply >= self.horizon and not (self.settles and theirs & playable):
            mover, other = self.timely[ply & 1] & ~taken, self.timely[~ply & 1] & ~taken
            threats = (ours & mover).bit_count() - (theirs & other).bit_count()
            return mine * self.tempo // 4 - yours + threats * self.threat
        node = position, ours, theirs, potentials, ply
        return self._tabled(node, playable, moves, alpha, beta, lower, upper)

    def _tabled(
        self,
        node: Node,
        playable: int,
        moves: int,
        alpha: int,
        beta: int,
        lower: int,
        upper: int,
    ) -> int:
        """Return the value by the table, else by trying the moves, which then fills the table.

        ``lower`` and ``upper`` bound it. A value between alpha and beta is exact; one outside
        is but a bound on its side, and the table keeps it as such.
        """
        position, ours, _, potentials, ply = node
        key = self.lines.canonical(position) if ply < self.symmetric else position
        if known := self.table.get(key):
            lower, upper = known
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
        children, proven = self._children(position, ours, potentials, ply, playable, moves, beta)
        if proven is not None:
            self.table[key] = max(lower, proven), upper
            return proven
        if not self.misere:
            # Without a double threat a win takes one move more.
            upper = min(upper, max(0, self.top - ply - 5))
            if upper <= alpha:
                self.table[key] = lower, upper
                return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best = self._best(node, children, alpha, beta)
        self.table[key] = (
            lower if best <= alpha else max(best, lower),
            upper if best >= beta else min(best, upper),
        )
        return best

    def _best(self, node: Node, children: list[Move], alpha: int, beta: int) -> int:
        """Return the value of the best move, or of the first that is worth beta: a cut-off."""
        position, _, theirs, _, ply = node
        shift = self.size * (ply & 1)
        best, search = -self.top, self.alpha_beta
        for _, bit, ours, potentials in children:
            # What the one side wins the other loses; so their window is ours turned around.
            after = position | bit << shift
            value = -search(after, theirs, ours, potentials, ply + 1, -beta, -alpha)
            if value > best:
                best = value
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best

    def _children(
        self,
        position: int,
        ours: int,
        potentials: int,
        ply: int,
        playable: int,
        moves: int,
        beta: int,
    ) -> tuple[list[Move], int | None]:
        """Return the moves in order, and what the position is proven to be worth if that decides.

        A move decides that leaves the opponent two cells to block, or no answer that does not
        lose at once, or that leads to a position whose value is known to suffice.
        """
        if self.width:
            moves = moves & self._near(playable) or moves
        rays, shift, fall = self.rays[ply & 1], self.size * (ply & 1), self.support_offset
        children: list[Move] = []
        while moves:
            bit = moves & -moves
            moves ^= bit
            threats, sums = ours, potentials
            for near, changes in rays[bit.bit_length() - 1]:
                new, added = changes[position & near]
                threats |= new
                sums += added
            merit = (sums & LOW) - (sums >> FIELD)
            if self.misere ^ ply & 1:
                merit = -merit
            if not self.misere:
                after = playable ^ bit | (bit >> fall if fall else 0)
                wins = threats & after
                answers = wins or after
                if fall:
                    answers &= ~(threats << fall)
                    merit += THREAT * threats.bit_count() - ANSWER * answers.bit_count()
                if wins & (wins - 1) or (after and not answers):
                    return [], self.top - ply - 3
                if wins:
                    merit += FORCING
            known = self.table.get(position | bit << shift)
            if known and -known[1] >= beta:
                return [], -known[1]
            children.append((-merit, bit, threats, sums))
        children.sort()
        return (children[: self.width] if self.width else children), None

    def _near(self, playable: int) -> int:
        """Return the mask of the cells within two of a mark, and some on the other edge."""
        near = self.full ^ playable
        for _ in range(2):
            near |= near << 1 | near >> 1
            near |= near << self.row | near >> self.row
        return near

    def _prospects(self, playable: int, ours: int, theirs: int, top: int) -> tuple[int, int, int]:
        """Return the moves that do not lose at once, and bounds of the value.

        ``top`` counts from this position. Without such moves both bounds are the value.
        """
        if self.misere:
            # Whoever has nothing left but to complete a line does so, and has lost.
            moves = playable & ~ours
            return (moves, min(0, 3 - top), max(0, top - 2)) if moves else (0, 1 - top, 1 - top)
        if block := theirs & playable:
            if block & (block - 1):
                return 0, 2 - top, 2 - top
            playable = block
        if self.drop:
            # A piece must not carry the one that completes a line of the opponent's.
            playable &= ~(theirs << self.support_offset)
            if not playable:
                return 0, 2 - top, 2 - top
        return playable, min(0, 4 - top), max(0, top - 3)

    def _tick(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if len(self.table) > MOST_ENTRIES:
            self.table.clear()


def _limits(lines: Lines) -> tuple[int, int]:
    """Return the potentials below which a side completes no line: if it is to wait, and to move.

    Where pieces fall or lines are shunned, and with other weights, that is so only if none is
    open; and if weights do not tell that either, never.
    """
    variant, weights = lines.variant, lines.weights
    if variant.drop or variant.misere or weights != doubling(variant.run):
        return (1, 1) if weights[0] else (0, 0)
    return 1 << variant.run, 1 << variant.run - 1


def doubling(run: int) -> tuple[int, ...]:
    """The weights for which potentials say who can be kept from every line."""
    return tuple(1 << count for count in range(run + 1))
