"""A second search, which records each position that it visits.

``games.ai.alphabeta`` is written for speed and records nothing; this search is written to be read.
It takes the same steps with the same settings, move generator and table; tests hold its values, its
counts and its orders of moves equal. It can also search like the textbook: without a table and
without looking for threats ahead, so that it makes every move up to the end of the game.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from math import inf

from games.ai.alphabeta import AlphaBeta
from games.ai.line_tables import POTENTIAL_BITS, POTENTIAL_MASK, Node, cells_in
from games.ai.move_generation import OrderedMove
from games.engine import Board, Mark
from games.study.tree.search_methods import Method
from games.study.tree.search_tree import NodeEnding, SearchTree, TreeNode

# The most positions that a search visits. On 3x3 that is enough for plain minimax: 549,946.
MAX_NODES, MAX_NODES_3X3 = 20_000, 600_000
# The most positions that are recorded; within NEAR plies of the root, twice as many.
MAX_RECORDED, NEAR = 5_000, 3
# The key to sort a move by that makes two threats at once: smaller than those of other moves.
TWO_THREATS = -(1 << 40)

# The value of a position for the side to move, and where it comes from.
Result = tuple[int, NodeEnding]


class Stopped(Exception):
    """The search has reached its limit of positions."""


def search_tree(board: Board, method: Method, depth: int | None) -> SearchTree:
    """Search an unfinished position ``depth`` plies deep or, with None, to the end.

    >>> from games.study.tree.search_methods import METHODS
    >>> search_tree(Board.parse("X.O/.../..."), METHODS["minimax"], None).nodes
    7584
    """
    settings = method.settings(board, depth)
    return RecordedSearch(settings, method).tree(settings.tables.node(board))


class RecordedSearch:
    """A search by one method that records its tree; its settings come from ``AlphaBeta``."""

    def __init__(self, settings: AlphaBeta, method: Method) -> None:
        self.settings, self.method = settings, method
        self.moves, self.table = settings.moves, settings.table
        self.misere, self.win_score = settings.misere, settings.win_score
        self.value = self._look_ahead if method.looks_ahead else self._textbook_value
        self.max_nodes = MAX_NODES_3X3 if settings.size <= 9 else MAX_NODES
        self.nodes, self.recorded = 0, 1
        # The number and the position of the node that stored each entry of the table, by key.
        self.sources: dict[int, tuple[int, int]] = {}

    def tree(self, start: Node) -> SearchTree:
        """Search a position with an open window."""
        root = TreeNode(0, -1, start.ply, -self.win_score, self.win_score)
        self.last_near_ply = start.ply + NEAR
        with suppress(Stopped):
            self._visit(start, root)
        return SearchTree(root, self.win_score, self.recorded)

    def _visit(self, state: Node, node: TreeNode) -> int:
        """Return the value of a position for the side to move."""
        self.nodes += 1
        try:
            node.value, node.ending = self.value(state, node)
        finally:
            node.nodes = self.nodes - node.number
        return node.value

    def _textbook_value(self, state: Node, node: TreeNode) -> Result:
        """Return the value of any position, also of one in which the game is over."""
        if node.cell >= 0 and state.opponent_threats >> node.cell & 1:
            lost = state.ply - self.win_score
            return -lost if self.misere else lost, NodeEnding.LINE
        playable = self.moves.playable(state.position)
        if not playable:
            return 0, NodeEnding.FULL
        if state.ply >= self.settings.horizon:
            return self._evaluation(state), NodeEnding.EVALUATED
        cells = list(cells_in(playable))
        if self.method.ordering:
            cells.sort(key=partial(self._sort_key, state))
        return self._best_value(state, node, cells, node.alpha, node.beta), NodeEnding.SEARCHED

    def _sort_key(self, state: Node, cell: int) -> float:
        """Return where a move comes in the order of the search that plays.

        The moves that it need not sort, because they decide the game, come before all others; one
        that completes a line and loses comes last.
        """
        if state.threats >> cell & 1:
            return inf if self.misere else -inf
        children, _ = self._ordered_moves(state, 1 << cell, self.win_score)
        return children[0][0] if children else TWO_THREATS

    def _look_ahead(self, state: Node, node: TreeNode) -> Result:
        """Return the value of a position, from what can be seen without a search if that is enough.

        Only the first position may have a move that wins at once; others are safe from that.
        """
        playable, side = self.moves.playable(state.position), Mark.of_ply(state.ply)
        if (wins := state.threats & playable) and not self.misere:
            node.by = next(cells_in(wins))
            return self.win_score - state.ply - 1, NodeEnding.WIN
        if not playable:
            return 0, NodeEnding.FULL
        moves, lower, upper = self.moves.safe_moves(
            playable, state.threats, state.opponent_threats, self.win_score - state.ply
        )
        node.unsafe = tuple(cells_in(playable & ~moves))
        if not moves:
            return lower, NodeEnding.LOST
        own, other = self._potentials(state)
        if own < self.settings.min_potential_to_move:
            upper, node.closed = 0, side
        if other < self.settings.min_potential_waiting:
            lower, node.closed = 0, node.closed + side.opponent
        if (bound := _decisive(lower, upper, node)) is not None:
            return bound, NodeEnding.BOUNDS
        if state.ply >= self.settings.horizon and not state.opponent_threats & playable:
            return self._evaluation(state), NodeEnding.EVALUATED
        return self._search_moves(state, node, moves, lower, upper)

    def _potentials(self, state: Node) -> tuple[int, int]:
        """Return the potentials of the side to move and of its opponent.

        Where lines lose, a side wins by the lines that its opponent has to complete.
        """
        x, o = state.potentials & POTENTIAL_MASK, state.potentials >> POTENTIAL_BITS
        return (o, x) if self.misere ^ state.ply & 1 else (x, o)

    def _evaluation(self, state: Node) -> int:
        settings, (own, other) = self.settings, self._potentials(state)
        free = settings.full & ~(state.position | state.position >> settings.size)
        own_cells, other_cells = settings.parity_cells[:: -1 if state.ply & 1 else 1]
        lead = (state.threats & own_cells & free).bit_count()
        lead -= (state.opponent_threats & other_cells & free).bit_count()
        return own * settings.tempo // 4 - other + lead * settings.threat_weight

    def _search_moves(
        self, state: Node, node: TreeNode, moves: int, lower: int, upper: int
    ) -> Result:
        """Return the value from the table, or else by searching the moves, and store it."""
        is_shared = state.ply < self.settings.symmetry_plies
        key = self.settings.tables.canonical(state.position) if is_shared else state.position
        lower, upper = self.table.get(key, (lower, upper))
        if (bound := _decisive(lower, upper, node)) is not None:
            self._note_source(node, key, state.position)
            return bound, NodeEnding.TABLE
        beam_width = self.settings.beam_width if self.method.remembers else 0
        if beam_width:
            moves = moves & self.moves.near_marks(self.moves.playable(state.position)) or moves
        children, proven = self._ordered_moves(state, moves, node.beta)
        if proven is not None:
            self._store(key, state, node, max(lower, proven), upper)
            return proven, self._decision(state, node, moves, proven)
        if not self.misere:
            # A win at ply + 3 needs a move now that the opponent cannot answer; there is none.
            upper = min(upper, max(0, self.win_score - state.ply - 5))
        if upper <= node.alpha:
            self._store(key, state, node, lower, upper)
            return upper, NodeEnding.BOUNDS
        cells = [bit.bit_length() - 1 for _, bit, _, _ in children[: beam_width or None]]
        alpha, beta = max(node.alpha, lower), min(node.beta, upper)
        best = self._best_value(state, node, cells, alpha, beta)
        lower = lower if best <= alpha else max(best, lower)
        upper = upper if best >= beta else min(best, upper)
        self._store(key, state, node, lower, upper)
        return best, NodeEnding.SEARCHED

    def _best_value(
        self, state: Node, node: TreeNode, cells: list[int], alpha: int, beta: int
    ) -> int:
        """Return the value of the best move, or of the first that reaches beta (a cut-off)."""
        node.order = tuple(cells)
        best = -self.win_score
        for cell in cells:
            child = self._add_child(node, cell, alpha, beta)
            best = max(best, -self._visit(self.moves.child(state, cell), child))
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

    def _add_child(self, node: TreeNode, cell: int, alpha: int, beta: int) -> TreeNode:
        """Return the node after a move, recorded if there is room for it."""
        if self.nodes >= self.max_nodes:
            raise Stopped
        if not self.method.pruning:
            alpha, beta = -self.win_score, self.win_score
        child = TreeNode(self.nodes, cell, node.ply + 1, -beta, -alpha)
        node.searched += 1
        if self.recorded < MAX_RECORDED * (2 if child.ply <= self.last_near_ply else 1):
            self.recorded += 1
            node.children.append(child)
        return child

    def _ordered_moves(
        self, state: Node, moves: int, beta: int
    ) -> tuple[list[OrderedMove], int | None]:
        position, threats, _, potentials, ply = state
        playable = self.moves.playable(position)
        return self.moves.ordered_moves(position, threats, potentials, ply, playable, moves, beta)

    def _store(self, key: int, state: Node, node: TreeNode, lower: int, upper: int) -> None:
        if self.method.remembers:
            self.table[key] = lower, upper
            self.sources[key] = node.number, state.position

    def _note_source(self, node: TreeNode, key: int, position: int) -> None:
        node.source, stored = self.sources[key]
        node.is_mirrored = stored != position

    def _decision(self, state: Node, node: TreeNode, moves: int, value: int) -> NodeEnding:
        """Note the first move that settles a position, and return why it does.

        Either the opponent cannot answer it, or the table knows enough about the position after it.
        """
        node.by = next(
            cell
            for cell in cells_in(moves)
            if self._ordered_moves(state, 1 << cell, node.beta)[1] is not None
        )
        if value == self.win_score - state.ply - 3 and not self.misere:
            return NodeEnding.UNANSWERABLE
        child = self.moves.child(state, node.by).position
        self._note_source(node, child, child)
        return NodeEnding.MOVE_IN_TABLE


def _decisive(lower: int, upper: int, node: TreeNode) -> int | None:
    """Return the bound of a value that is enough for the window of a node, if one of them is."""
    if lower >= node.beta:
        return lower
    return upper if upper <= node.alpha or upper == lower else None
