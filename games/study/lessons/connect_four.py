"""The lesson on Connect Four: columns, threats, and the cell below a threat."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Question


def _question(
    played: str, asked: str, because: str, cells: str = "", otherwise: str = ""
) -> Question:
    return Question("connect-four", played, asked, because, cells, otherwise)


QUESTIONS = [
    _question(
        "b1-d1-e1-d2-c1-e2-g1-e3-e4-f1-b2-f2-c2-e5",
        _("Where does %(mark)s make four in a row?"),
        _("On the diagonal from b1 to e4. Diagonals are the ones that are overlooked."),
    ),
    _question(
        "d1-d2-b1-d3",
        _("Which move wins on the bottom row?"),
        _("Three with both ends free: %(opponent)s can fill only one of them."),
    ),
    _question(
        "d1-d2-e1",
        _("%(opponent)s is about to do the same. What stops it?"),
        _("Beside the two, before they are three. Everything else is too late."),
    ),
    _question(
        "d1-f1-f2-f3-e1-d2-g1-e2-e3",
        _("%(opponent)s needs d4. Which column must %(mark)s leave alone?"),
        _("Whoever plays d3 lifts the other to d4. The cell below a threat is a trap."),
        "d3",
        _("%(cell)s is no trap: %(opponent)s cannot win at once after it."),
    ),
    _question(
        "b1-a1-a2-b2-f1-c1-d1-g1-f2-c2-e1-f3-b3-d2-e2-f4-e3-e4",
        _("Two threats, one above the other: where does %(mark)s make them?"),
        _("%(opponent)s has to fill c3, and that lifts %(mark)s to c4."),
    ),
    _question(
        "d1-b1-e1-f1-e2-e3-e4-d2-d3-d4-d5-f2-g1-c1-e5-c2-g2-f3-f4",
        _("%(mark)s needs c5. How is %(opponent)s made to fill c4?"),
        _("c3 threatens c4 as well. %(opponent)s has to block there, and %(mark)s is on c5."),
    ),
    _question(
        "",
        _("The board is empty. Which column is best?"),
        _("The middle: most fours run through it. It alone wins, though it takes 41 moves."),
    ),
]
