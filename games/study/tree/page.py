"""The search tree as the templates draw it: small boards with their numbers and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine import Board, write_moves
from games.presentation import small_boards
from games.presentation.drawing import Drawing, draw_marks
from games.presentation.grid import View, extent
from games.presentation.marks import LARGE
from games.study.tree.search_methods import Method
from games.study.tree.search_tree import NodeEnding, SearchTree, TreeNode
from games.study.tree.wording import NodeWords, Scale, count, positions

MOST_NAMED = 9  # moves that were left out, of those of one kind; the others are only counted
AROUND = 2  # cells shown around the marks of a wide board


@dataclass(frozen=True, slots=True)
class DrawnNode(NodeWords):
    """A node with its position; ``path`` are the moves from the root.

    Only nodes along the chosen path, which ``is_open`` marks, have ``children``. ``has_window`` is
    False for a search that cuts nothing off.
    """

    board: Board
    path: str
    has_window: bool
    is_open: bool
    children: list[DrawnNode]

    @property
    def number(self) -> str:
        return count(self.node.number + 1)

    @property
    def move(self) -> str:
        values = {"mark": self.scale.side(self.board.turn.opponent), "cell": self._cell_name}
        return _("%(mark)s %(cell)s") % values if self._cell_name else _("Start")

    @property
    def drawing(self) -> Drawing:
        return _draw(self.board, self.node.cell if self._cell_name else None)

    @property
    def below(self) -> str:
        """How many positions were visited below and including this node."""
        return positions(self.node.nodes)

    @property
    def has_children(self) -> bool:
        return bool(self.node.searched or any(self._left_out_cells.values()))

    @property
    def has_more_children(self) -> bool:
        """Whether moves were searched whose nodes are not recorded."""
        return self.node.searched > len(self.node.children)

    @property
    def left_out(self) -> list[tuple[str, str]]:
        """The moves that were not searched, and why."""
        kinds = self._left_out_cells.items()
        return [(self._names(cells), self.why_left_out(kind)) for kind, cells in kinds if cells]

    def _names(self, cells: Sequence[int]) -> str:
        names = ", ".join(map(self.board.variant.cell_name, cells[:MOST_NAMED]))
        more = len(cells) - MOST_NAMED
        return f"{names} +{more}" if more > 0 else names

    @property
    def _left_out_cells(self) -> dict[str, Sequence[int]]:
        node = self.node
        known = {*node.order, *node.unsafe}
        unlikely = [cell for cell in self.board.legal_moves() if node.order and cell not in known]
        reason = "stopped" if node.ending is NodeEnding.STOPPED else "cut"
        return {reason: node.not_searched, "unsafe": node.unsafe, "unlikely": unlikely}

    @property
    def _cell_name(self) -> str:
        """The cell of the move that led here, "" at the root."""
        return self.board.variant.cell_name(self.node.cell) if self.node.cell >= 0 else ""


def unfolded(
    tree: SearchTree, board: Board, path: Sequence[TreeNode], method: Method
) -> list[DrawnNode]:
    """Return the nodes of a path from the root, each with its children; the last is current."""
    scale = Scale(board.variant, tree.win_score, board.ply)

    def draw(node: TreeNode, board: Board, cells: tuple[int, ...]) -> DrawnNode:
        is_open = node in path
        below = [draw(c, board.play(c.cell), (*cells, c.cell)) for c in node.children if is_open]
        moves = write_moves(cells, board.variant)
        return DrawnNode(scale, node, board, moves, method.pruning, is_open, below)

    trail = [draw(tree.root, board, ())]
    while len(trail) < len(path):
        trail += [child for child in trail[-1].children if child.is_open]
    return trail


def before(path: Sequence[TreeNode]) -> list[int] | None:
    """Return the moves to the position that the search came to before the last of a path."""
    if len(path) == 1:
        return None
    earlier = [child for child in path[-2].children if child.number < path[-1].number]
    way = [*path[:-1], *earlier[-1:]]
    while earlier and way[-1].children:
        way.append(way[-1].children[-1])
    return [node.cell for node in way[1:]]


def after(path: Sequence[TreeNode]) -> list[int] | None:
    """Return the moves to the position that the search came to after the last of a path."""
    for place in range(len(path), 0, -1):
        for child in path[place - 1].children:
            if child.number > path[-1].number:
                return [*(node.cell for node in path[1:place]), child.cell]
    return None


def _draw(board: Board, last: int | None) -> Drawing:
    outcome = board.outcome()
    marks = [board.mark_at(cell) or "" for cell in range(board.variant.size)]
    line = outcome.line if outcome else ()
    return replace(
        draw_marks(board.variant, marks, last, line, **small_boards.describe(board)),
        view=_view(board),
    )


def _view(board: Board) -> View:
    """Return the part of a board to show: all of it or, on a wide board, that with the marks."""
    variant = board.variant
    if variant.width < LARGE:
        return (0, 0, *extent(variant))
    marked = [variant.place(cell) for cell in range(variant.size) if board.mark_at(cell)]
    columns, rows = zip(*marked or [(variant.width // 2, variant.height // 2)], strict=True)
    reach = max(max(columns) - min(columns), max(rows) - min(rows)) + 1
    side = min(reach + 2 * AROUND, variant.width)
    return _start(columns, side, variant.width), _start(rows, side, variant.height), side, side


def _start(marked: Sequence[int], side: int, size: int) -> int:
    """Return where a part of a board begins that has the marked cells in its middle."""
    start = (min(marked) + max(marked) + 1 - side) // 2
    return max(0, min(start, size - side))
