"""The lesson on parity in Connect Four: which side gets which cells of the last column."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.ai.line_tables import parity_cells
from games.engine import BOARDS, Mark
from games.presentation.drawing import draw_marks
from games.presentation.sides import side
from games.study.lessons.questions import Question

CONNECT_FOUR = BOARDS["connect-four"].variant
ODD = {"goal": "e5", "below": "e4"}
ODD_GAME = (
    "a1-f1-f2-e1-d1-d2-g1-f3-f4-a2-g2-a3-g3-f5-c1-g4-"
    "e2-a4-d3-b1-g5-d4-e3-d5-a5-a6-c2-f6-d6-g6-b2-b3"
)
EVEN = {"goal": "b4", "below": "b3"}
EVEN_GAME = (
    "d1-d2-g1-e1-f1-b1-c1-g2-f2-f3-f4-c2-g3-a1-d3-d4-a2-e2-c3-a3-a4-g4-b2-c4-f5-c5-d5-d6-c6-f6-a5"
)

QUESTIONS = [
    Question(
        "connect-four",
        f"{ODD_GAME}-b4-b5-b6-c3-c4-c5",
        _("%(x)s wants %(goal)s, so nobody wants to fill %(below)s. Where does %(x)s play?"),
        _("%(x)s fills the other column, and so %(o)s has to play %(below)s in the end."),
        values=ODD,
    ),
    Question(
        "connect-four",
        f"{ODD_GAME}-b4-b5-b6-c3",
        _("Two moves earlier. Where does %(x)s play?"),
        _("%(x)s answers in the other column, and %(o)s has to play %(below)s in the end."),
        values=ODD,
    ),
    Question(
        "connect-four",
        f"{ODD_GAME}-b4-b5",
        _("Earlier still: %(o)s has played b5. What does %(x)s answer?"),
        _("On top of it. The column is full, and again %(o)s has to begin another."),
        values=ODD,
    ),
    Question(
        "connect-four",
        ODD_GAME,
        _("Three columns are open. Where does %(x)s play?"),
        _(
            "On top of %(o)s. So %(x)s has the last word in each column, and %(o)s has to play "
            "%(below)s."
        ),
        values=ODD,
    ),
    Question(
        "connect-four",
        f"{EVEN_GAME}-e3-e4-e5-e6-a6-g5",
        _("Now %(o)s wants %(goal)s. Which column does %(o)s play?"),
        _("%(o)s fills the other column, and so %(x)s has to play %(below)s in the end."),
        values=EVEN,
    ),
]


def figure(_request: HttpRequest) -> dict[str, Any]:
    x_cells, _ = parity_cells(CONNECT_FOUR)
    cells = range(CONNECT_FOUR.size)
    marks = [Mark.X if x_cells >> cell & 1 else Mark.O for cell in cells]
    return {
        "ruled": draw_marks(CONNECT_FOUR, marks),
        "x": side(Mark.X, CONNECT_FOUR),
        "o": side(Mark.O, CONNECT_FOUR),
        "rows": range(CONNECT_FOUR.height, 0, -1),
    }
