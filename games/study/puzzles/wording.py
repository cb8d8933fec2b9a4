"""The wording of puzzles: the task, what a wrong move leads to, and how it ended."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.ai.solver import Value, own_moves
from games.ai.threats import board_effect, completing, threats
from games.engine import Board, Goal, play_moves
from games.presentation import board_wording
from games.presentation.sides import side
from games.study.puzzles.book import Cells, Puzzle, Refutation, Stage, Theme
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
THEMES = {
    Theme.WIN: lazy("Win now"),
    Theme.BLOCK: lazy("Block"),
    Theme.FORK: lazy("Fork"),
    Theme.FOUR_THREE: lazy("Four-three"),
    Theme.THREE: lazy("Threes"),
    Theme.PARITY: lazy("Odd and even"),
    Theme.SEND: lazy("Where you send them"),
}
# What to look for, by the theme.
HINTS = {
    Theme.WIN: lazy("You can %(end)s now."),
    Theme.BLOCK: lazy("Ask what %(other)s wants to play next."),
    Theme.FORK: lazy("Look for a move that makes two threats at once."),
    Theme.FOUR_THREE: lazy("Look for a move that makes a four and a three at once."),
    Theme.THREE: lazy("Look for a three that threatens to become an open four."),
    Theme.PARITY: lazy("Count the free places: who has to play below yours?"),
    Theme.SEND: lazy("Your square sends %(other)s to a board. Where can %(other)s do least?"),
}
# What a side does that ends the game, and what its move does.
ENDS = {
    Goal.MARKS: lazy("make %(number)s in a row"),
    Goal.BOARDS: lazy("complete %(number)s boards in a row"),
    Goal.LAST: lazy("close the last board"),
}
ENDING_MOVES = {
    Goal.MARKS: lazy("%(cell)s makes %(number)s in a row, from %(first)s to %(last)s."),
    Goal.BOARDS: lazy("%(cell)s wins the %(board)s, and with it the game."),
}
LOSING_MOVES = {
    Goal.MARKS: lazy("Not %(cell)s: that makes %(number)s in a row, which loses."),
    Goal.LAST: lazy("Not %(cell)s: that closes the last board, which loses."),
}


def task(puzzle: Puzzle) -> str:
    words = _("%(mark)s wins.") if puzzle.goal is Value.WIN else _("%(mark)s holds the draw.")
    return words % {"mark": side(puzzle.board.turn, puzzle.variant)}


def move_of(number: int, count: int) -> str:
    return _("Move %(number)s of %(count)s.") % {"number": number, "count": count}


def where(board: Board) -> str:
    if not board.variant.rules.remembers_last:
        return ""
    target = board.target()
    if target is None:
        return _("Play in any open board.")
    return _("Play in the %(board)s.") % {
        "board": board_wording.small_board(board.variant, target),
    }


def what_counts(puzzle: Puzzle, stage: Stage) -> str:
    if puzzle.goal is not Value.WIN:
        return _("Only one move does not lose.")
    if stage.has_only_move:
        return _("Only one move wins.")
    return _("Any move that keeps the win counts.")


def ending(puzzle: Puzzle, result: Result, cell: int) -> str:
    return str(ENDINGS[result]) % {"cell": puzzle.variant.cell_name(cell)}


def why(puzzle: Puzzle) -> str:
    if puzzle.goal is not Value.WIN:
        return _("Every other move loses.")
    count = own_moves(puzzle.plies)
    values = _values(puzzle, count)
    if puzzle.variant.misere:
        words = ngettext(
            "Now %(other)s must %(end)s, and so loses.",
            "After %(count)s moves of %(mark)s, %(other)s must %(end)s and loses.",
            count,
        )
    else:
        words = ngettext("%(mark)s wins with it.", "%(mark)s wins in %(count)s moves.", count)
    return words % values


def refutation(board: Board, cell: int, refuted: Refutation) -> tuple[str, str]:
    count = (refuted.verdict.plies or 0) // 2
    values = {**_values_of(board), "cell": board.variant.cell_name(cell), "count": count}
    shown = [_sent(board, cell), _shown(board.play(cell), refuted.line)]
    return _consequence(board, cell, refuted, count) % values, " ".join(filter(None, shown))


def _consequence(board: Board, cell: int, refuted: Refutation, count: int) -> str:
    variant = board.variant
    if refuted.verdict.value is Value.DRAW:
        return _("Not %(cell)s: that is only a draw.")
    if variant.misere:
        return _misere_loss(variant.rules.goal, count)
    if variant.drop and count == 1 and refuted.line == (cell - variant.width,):
        return _("Not %(cell)s: %(other)s lands on top of it.")
    return ngettext(
        "Not %(cell)s: %(other)s wins at once.",
        "Not %(cell)s: %(other)s wins in %(count)s moves.",
        count,
    )


def _misere_loss(goal: Goal, count: int) -> str:
    if not count:
        return str(LOSING_MOVES[goal])
    return ngettext(
        "Not %(cell)s: then %(mark)s must %(end)s, and so loses.",
        "Not %(cell)s: after %(count)s more moves %(mark)s must %(end)s.",
        count,
    )


def _sent(board: Board, cell: int) -> str:
    effect, variant = board_effect(board, cell), board.variant
    values = _values_of(board) | {"cell": variant.cell_name(cell)}
    if effect.frees:
        return _("%(cell)s lets %(other)s choose the board.") % values
    if effect.sends is None:
        return ""
    values["board"] = board_wording.small_board(variant, effect.sends)
    return _("%(cell)s sends %(other)s to the %(board)s.") % values


def _shown(board: Board, line: Cells) -> str:
    if not line:
        return ""
    variant, outcome = board.variant, play_moves(board, line).outcome()
    names, values = variant.cell_name, _values_of(board) | {"cell": variant.cell_name(line[-1])}
    if outcome and outcome.line and not variant.misere:
        ends = {"first": names(outcome.line[0]), "last": names(outcome.line[-1])}
        ends["board"] = board_wording.small_board(variant, variant.board_of(line[-1]))
        words = ENDING_MOVES[variant.rules.goal] % (values | ends)
        return words if len(line) == 1 else _("In the end %(words)s") % {"words": words}
    return _("%(mark)s answers %(cell)s.") % (values | {"cell": names(line[0])})


def slower(puzzle: Puzzle, counted: int, played: int) -> str:
    name = puzzle.variant.cell_name
    words = _("%(cell)s wins too, but takes longer. Play goes on after %(faster)s.")
    return words % {"cell": name(counted), "faster": name(played)}


def unproven(puzzle: Puzzle, cell: int) -> str:
    words = _("I have not proven where %(cell)s leads. Find the move that wins by force.")
    return words % {"cell": puzzle.variant.cell_name(cell)}


def hint(puzzle: Puzzle, board: Board, stage: Stage) -> str:
    values = _values_of(board)
    if board.variant.misere:
        return _("Look for the move that leaves %(other)s no safe place.") % values
    if completing(board, board.turn, stage.right):
        return _("You can %(end)s now.") % values
    if set(threats(board, board.turn.opponent)).intersection(board.legal_moves()):
        return _("%(other)s threatens to win. Your move has to stop that.") % values
    return str(HINTS[puzzle.theme or Theme.BLOCK]) % values


def to_share(puzzle: Puzzle, squares: str, link: str, day: date) -> str:
    """Return the puzzle of a day as a text to send to somebody, without the solution.

    :param squares: a row of squares, one for each answer
    """
    values = {
        "day": date_format(day, "MONTH_DAY_FORMAT"),
        "board": board_wording.board(puzzle.variant),
        "grade": GRADES[puzzle.grade],
    }
    title = _("Tic-tac-toe puzzle of %(day)s: %(board)s, %(grade)s") % values
    return "\n".join([title, squares, link])


def week_to_share(squares: str, link: str) -> str:
    return "\n".join([_("My week of tic-tac-toe puzzles"), squares, link])


def _values(puzzle: Puzzle, count: int) -> dict[str, object]:
    return {**_values_of(puzzle.board), "count": count}


def _values_of(board: Board) -> dict[str, str]:
    turn, variant = board.turn, board.variant
    number = board_wording.number(variant.run).lower()
    names = {"mark": side(turn, variant), "other": side(turn.opponent, variant)}
    end = ENDS[variant.rules.goal] % {"number": number}
    return {**names, "number": number, "end": end}
