"""The wording of hints, and the signs of verdicts on cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, pgettext_lazy

from games.ai.advice import Advice
from games.ai.solver import Value, Verdict, own_moves
from games.ai.threats import completing, forks
from games.engine import Board, Variant
from games.protocol import VerdictInWords, VerdictJSON

# Up to so many equally good moves are named; more are only counted.
MAX_NAMED = 4
BRIEF = {
    "win": pgettext_lazy("sign on a cell", "W"),
    "draw": pgettext_lazy("sign on a cell", "D"),
    "loss": pgettext_lazy("sign on a cell", "L"),
    "unknown": "?",
}
VALUES = {
    "win": lazy("win"),
    "draw": lazy("draw"),
    "loss": lazy("loss"),
    "unknown": lazy("unknown"),
}
# The summary of a position with unknown moves and no proven win, by whether some moves are proven
# draws and whether some are proven losses.
UNKNOWN = {
    (False, False): lazy("Nothing is proven here yet."),
    (False, True): lazy("Some moves lose; the rest is unknown."),
    (True, False): lazy("Some moves draw; the rest is unknown."),
    (True, True): lazy("Some draw, some lose, some are unknown."),
}


def verdict_in_words(verdict: VerdictJSON) -> VerdictInWords:
    """Add to a verdict its words, such as "win in 2 moves", and its sign, such as W2."""
    value, moves = verdict["value"], own_moves(verdict["plies"])
    words = _ending_in(value, moves) if moves else str(VALUES[value])
    return {**verdict, "brief": f"{BRIEF[value]}{moves or ''}", "words": words}


def hint(board: Board, advice: Advice) -> str:
    """Recommend the first of the best moves to the player to move, and say why."""
    cell = advice.best[0]
    which = {"cell": board.variant.cell_name(cell), "mark": board.turn.opponent}
    if reason := _reason(board, cell):
        return reason % which
    lead = _("Play %(cell)s.") if advice.is_proven else _("My guess: %(cell)s.")
    return f"{lead % which} {_summary(advice.verdicts.values())}"


def _reason(board: Board, cell: int) -> str:
    """Say what a move does that everybody sees once it is said, "" if it is nothing of the kind."""
    if board.variant.misere:
        return ""
    if completing(board, board.turn, [cell]):
        return _("Play %(cell)s: it wins at once.")
    if completing(board, board.turn.opponent, [cell]):
        return _("Block %(cell)s, or %(mark)s wins with its next move.")
    if not board.variant.drop and cell in forks(board):
        return _("Play %(cell)s: it makes two threats at once.")
    return ""


def one_of(variant: Variant, cells: Sequence[int]) -> str:
    """Name equally good moves or, if there are many, say how many."""
    if len(cells) > MAX_NAMED:
        words = ngettext(
            "one of %(count)s marked cell", "one of %(count)s marked cells", len(cells)
        )
        return words % {"count": len(cells)}
    *rest, last = map(variant.cell_name, cells)
    return _("%(cells)s or %(last)s") % {"cells": ", ".join(rest), "last": last} if rest else last


def _summary(verdicts: Collection[Verdict]) -> str:
    values = {verdict.value for verdict in verdicts}
    if Value.WIN in values:
        wins = [own_moves(verdict.plies) for verdict in verdicts if verdict.value is Value.WIN]
        return _win(min(filter(None, wins), default=0))
    if Value.UNKNOWN in values:
        return str(UNKNOWN[Value.DRAW in values, Value.LOSS in values])
    if Value.DRAW in values:
        return _("If both play their best, this is a draw.")
    moves = [own_moves(verdict.plies) for verdict in verdicts]
    return _loss(max(moves) if all(moves) else 0)


def count(hints: int) -> str:
    return ngettext("%(count)s hint", "%(count)s hints", hints) % {"count": hints}


def _ending_in(value: str, moves: int) -> str:
    if value == "win":
        words = ngettext("win in %(count)s move", "win in %(count)s moves", moves)
    else:
        words = ngettext("loss in %(count)s move", "loss in %(count)s moves", moves)
    return words % {"count": moves}


def _win(moves: int) -> str:
    """Say that the player can win; ``moves`` is 0 if the distance is unknown."""
    if not moves:
        return _("You can win.")
    words = ngettext("You can win in %(count)s move.", "You can win in %(count)s moves.", moves)
    return words % {"count": moves}


def _loss(moves: int) -> str:
    """Say that the player loses; ``moves`` is 0 if the distance is unknown."""
    if not moves:
        return _("Every move loses.")
    words = ngettext(
        "Every move loses, the best in %(count)s move.",
        "Every move loses, the best in %(count)s moves.",
        moves,
    )
    return words % {"count": moves}
