"""What is said of a position in the tree of a search, to somebody who learns how it works.

The search counts for the side to move. People find that hard to follow, so all numbers are shown as
X's: above 0 is good for X, below 0 good for O.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ai.evaluation import MIN_WIN_SCORE, WIN_SCORE
from games.ai.visits import Ending, Visit
from games.engine import Mark, Variant
from games.presentation.cell_names import spoken

EXACT = {
    Ending.LINE,
    Ending.FULL,
    Ending.WIN,
    Ending.LOST,
    Ending.EVALUATED,
    Ending.UNANSWERABLE,
}


@dataclass(frozen=True, slots=True)
class Scale:
    """How the values of one search are read: ``win_score`` is that of a win at ply 0.

    A search that looks ahead is sure of something not only by what it has found elsewhere, but also
    because it sees how soon anybody can win.
    """

    variant: Variant
    win_score: int
    looks_ahead: bool

    @property
    def is_weighed(self) -> bool:
        """Whether there are values between a draw and a win, because open lines are weighed."""
        return self.win_score == WIN_SCORE

    def is_win(self, value: int) -> bool:
        """Say whether a value is a win or a loss, not a draw or a weight."""
        return abs(value) > MIN_WIN_SCORE if self.is_weighed else value != 0


def count(nodes: int) -> str:
    return number_format(nodes, force_grouping=True)


def positions(nodes: int) -> str:
    words = ngettext("%(count)s position", "%(count)s positions", nodes)
    return words % {"count": count(nodes)}


def number(scale: Scale, value: int) -> str:
    """Return X's value as a number with its sign; wins have none where lines are weighed."""
    if abs(value) >= scale.win_score:
        return f"{_sign(value)}∞"
    if scale.is_weighed and scale.is_win(value):
        return _("X wins") if value > 0 else _("O wins")
    return f"{_sign(value)}{abs(value)}"


def _sign(value: int) -> str:
    if value < 0:
        return "\N{MINUS SIGN}"
    return "+" if value else ""


def value(scale: Scale, x_value: int, ply: int) -> str:
    """Return X's value in words, such as "X wins in 3", counted from a ply."""
    if scale.is_win(x_value):
        winner = Mark.X if x_value > 0 else Mark.O
        plies = scale.win_score - abs(x_value) - ply
        if plies <= 0:
            return _("%(mark)s has won") % {"mark": winner}
        return _("%(mark)s wins in %(plies)s") % {"mark": winner, "plies": plies}
    if not scale.is_weighed:
        return _("draw")
    if not x_value:
        return _("even")
    return _("%(number)s for X") % {"number": number(scale, x_value)}


def bound(scale: Scale, side: Mark, x_value: int, ply: int) -> str:
    """Say that a value is the least that a side gets: "at least a draw for X"."""
    words = {"value": value(scale, x_value, ply), "mark": side}
    if not scale.is_win(x_value):
        if scale.is_weighed:
            least = _("%(value)s or more") if side is Mark.X else _("%(value)s or less")
            return least % words
        return _("at least a draw for %(mark)s") % words
    if (x_value > 0) == (side is Mark.X):
        return _("%(value)s or sooner") % words
    return _("%(value)s or later") % words


def result(scale: Scale, visit: Visit) -> str:
    """Return what came out of a visit, in words: a value, or a bound of it."""
    if visit.value is None:
        return _("not finished")
    side, x_value = Mark.of_ply(visit.ply), x_view(visit, visit.value)
    if visit.ending in EXACT or visit.alpha < visit.value < visit.beta:
        return value(scale, x_value, visit.ply)
    least_of = side if visit.value >= visit.beta else side.opponent
    return bound(scale, least_of, x_value, visit.ply)


def x_view(visit: Visit, side_value: int) -> int:
    """Return a value of the side to move as X's."""
    return -side_value if visit.ply % 2 else side_value


def place(scale: Scale, x_value: int) -> int:
    """Return where a value stands between O's soonest win, at 0, and X's, at 100."""
    share = max(-1.0, min(1.0, x_value / scale.win_score))
    return round(50 + 50 * share)


def window(scale: Scale, visit: Visit) -> tuple[str, str]:
    """Return alpha and beta as X's numbers: what X has for sure, and what O has."""
    ends = sorted((x_view(visit, visit.alpha), x_view(visit, visit.beta)))
    return number(scale, ends[0]), number(scale, ends[1])


def reason(scale: Scale, visit: Visit) -> str:
    """Say in a sentence where the value of a visit comes from."""
    side = Mark.of_ply(visit.ply)
    words: dict[str, object] = {"side": side, "other": side.opponent}
    if visit.by >= 0:
        words["cell"] = spoken(scale.variant.cell_name(visit.by))
    if visit.source >= 0:
        words["source"] = count(visit.source + 1)
    match visit.ending:
        case Ending.SEARCHED | Ending.CUT:
            return _searched(scale, visit, side)
        case Ending.BOUNDS:
            return _bounds(scale, visit, side)
        case Ending.TABLE:
            return _from_table(visit) % words
        case Ending.MOVE_IN_TABLE:
            known = _("After %(side)s plays %(cell)s it is position %(source)s again: good enough.")
            return known % words
    return _SENTENCES[visit.ending]() % words


_SENTENCES = {
    Ending.LINE: lambda: _("%(other)s has completed a line."),
    Ending.FULL: lambda: _("The board is full."),
    Ending.WIN: lambda: _("%(side)s completes a line at once, at %(cell)s."),
    Ending.LOST: lambda: _("Every move of %(side)s loses at once."),
    Ending.EVALUATED: lambda: _("The search looks no deeper. It weighs the lines still open."),
    Ending.UNANSWERABLE: lambda: _("%(side)s plays %(cell)s, and %(other)s has no answer to it."),
    Ending.STOPPED: lambda: _("The search was stopped before it was done here."),
}


def _from_table(visit: Visit) -> str:
    if visit.source < 0:
        return _("Found in the table: the search has been here before.")
    if visit.is_mirrored:
        return _("Found in the table: a mirror image of position %(source)s.")
    return _("Found in the table: the same as position %(source)s.")


def _searched(scale: Scale, visit: Visit, side: Mark) -> str:
    if visit.value is None:
        return ""
    words = _comparison(scale, visit, side)
    if visit.value >= visit.beta:
        return _not_here(scale) % words
    if visit.ending is Ending.CUT:
        return _("Nothing better than “%(here)s” is possible here.") % words
    if visit.value <= visit.alpha:
        return _("No move here gives %(side)s more than it is already sure of.") % words
    best = next((child for child in visit.children if child.value == -visit.value), None)
    if best is None:
        return _("The best of all moves counts.")
    words["cell"] = spoken(scale.variant.cell_name(best.cell))
    return _("%(side)s chooses the best move: %(cell)s.") % words


def _not_here(scale: Scale) -> str:
    if scale.looks_ahead:
        return _(
            "%(other)s is already sure of “%(elsewhere)s”. Here it would be no better for "
            "%(other)s: “%(here)s”. So %(other)s will not come here."
        )
    return _(
        "%(other)s already has “%(elsewhere)s” elsewhere. Here it would be no better for "
        "%(other)s: “%(here)s”. So %(other)s will not come here."
    )


def _comparison(scale: Scale, visit: Visit, side: Mark) -> dict[str, object]:
    """Return the words for what a visit gives and what its sides have elsewhere."""
    assert visit.value is not None  # noqa: S101 - for the type checker
    elsewhere = visit.beta if visit.value >= visit.beta else visit.alpha
    return {
        "side": side,
        "other": side.opponent,
        "elsewhere": value(scale, x_view(visit, elsewhere), visit.ply),
        "here": result(scale, visit),
    }


def _bounds(scale: Scale, visit: Visit, side: Mark) -> str:
    words = _comparison(scale, visit, side)
    if len(visit.closed) == 2:
        return _("Neither side can force a line any more.")
    if visit.closed:
        words["mark"] = visit.closed
        has_no_win = _("%(mark)s cannot win here any more, and is sure of “%(elsewhere)s” already.")
        return has_no_win % words
    if visit.value is not None and visit.value >= visit.beta:
        return _("Even the soonest loss is no less than %(other)s is already sure of.") % words
    return _("Even the soonest win is no more than %(side)s is already sure of.") % words


def left_out(scale: Scale, visit: Visit, kind: str) -> str:
    """Say why some moves of a position were not searched."""
    side = Mark.of_ply(visit.ply)
    words = {"side": side, "other": side.opponent}
    if kind == "cut":
        return _("Cut off: the moves before were enough.")
    if kind == "unsafe":
        if scale.variant.misere:
            return _("Each of these completes a line and loses.")
        return _("After any of these %(other)s wins at once.") % words
    if kind == "unlikely":
        return _("Left out: too far from the marks, or of little promise.")
    return _("The search was stopped before these.")
