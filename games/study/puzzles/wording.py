"""The wording of puzzles: the task, and the consequence of an answer."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.ai.solver import Value, Verdict, own_moves
from games.presentation import board_wording
from games.presentation.sides import side
from games.study.puzzles.book import Puzzle
from games.study.puzzles.models import Result

# How hard a puzzle is, by its grade.
GRADES = {
    1: lazy("Very easy"),
    2: lazy("Easy"),
    3: lazy("Tricky"),
    4: lazy("Hard"),
    5: lazy("Very hard"),
}
# The headline at the end of a puzzle, by its result.
ENDINGS = {
    Result.FIRST_TRY: lazy("Right, at the first try!"),
    Result.SOLVED: lazy("Right!"),
    Result.SHOWN: lazy("It is %(cell)s."),
}


def task(puzzle: Puzzle) -> str:
    if puzzle.proof.goal is not Value.WIN:
        return _("Find the only move that does not lose.")
    if puzzle.proof.plies == 1:
        return _("Find the move that wins.")
    return _("Find the move that forces a win.")


def ending(puzzle: Puzzle, result: Result) -> str:
    """Say how the puzzle ended for a person."""
    cell = puzzle.variant.cell_name(puzzle.proof.solution)
    return str(ENDINGS[result]) % {"cell": cell}


def why(puzzle: Puzzle) -> str:
    """Say why the solution is right."""
    if puzzle.proof.goal is not Value.WIN:
        return _("Every other move loses.")
    count = own_moves(puzzle.proof.plies)
    values = _values(puzzle, count)
    if puzzle.variant.misere:
        words = ngettext(
            "Now %(other)s must make %(number)s in a row, and so loses.",
            "After %(count)s moves of %(mark)s, %(other)s must make %(number)s in a row and loses.",
            count,
        )
    else:
        words = ngettext("%(mark)s wins with it.", "%(mark)s wins in %(count)s moves.", count)
    return words % values


def wrong() -> str:
    return _("Not that one.")


def why_wrong(puzzle: Puzzle, cell: int) -> str:
    """Say what a wrong move allows."""
    verdict = puzzle.proof.others[cell]
    if verdict.value is Value.DRAW:
        return _("It is only a draw. Try again.")
    return _("%(loss)s Try again.") % {"loss": _loss(puzzle, verdict)}


def _loss(puzzle: Puzzle, verdict: Verdict) -> str:
    count = (verdict.plies or 0) // 2
    values = _values(puzzle, count)
    if puzzle.variant.misere and not count:
        return _("That makes %(number)s in a row, which loses.") % values
    if puzzle.variant.misere:
        words = ngettext(
            "After that %(mark)s must make %(number)s in a row, and so loses.",
            "After %(count)s more moves %(mark)s must make %(number)s in a row, and so loses.",
            count,
        )
    else:
        words = ngettext(
            "%(other)s wins at once after that.",
            "%(other)s wins in %(count)s moves after that.",
            count,
        )
    return words % values


def to_share(puzzle: Puzzle, squares: str, link: str, day: date | None) -> str:
    """Return a puzzle as a text to send to somebody, with the result but not the solution.

    :param squares: a row of squares, "" while the puzzle is open
    :param day: the day whose puzzle it is, None for any other puzzle
    """
    values = {"board": board_wording.board(puzzle.variant), "grade": GRADES[puzzle.grade]}
    title = _("Tic-tac-toe puzzle: %(board)s, %(grade)s") % values
    if day:
        values["day"] = date_format(day, "MONTH_DAY_FORMAT")
        title = _("Tic-tac-toe puzzle of %(day)s: %(board)s, %(grade)s") % values
    return "\n".join(filter(None, [title, squares, link]))


def _values(puzzle: Puzzle, count: int) -> dict[str, object]:
    """Return the values for the sentences: both sides, the length of a line, and the moves."""
    turn, number = puzzle.board.turn, board_wording.number(puzzle.variant.run).lower()
    names = {"mark": side(turn, puzzle.variant), "other": side(turn.opponent, puzzle.variant)}
    return {**names, "number": number, "count": count}
