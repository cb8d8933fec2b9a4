"""The lesson on misère: whoever makes a row loses, so the centre and its mirror hold."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Question

QUESTIONS = [
    Question(
        "misere",
        "c2-b3-b2-a2-a1-c3-c1",
        _("Three in a row loses here. Two squares are left: which does O take?"),
        _("Now only a3 is left, and there X makes a row."),
    ),
    Question(
        "misere",
        "c2-b3-a1-c3-a2",
        _("Which move leaves X no safe square in the end?"),
        _("From now on X runs out of safe squares first."),
    ),
    Question(
        "misere",
        "",
        _("Where does X begin?"),
        _("In the centre. After any other beginning O can win."),
    ),
    Question(
        "misere",
        "b2-b3",
        _("X has the centre. Where does X answer?"),
        _("Opposite, through the centre: a line there has both marks and helps nobody."),
    ),
    Question(
        "misere",
        "b2-a3-c1-b1",
        _("And now?"),
        _("Opposite again. Whoever mirrors like this is never the one to make a row."),
    ),
    Question(
        "misere",
        "b3",
        _("X did not begin in the centre. Where does O win?"),
        _("From here O forces X to make a row. In the centre O would lose."),
    ),
]
