"""The wording of puzzles: the task, and the consequence of an answer."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.ai.solver import Value, Verdict, own_moves
from games.presentation import wording
from games.presentation.cell_names import spoken
from games.study.puzzles.generator import Puzzle
from games.study.puzzles.models import Result

# How hard a puzzle is, by its grade.
GRADES = {
    1: lazy("Very easy"),
    2: lazy("Easy"),
    3: lazy("Tricky"),
    4: lazy("Hard"),
    5: lazy("Very hard"),
}
# The first sentence at the end of a puzzle, by its result.
ENDINGS = {
    Result.FIRST_TRY: lazy("Right, at the first try! %(why)s"),
    Result.SOLVED: lazy("Right! %(why)s"),
    Result.SHOWN: lazy("It is %(cell)s. %(why)s"),
}


def task(puzzle: Puzzle) -> str:
    mark = {"mark": puzzle.board.turn}
    if puzzle.proof.goal is Value.WIN:
        return _("%(mark)s to move. One move wins.") % mark
    return _("%(mark)s to move. One move does not lose.") % mark


def ending(puzzle: Puzzle, result: Result) -> str:
    """Say how the puzzle ended for a person, and why the solution is right."""
    cell = spoken(puzzle.variant.cell_name(puzzle.proof.solution))
    return str(ENDINGS[result]) % {"cell": cell, "why": _why(puzzle)}


def _why(puzzle: Puzzle) -> str:
    if puzzle.proof.goal is not Value.WIN:
        return _("Every other move loses.")
    count = own_moves(puzzle.proof.plies)
    values = _values(puzzle, count)
    if puzzle.variant.misere:
        words = ngettext(
            "Now %(other)s has to make %(number)s in a row.",
            "%(other)s has to make %(number)s in a row after %(count)s moves.",
            count,
        )
    else:
        words = ngettext("%(mark)s wins with it.", "%(mark)s wins in %(count)s moves.", count)
    return words % values


def wrong(puzzle: Puzzle, cell: int) -> str:
    """Say what a wrong move allows."""
    verdict = puzzle.proof.others[cell]
    if verdict.value is Value.DRAW:
        return _("Not that one: it is only a draw. Try again.")
    return _("Not that one. %(loss)s Try again.") % {"loss": _loss(puzzle, verdict)}


def _loss(puzzle: Puzzle, verdict: Verdict) -> str:
    count = (verdict.plies or 0) // 2
    values = _values(puzzle, count)
    if puzzle.variant.misere and not count:
        return _("That makes %(number)s in a row, which loses.") % values
    if puzzle.variant.misere:
        words = ngettext(
            "%(mark)s has to make %(number)s in a row right after that.",
            "%(mark)s has to make %(number)s in a row %(count)s moves after that.",
            count,
        )
    else:
        words = ngettext(
            "%(other)s wins at once after that.",
            "%(other)s wins in %(count)s moves after that.",
            count,
        )
    return words % values


def _values(puzzle: Puzzle, count: int) -> dict[str, object]:
    """Return the values for the sentences: both sides, the length of a line, and the moves."""
    turn, number = puzzle.board.turn, wording.number(puzzle.variant.run).lower()
    return {"mark": turn, "other": turn.opponent, "number": number, "count": count}
