"""The wording of nodes in a search tree, for people who learn how the search works.

The search counts for the side to move. That is hard to follow, so all numbers are shown from X's
view: above 0 is good for X, below 0 good for O.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.ai.evaluation import MIN_WIN_SCORE, WIN_SCORE
from games.engine import Board, Mark, Variant
from games.presentation import sides
from games.study.tree.search_tree import NodeEnding, TreeNode
from games.study.tree.textbook import WIN

# Where the value may be a bound, as the search asks no more than whether it lies in the window.
BOUNDED = {NodeEnding.BOUNDS, NodeEnding.TABLE, NodeEnding.MOVE_IN_TABLE, NodeEnding.SEARCHED}
REASONS = {
    NodeEnding.LINE: gettext_lazy("%(other)s has completed a line."),
    NodeEnding.FULL: gettext_lazy("The board is full."),
    NodeEnding.WIN: gettext_lazy("%(side)s completes a line at once, at %(cell)s."),
    NodeEnding.LOST: gettext_lazy("Every move of %(side)s loses at once."),
    NodeEnding.EVALUATED: gettext_lazy(
        "The search looks no deeper. It weighs the lines still open."
    ),
    NodeEnding.UNANSWERABLE: gettext_lazy(
        "%(side)s plays %(cell)s, and %(other)s has no answer to it."
    ),
    NodeEnding.TABLE: gettext_lazy("Found in the table: the same as position %(source)s."),
    NodeEnding.MOVE_IN_TABLE: gettext_lazy(
        "After %(side)s plays %(cell)s it is position %(source)s again: good enough."
    ),
    NodeEnding.STOPPED: gettext_lazy("The search was stopped before it was done here."),
}
# Why moves were not searched.
LEFT_OUT = {
    "cut": gettext_lazy("Cut off: the moves before were enough."),
    "stopped": gettext_lazy("The search was stopped before these."),
    "losing line": gettext_lazy("Each of these completes a line and loses."),
    "unsafe": gettext_lazy("After any of these %(other)s wins at once."),
    "unlikely": gettext_lazy("Left out: too far from the marks, or of little promise."),
}


def count(nodes: int) -> str:
    return number_format(nodes, force_grouping=True)


def positions(nodes: int) -> str:
    words = ngettext("%(count)s position", "%(count)s positions", nodes)
    return words % {"count": count(nodes)}


def headline(board: Board) -> str:
    """Say whose turn it is in the position that is searched, or how the game has ended."""
    outcome = board.outcome()
    if not outcome:
        return _("%(mark)s to move") % {"mark": sides.side(board.turn, board.variant)}
    if outcome.winner:
        return _("%(mark)s has won") % {"mark": sides.side(outcome.winner, board.variant)}
    return _("A draw")


@dataclass(frozen=True, slots=True)
class Scale:
    """How the values of one search are read, as X's. ``win_score`` is that of a win at ply 0.

    To the end, a win with the first move is shown as 10, and one less for each move that it takes
    longer, as in the whole tree of a small position.
    """

    variant: Variant
    win_score: int
    root_ply: int

    @property
    def is_weighed(self) -> bool:
        """Whether values between a draw and a win occur, because open lines are evaluated."""
        return self.win_score == WIN_SCORE

    def is_win(self, value: int) -> bool:
        """Say whether a value is a win or a loss, not a draw or an evaluation."""
        return abs(value) > MIN_WIN_SCORE if self.is_weighed else value != 0

    def number(self, x_value: int) -> str:
        """Return a value as a signed number; with an evaluation, wins are words instead."""
        sign = "+" if x_value > 0 else "\N{MINUS SIGN}" if x_value else ""
        if abs(x_value) >= self.win_score:
            return f"{sign}∞"
        if self.is_weighed and self.is_win(x_value):
            return _("%(mark)s wins") % {"mark": self.side(Mark.X if x_value > 0 else Mark.O)}
        if x_value and not self.is_weighed:
            return f"{sign}{abs(x_value) - self.win_score + self.root_ply + 1 + WIN}"
        return f"{sign}{abs(x_value)}"

    def side(self, mark: Mark) -> str:
        """Return what a side is called on the board of the search."""
        return sides.side(mark, self.variant)

    def in_words(self, x_value: int, ply: int) -> str:
        """Return a value that is no evaluation in words, such as "X wins in 3", from a ply on."""
        if not self.is_win(x_value):
            return "" if self.is_weighed else _("draw")
        winner = self.side(Mark.X if x_value > 0 else Mark.O)
        plies = self.win_score - abs(x_value) - ply
        if plies <= 0:
            return _("%(mark)s has won") % {"mark": winner}
        return _("%(mark)s wins in %(plies)s") % {"mark": winner, "plies": plies}


@dataclass(frozen=True, slots=True)
class NodeWords:
    scale: Scale
    node: TreeNode

    @property
    def side(self) -> Mark:
        return Mark.of_ply(self.node.ply)

    def x_view(self, value: int) -> int:
        return value if self.side is Mark.X else -value

    @property
    def window(self) -> list[int]:
        """Alpha and beta from X's view: the least X is sure of, and the most O allows."""
        return sorted((self.x_view(self.node.alpha), self.x_view(self.node.beta)))

    @property
    def alpha(self) -> str:
        return self.scale.number(self.window[0])

    @property
    def beta(self) -> str:
        return self.scale.number(self.window[1])

    @property
    def favours(self) -> str:
        """The mark that the value is good for, "" if it is good for neither."""
        value = self.x_view(self.node.value or 0)
        return Mark.X.value if value > 0 else Mark.O.value if value < 0 else ""

    @property
    def result(self) -> str:
        """The value for X, or a bound of it, such as ≤ 0."""
        if self.node.value is None:
            return _("not finished")
        number = self.scale.number(self.x_view(self.node.value))
        if not self.is_bound:
            return number
        is_least = self.node.fails_high == (self.side is Mark.X)
        return f"≥ {number}" if is_least else f"≤ {number}"

    @property
    def words(self) -> str:
        """The value in words, where it is exact and proven."""
        value = self.node.value
        if value is None or self.is_bound:
            return ""
        return self.scale.in_words(self.x_view(value), self.node.ply)

    @property
    def is_bound(self) -> bool:
        is_outside = self.node.fails_high or self.node.fails_low
        return is_outside and self.node.ending in BOUNDED

    @property
    def reason(self) -> str:
        """A sentence on where the value comes from."""
        node = self.node
        # What a side already has for sure, so that it will not come here for less.
        elsewhere = self.x_view(node.beta if node.fails_high else node.alpha)
        # The move that decides, or the one that is chosen.
        cell = node.best_child.cell if node.best_child else node.by
        return self._sentence() % {
            "side": self.scale.side(self.side),
            "other": self.scale.side(self.side.opponent),
            "here": self.result,
            "elsewhere": self.scale.number(elsewhere),
            "cell": self.scale.variant.cell_name(cell) if cell >= 0 else "",
            "mark": self.scale.side(Mark(node.closed)) if len(node.closed) == 1 else "",
            "source": count(node.source + 1),
        }

    def _sentence(self) -> str:
        if self.node.ending is NodeEnding.SEARCHED:
            return self._of_moves()
        if self.node.ending is NodeEnding.BOUNDS:
            return self._of_bounds()
        if self.node.ending is NodeEnding.TABLE and self.node.is_mirrored:
            return _("Found in the table: a mirror image of position %(source)s.")
        return str(REASONS[self.node.ending])

    def _of_moves(self) -> str:
        if self.node.fails_high:
            return _(
                "%(other)s already has %(elsewhere)s. Here it would have %(here)s, which is no "
                "better, so it will not come here."
            )
        if self.node.not_searched:
            return _("Nothing better than %(here)s is possible here.")
        if self.node.fails_low:
            return _("No move here gives %(side)s more than it is already sure of.")
        if self.node.best_child:
            return _("%(side)s chooses the best move: %(cell)s.")
        return _("The best of all moves counts.")

    def _of_bounds(self) -> str:
        if len(self.node.closed) == 2:
            return _("Neither side can force a line any more.")
        if self.node.closed:
            return _("%(mark)s cannot win here any more, and has %(elsewhere)s already.")
        if self.node.fails_high:
            return _("Even the soonest loss is no less than %(other)s is already sure of.")
        return _("Even the soonest win is no more than %(side)s is already sure of.")

    def why_left_out(self, kind: str) -> str:
        if kind == "unsafe" and self.scale.variant.misere:
            kind = "losing line"
        return LEFT_OUT[kind] % {"other": self.scale.side(self.side.opponent)}
