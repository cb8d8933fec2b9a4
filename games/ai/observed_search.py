"""A search that is watched: the same steps and numbers, and a record of each position it visits.

``Observation`` overrides the steps of a search, calls them unchanged, and notes what goes in and
what comes out. The search that plays is not watched, so this costs it nothing.
"""

from __future__ import annotations

from math import inf
from typing import Any

from games.ai.alphabeta import AlphaBeta, OutOfTime, RawNode
from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, LineTables, Node
from games.ai.move_generation import OrderedMove
from games.ai.textbook_search import TextbookSearch
from games.ai.visits import Ending, Visit

NEAR = 3  # plies below the root: of the visits there twice as many are kept as elsewhere


class Observation(AlphaBeta):
    """A search that records its first ``max_visits`` visits, and near the root twice as many.

    It stops after ``max_nodes``, recorded or not.
    """

    max_nodes: float = inf
    max_visits: float = inf
    pruning = True
    _is_blind = False

    def __init__(self, tables: LineTables, **options: Any) -> None:
        super().__init__(tables, **options)
        self._open_eyes()
        self.root = Visit(0, -1, 0, -self.win_score, self.win_score)
        self._kept = 0
        self._open: list[Visit] = []
        self._positions: list[int] = []  # of the open visits
        self._bounds = 0, 0  # that move generation gave for the position that is open
        self._sources: dict[int, tuple[int, int]] = {}  # visit and position, by key of the table

    def observe(self, node: Node) -> Visit:
        """Search a position with an open window, and return its visit with all below."""
        self.root.ply = node.ply
        try:
            value = self.value(node, -self.win_score, self.win_score)
        except OutOfTime:
            return self.root
        if not self.nodes:
            # It did not even have to search.
            self.root.value, self.root.nodes, self.root.ending = value, 1, Ending.WIN
            winning = node.threats & self.moves.playable(node.position)
            self.root.by = _cells(winning)[0]
        return self.root

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
        if self.nodes >= self.max_nodes:
            raise OutOfTime
        if self._is_blind:
            return super().alpha_beta(
                position, threats, opponent_threats, potentials, ply, alpha, beta
            )
        node = position, threats, opponent_threats, potentials, ply
        if self._open:
            self._open[-1].searched += 1
            most = self.max_visits * (2 if len(self._open) <= NEAR else 1)
            if self._kept >= most:
                return self._search_blindly(node, alpha, beta)
        self._kept += 1
        return self._visit(node, alpha, beta)

    def _search_blindly(self, node: RawNode, alpha: int, beta: int) -> int:
        """Search without a record, which takes a quarter of the time."""
        self._is_blind = True
        self.safe_moves, self.ordered_moves = self.moves.safe_moves, self.moves.ordered_moves
        try:
            return super().alpha_beta(*node, alpha, beta)
        finally:
            self._open_eyes()

    def _open_eyes(self) -> None:
        self._is_blind = False
        self.safe_moves, self.ordered_moves = self._safe_moves, self._ordered_moves

    def _visit(self, node: RawNode, alpha: int, beta: int) -> int:
        position, _, _, potentials, ply = node
        visit, before = self._arrive(position, ply, alpha, beta), self.nodes
        self._open.append(visit)
        self._positions.append(position)
        try:
            visit.value = super().alpha_beta(*node, alpha, beta)
        except OutOfTime:
            visit.ending = Ending.STOPPED
            raise
        finally:
            visit.nodes = self.nodes - before
            self._open.pop()
            self._positions.pop()
        self._conclude(visit, position, potentials)
        return visit.value

    def _arrive(self, position: int, ply: int, alpha: int, beta: int) -> Visit:
        if not self._open:
            return self.root
        if not self.pruning:
            alpha, beta = -self.win_score, self.win_score
        cell = ((position ^ self._positions[-1]).bit_length() - 1) % self.size
        visit = Visit(self.nodes, cell, ply, alpha, beta)
        self._open[-1].children.append(visit)
        return visit

    def _conclude(self, visit: Visit, position: int, potentials: int) -> None:
        """Note how a visit ended, as far as its steps have not noted it."""
        if visit.ending is Ending.FULL and self._is_won(position, visit.ply):
            visit.ending = Ending.LINE
        elif visit.ending in {Ending.BOUNDS, Ending.EVALUATED}:
            self._explain(visit, potentials)
        elif visit.ending is Ending.SEARCHED and visit.searched < len(visit.order):
            visit.ending = Ending.CUT

    def _safe_moves(
        self, playable: int, threats: int, opponent_threats: int, win_now: int
    ) -> tuple[int, int, int]:
        moves, lower, upper = self.moves.safe_moves(playable, threats, opponent_threats, win_now)
        visit = self._open[-1]
        visit.unsafe = _cells(playable & ~moves)
        visit.ending = Ending.EVALUATED if moves else Ending.LOST
        self._bounds = lower, upper
        return moves, lower, upper

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
        if self._is_blind:
            return super()._search_moves(node, playable, moves, alpha, beta, lower, upper)
        visit, position, ply = self._open[-1], node[0], node[4]
        key = self.tables.canonical(position) if ply < self.symmetry_plies else position
        visit.ending = Ending.TABLE
        value = super()._search_moves(node, playable, moves, alpha, beta, lower, upper)
        if visit.ending is Ending.TABLE:
            self._note_source(visit, key, position)
        else:
            self._sources[key] = visit.number, position
        return value

    def _ordered_moves(
        self,
        position: int,
        threats: int,
        potentials: int,
        ply: int,
        playable: int,
        moves: int,
        beta: int,
    ) -> tuple[list[OrderedMove], int | None]:
        children, proven = self.moves.ordered_moves(
            position, threats, potentials, ply, playable, moves, beta
        )
        visit = self._open[-1]
        visit.ending = Ending.BOUNDS
        if proven is not None:
            node = position, threats, 0, potentials, ply
            self._note_decision(visit, node, playable, moves, beta)
        return children, proven

    def _best_value(self, node: RawNode, children: list[OrderedMove], alpha: int, beta: int) -> int:
        if self._is_blind:
            return super()._best_value(node, children, alpha, beta)
        visit = self._open[-1]
        visit.ending, visit.enough = Ending.SEARCHED, beta
        visit.order = tuple([bit.bit_length() - 1 for _, bit, _, _ in children])
        if self.beam_width:
            known = {*visit.order, *visit.unsafe}
            playable = _cells(self.moves.playable(node[0]))
            visit.unlikely = tuple([cell for cell in playable if cell not in known])
        return super()._best_value(node, children, alpha, beta)

    def _note_source(self, visit: Visit, key: int, position: int) -> None:
        visit.source, stored = self._sources.get(key, (-1, position))
        visit.is_mirrored = stored != position

    def _note_decision(
        self, visit: Visit, node: RawNode, playable: int, moves: int, beta: int
    ) -> None:
        """Note which move settled a position: one without an answer, or one that the table knows.

        The generator takes the moves by cell. With a beta that no value reaches, it does not look
        into the table.
        """
        position, threats, _, potentials, ply = node
        for cell in _cells(moves):
            arguments = position, threats, potentials, ply, playable, 1 << cell
            if self.moves.ordered_moves(*arguments, self.win_score)[1] is not None:
                visit.ending, visit.by = Ending.UNANSWERABLE, cell
                return
            if self.moves.ordered_moves(*arguments, beta)[1] is not None:
                visit.ending, visit.by = Ending.MOVE_IN_TABLE, cell
                child = position | 1 << cell + self.size * (ply & 1)
                self._note_source(visit, child, child)
                return

    def _explain(self, visit: Visit, potentials: int) -> None:
        """Note which sides can force no line any more, and whether bounds alone gave the value."""
        sides = potentials & POTENTIAL_MASK, potentials >> POTENTIAL_BITS
        # Where lines lose, a side wins by the lines of its opponent.
        own, names = self.misere ^ visit.ply & 1, "OX" if self.misere else "XO"
        (lower, upper), closed = self._bounds, ""
        if sides[own] < self.min_potential_to_move:
            upper, closed = 0, names[own]
        if sides[1 - own] < self.min_potential_waiting:
            lower, closed = 0, closed + names[1 - own]
        if upper <= visit.alpha or upper == lower or lower >= visit.beta:
            visit.ending = Ending.BOUNDS
        if visit.ending is Ending.BOUNDS:
            visit.closed = closed

    def _is_won(self, position: int, ply: int) -> bool:
        """Say whether the side that moved last has completed a line."""
        marks = position & self.full if ply & 1 else position >> self.size
        return self.tables.variant.has_line(marks)


class ObservedSearch(Observation):
    """The search that plays, watched."""


class ObservedTextbookSearch(Observation, TextbookSearch):
    """The textbook's search, watched."""


def _cells(mask: int) -> tuple[int, ...]:
    """Return the cells of a mask in ascending order."""
    return tuple([cell for cell in range(mask.bit_length()) if mask >> cell & 1])
