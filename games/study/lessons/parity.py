"""The lesson on parity in Connect Four: which side gets which cells of the last column."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.ai.line_tables import parity_cells
from games.engine import Mark
from games.presentation.drawing import Drawing, draw_marks
from games.presentation.sides import side
from games.presentation.stepper import line_of_play
from games.study.lessons.questions import Question
from games.study.lessons.requests import stepper
from games.study.lessons.zugzwang import CONNECT_FOUR, Zugzwang, example


@cache
def questions() -> list[Question]:
    return [
        _question(
            Mark.X,
            5,
            _("%(x)s wants %(goal)s, so nobody wants to fill %(below)s. Where does %(x)s play?"),
            _("%(x)s fills the other column, and so %(o)s has to play %(below)s in the end."),
        ),
        _question(
            Mark.X,
            1,
            _("The same, a little earlier. Where does %(x)s play?"),
            _(
                "On top of %(o)s. So %(x)s has the last word in each column, and %(o)s has to play "
                "%(below)s."
            ),
        ),
        _question(
            Mark.O,
            6,
            _("Now %(o)s wants %(goal)s. Which column does %(o)s play?"),
            _("%(o)s fills the other column, and so %(x)s has to play %(below)s in the end."),
        ),
    ]


def _question(winner: Mark, made: int, asked: str, because: str) -> Question:
    """Ask for the winner's move in its example, after so many moves of its line."""
    found = example(winner)
    moves = (*found.moves, *found.line[:made])
    return Question(CONNECT_FOUR, moves, asked, because, values=_cells(found))


def _cells(found: Zugzwang) -> dict[str, str]:
    """Return the names of the cell that the winner waits for, and of the one below it."""
    below = found.cell + CONNECT_FOUR.support_offset
    return {"goal": CONNECT_FOUR.cell_name(found.cell), "below": CONNECT_FOUR.cell_name(below)}


def rows() -> Drawing:
    """Draw the rows whose cells each side gets in the last column."""
    x_cells, _ = parity_cells(CONNECT_FOUR)
    cells = range(CONNECT_FOUR.size)
    return draw_marks(CONNECT_FOUR, [Mark.X if x_cells >> cell & 1 else Mark.O for cell in cells])


def context(request: HttpRequest) -> dict[str, Any]:
    return {
        "ruled": rows(),
        "x": side(Mark.X, CONNECT_FOUR),
        "o": side(Mark.O, CONNECT_FOUR),
        "rows": range(CONNECT_FOUR.height, 0, -1),
        "examples": [_example(request, mark) for mark in Mark],
    }


def _example(request: HttpRequest, mark: Mark) -> dict[str, Any]:
    found = example(mark)
    below = found.cell + CONNECT_FOUR.support_offset
    return {
        "mark": side(mark, CONNECT_FOUR),
        "is_odd": (CONNECT_FOUR.height - CONNECT_FOUR.place(found.cell)[1]) % 2 == 1,
        "loser": side(mark.opponent, CONNECT_FOUR),
        "cell": CONNECT_FOUR.cell_name(found.cell),
        "below": CONNECT_FOUR.cell_name(below),
        "stepper": stepper(
            request, mark.lower(), line_of_play(CONNECT_FOUR, found.moves, found.line)
        ),
    }
