"""The tree of a search as the templates draw it: small boards with their numbers and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.ai.visits import Ending, Visit
from games.ai.walk import Method, Walk
from games.engine import Board, Mark, write_moves
from games.presentation import tree_wording as wording
from games.presentation.cell_names import spoken
from games.presentation.drawing import Drawing, draw_marks
from games.presentation.marks import LARGE

# As many moves that were left out are drawn as boards; more are only named.
MAX_DRAWN = 9
AROUND = 2  # cells shown around the marks of a wide board


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Moves that were not searched, and why."""

    reason: str
    names: list[str]
    drawings: list[Drawing]
    more: int  # moves that are neither named nor drawn

    @property
    def label(self) -> str:
        names = ", ".join(map(spoken, self.names))
        return _("Not searched: %(names)s. %(reason)s") % {"names": names, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A visit with the position it came to; ``path`` are the moves from the root.

    ``children`` are there where the tree is unfolded, and None elsewhere. A search that cuts
    nothing off ``has_window`` none to show.
    """

    visit: Visit
    board: Board
    path: str
    level: int
    scale: wording.Scale
    has_window: bool
    children: list[TreeNode] | None = None
    is_current: bool = False

    @property
    def number(self) -> str:
        return wording.count(self.visit.number + 1)

    @property
    def cell_name(self) -> str:
        return self.board.variant.cell_name(self.visit.cell) if self.level > 1 else ""

    @property
    def mover(self) -> str:
        """The mark of the move that led here."""
        return self.board.turn.opponent.value

    @property
    def turn(self) -> str:
        return self.board.turn.value

    @property
    def move(self) -> str:
        words = {"mark": self.mover, "cell": self.cell_name}
        return _("%(mark)s %(cell)s") % words if self.cell_name else _("Start")

    @property
    def drawing(self) -> Drawing:
        return _draw(self.board, self.visit.cell if self.level > 1 else None)

    @property
    def alpha(self) -> str:
        return wording.window(self.scale, self.visit)[0]

    @property
    def beta(self) -> str:
        return wording.window(self.scale, self.visit)[1]

    @property
    def places(self) -> list[int]:
        """Where alpha, beta and the value stand between O's soonest win, 0, and X's, 100.

        Where lines are weighed there is no such scale, and an unfinished visit has no value.
        """
        if self.scale.is_weighed:
            return []
        visit = self.visit
        values = [visit.alpha, visit.beta, *([] if visit.value is None else [visit.value])]
        low, high, *point = [wording.x_view(visit, value) for value in values]
        return [wording.place(self.scale, v) for v in (min(low, high), max(low, high), *point)]

    @property
    def favours(self) -> str:
        """The mark that the value is good for, "" if it is good for neither."""
        value = wording.x_view(self.visit, self.visit.value or 0)
        return Mark.X.value if value > 0 else Mark.O.value if value < 0 else ""

    @property
    def result(self) -> str:
        return wording.result(self.scale, self.visit)

    @property
    def reason(self) -> str:
        return wording.reason(self.scale, self.visit)

    @property
    def below(self) -> str:
        """How many positions were visited from here on."""
        return wording.positions(self.visit.nodes)

    @property
    def has_children(self) -> bool:
        return bool(self.visit.searched or any(self._left_out_cells().values()))

    @property
    def is_level(self) -> bool:
        """Whether the positions below are those to show where only one level has room."""
        children = self.children or ()
        return self.is_current or any(c.is_current and not c.has_children for c in children)

    @property
    def unkept(self) -> int:
        """How many of the moves were searched, but are not kept to be shown."""
        return self.visit.searched - len(self.visit.children)

    @property
    def left_out(self) -> list[LeftOut]:
        return [
            self._leave_out(kind, cells) for kind, cells in self._left_out_cells().items() if cells
        ]

    @property
    def label(self) -> str:
        """What a screen reader says of the node."""
        spoken_move = f"{self.mover} {spoken(self.cell_name)}" if self.cell_name else self.move
        parts = [f"{spoken_move}: {self.result}.", self.reason]
        if self.has_window:
            window = {"alpha": self.alpha, "beta": self.beta}
            parts.append(_("Alpha %(alpha)s, beta %(beta)s.") % window)
        return " ".join([*parts, f"{self.below}."])

    def _left_out_cells(self) -> dict[str, Sequence[int]]:
        visit = self.visit
        is_stopped = visit.ending is Ending.STOPPED
        return {
            "cut": visit.cut,
            "stopped": visit.order[visit.searched :] if is_stopped else (),
            "unsafe": visit.unsafe,
            "unlikely": visit.unlikely,
        }

    def _leave_out(self, kind: str, cells: Sequence[int]) -> LeftOut:
        variant, drawn = self.board.variant, list(cells)[:MAX_DRAWN]
        return LeftOut(
            wording.left_out(self.scale, self.visit, kind),
            [variant.cell_name(cell) for cell in drawn],
            [_draw(self.board.play(cell), cell) for cell in drawn],
            len(cells) - len(drawn),
        )


def unfolded(walk: Walk, board: Board, visits: Sequence[Visit], method: Method) -> TreeNode:
    """Return the root, unfolded along visits, of which the last is the current one."""
    scale = wording.Scale(board.variant, walk.win_score, method.looks_ahead)

    def node(visit: Visit, board: Board, cells: tuple[int, ...]) -> TreeNode:
        level = len(cells) + 1
        is_open = level <= len(visits) and visits[level - 1] is visit
        return TreeNode(
            visit,
            board,
            write_moves(cells, board.variant),
            level,
            scale,
            method.pruning,
            [node(c, board.play(c.cell), (*cells, c.cell)) for c in visit.children]
            if is_open
            else None,
            is_current=is_open and level == len(visits),
        )

    return node(walk.root, board, ())


def along(root: TreeNode) -> Iterator[TreeNode]:
    """Yield the nodes from the root to the current one."""
    node: TreeNode | None = root
    while node:
        yield node
        node = next((child for child in node.children or () if child.children is not None), None)


def _draw(board: Board, last: int | None) -> Drawing:
    outcome = board.outcome()
    marks = [board.mark_at(cell) or "" for cell in range(board.variant.size)]
    line = outcome.line if outcome else ()
    return replace(draw_marks(board.variant, marks, last, line), view=_view(board))


def _view(board: Board) -> tuple[int, int, int, int]:
    """Return the part of a board to show small: all of it, or of a wide one that with the marks."""
    variant = board.variant
    if variant.width < LARGE:
        return 0, 0, variant.width, variant.height
    marked = [variant.place(cell) for cell in range(variant.size) if board.mark_at(cell)]
    columns, rows = zip(*marked or [(variant.width // 2, variant.height // 2)], strict=True)
    left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
    side = min(max(right - left, bottom - top) + 1 + 2 * AROUND, variant.width)
    return (
        _start((left + right + 1 - side) // 2, side, variant.width),
        _start((top + bottom + 1 - side) // 2, side, variant.height),
        side,
        side,
    )


def _start(start: int, side: int, size: int) -> int:
    return max(0, min(start, size - side))
