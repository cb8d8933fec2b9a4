"""The search with its ideas turned off, to show what each of them is worth.

``games.ai.alphabeta`` looks ahead for threats before it searches a move, and never meets a position
in which a line is complete. The textbook's search knows nothing of threats: it makes every move,
and sees the end of a game when it is there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.ai.alphabeta import AlphaBeta, RawNode
from games.ai.line_tables import LineTables, Node
from games.ai.move_generation import MisereMoveGenerator, MoveGenerator, OrderedMove
from games.ai.transposition import TranspositionTable

# Keys to sort by, before and after those of all other moves: smaller comes first. A move that
# completes a line, and one that makes two threats at once.
LINE, TWO_THREATS = 1 << 40, 1 << 39
MASKS = 4096  # of which a search remembers whether they hold a line


class ForgetfulTable(TranspositionTable):
    """A transposition table that remembers nothing."""

    def __setitem__(self, key: int, bounds: tuple[int, int]) -> None:
        """Store nothing."""


def forget(search: AlphaBeta) -> None:
    """Let a search that has not begun remember no position."""
    search.table = search.moves.table = ForgetfulTable()


class PlainMoves(MoveGenerator):
    """Generates every move, also those that lose at once: by cell, or in the order of the search.

    The order is the one in which ``MoveGenerator`` puts the moves; those that it need not sort,
    because they decide the game, come before all others.
    """

    def __init__(self, tables: LineTables, win_score: int, *, ordering: bool) -> None:
        table = ForgetfulTable()
        super().__init__(tables, table, win_score)
        self.misere, self.ordering = tables.variant.misere, ordering
        generator = MisereMoveGenerator if self.misere else MoveGenerator
        self.sorter = generator(tables, table, win_score)

    def safe_moves(
        self, playable: int, threats: int, opponent_threats: int, win_now: int
    ) -> tuple[int, int, int]:
        """Return all moves, and bounds that say nothing."""
        return playable, -self.win_score, self.win_score

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
        """Return all moves in search order; none settles the position before it is searched."""
        tables = self.direction_tables[ply & 1]
        children: list[OrderedMove] = []
        rest = moves
        while rest:
            bit = rest & -rest
            rest ^= bit
            child_threats, child_potentials = threats, potentials
            for mask, table in tables[bit.bit_length() - 1]:
                new_threats, change = table[position & mask]
                child_threats |= new_threats
                child_potentials += change
            children.append((0, bit, child_threats, child_potentials))
        if self.ordering:
            node = position, threats, 0, potentials, ply
            children = sorted((self._sort_key(node, playable, c[1]), *c[1:]) for c in children)
        return children, None

    def _sort_key(self, node: RawNode, playable: int, bit: int) -> int:
        position, threats, _, potentials, ply = node
        if threats & bit:
            return LINE if self.misere else -LINE
        children, _ = self.sorter.ordered_moves(
            position, threats, potentials, ply, playable, bit, self.win_score
        )
        return children[0][0] if children else -TWO_THREATS


class TextbookSearch(AlphaBeta):
    """Minimax as in a textbook: each position up to the last, without a table or a look-ahead.

    Without ``pruning`` every move is searched with the full window, so nothing is cut off.
    """

    def __init__(
        self, tables: LineTables, *, pruning: bool = False, ordering: bool = False, **options: Any
    ) -> None:
        super().__init__(tables, **options)
        self.pruning, self.quiescence, self.beam_width = pruning, False, 0
        # A side that can complete no line is not noticed.
        self.min_potential_waiting = self.min_potential_to_move = 0
        self.moves = PlainMoves(tables, self.win_score, ordering=ordering)
        self.safe_moves, self.ordered_moves = self.moves.safe_moves, self.moves.ordered_moves
        # Every position asks, and few of all masks occur.
        self.has_line = lru_cache(MASKS)(tables.variant.has_line)

    def value(self, node: Node, alpha: int, beta: int) -> int:
        return self.alpha_beta(*node, alpha, beta)

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
        """Return the value of any position, also of one in which the game is over."""
        if self.has_line(position & self.full if ply & 1 else position >> self.size):
            self.nodes += 1
            return (1 if self.misere else -1) * (self.win_score - ply)
        if not self.pruning:
            alpha, beta = -self.win_score, self.win_score
        return super().alpha_beta(position, threats, opponent_threats, potentials, ply, alpha, beta)

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
        children, _ = self.ordered_moves(position, threats, potentials, ply, playable, moves, beta)
        return self._best_value(node, children, alpha, beta)
