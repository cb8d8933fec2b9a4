"""The tree of a search: each visited position, and where its value comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class NodeEnding(StrEnum):
    """Where the value of a position comes from."""

    LINE = "line"  # a line is complete
    FULL = "full"  # the board is full
    WIN = "win"  # the side to move completes a line at once
    LOST = "lost"  # every move loses at once
    BOUNDS = "bounds"  # no value that is still possible can change the choice
    EVALUATED = "evaluated"  # as deep as the search looks: the open lines are weighed
    TABLE = "table"  # the transposition table knows enough
    MOVE_IN_TABLE = "move_in_table"  # the table knows enough about the position after a move
    UNANSWERABLE = "unanswerable"  # the opponent cannot answer a move
    SEARCHED = "searched"  # the best of all moves, or of those before the rest was cut off
    STOPPED = "stopped"  # the search was stopped here


@dataclass(slots=True)
class TreeNode:
    """One position as the search visited it.

    ``cell`` is the move that led here, -1 at the root. ``alpha`` and ``beta`` are the window on
    arrival and ``value`` is the result, all for the side to move; ``value`` is None if the search
    was stopped. ``nodes`` counts the positions below and including this one.
    """

    number: int  # in the order of the search, from 0
    cell: int
    ply: int
    alpha: int
    beta: int
    value: int | None = None
    nodes: int = 0
    ending: NodeEnding = NodeEnding.STOPPED
    searched: int = 0  # children that were visited, recorded or not
    order: tuple[int, ...] = ()  # the moves to search, as cells, in this order
    unsafe: tuple[int, ...] = ()  # moves that lose at once
    closed: str = ""  # the sides that can force no line any more
    by: int = -1  # the move that decides, where one does
    source: int = -1  # the number of the node that stored what the table knows
    is_mirrored: bool = False  # whether that was a symmetric position
    children: list[TreeNode] = field(default_factory=list)  # that are recorded

    @property
    def not_searched(self) -> tuple[int, ...]:
        """The moves that were cut off, or not reached before the search was stopped."""
        return self.order[self.searched :]

    @property
    def fails_high(self) -> bool:
        """Whether the value reaches beta, so that the opponent will avoid this position."""
        return self.value is not None and self.value >= self.beta

    @property
    def fails_low(self) -> bool:
        """Whether the value is at most alpha: the side to move has as much elsewhere."""
        return self.value is not None and self.value <= self.alpha

    @property
    def best_child(self) -> TreeNode | None:
        """The node after the best move, if the value is that of a recorded child."""
        if self.value is None:
            return None
        return next((child for child in self.children if child.value == -self.value), None)


@dataclass(frozen=True, slots=True)
class SearchTree:
    """The tree of one search; ``recorded`` is the number of nodes in it, ``nodes`` of all visited.

    ``win_score`` is the value of a win at ply 0, above all others.
    """

    root: TreeNode
    win_score: int
    recorded: int

    @property
    def nodes(self) -> int:
        return self.root.nodes

    @property
    def is_complete(self) -> bool:
        """Whether the search ended before its limit of positions."""
        return self.root.value is not None

    @property
    def best_line(self) -> list[int]:
        cells, node = [], self.root
        while best := node.best_child:
            cells.append(best.cell)
            node = best
        return cells

    def follow(self, moves: Iterable[int]) -> list[TreeNode]:
        """Return the nodes from the root along moves, as far as they are recorded."""
        nodes = [self.root]
        for cell in moves:
            nodes += [child for child in nodes[-1].children if child.cell == cell]
        return nodes
