"""The lesson on Notakto: both sides play X, and whoever makes the last row loses."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Question

QUESTIONS = [
    Question(
        "notakto",
        "b2-b3-a2-c3",
        _("Both sides play X, and three in a row loses. Which square makes no row?"),
        _("Now every free square makes a row, and the other side has to take one."),
    ),
    Question(
        "notakto",
        "",
        _("The board is empty. Where do you begin?"),
        _("In the centre. After any other beginning the other side can win."),
    ),
    Question(
        "notakto",
        "b2-b3",
        _("You have the centre, and the other side took an edge. Where do you play?"),
        _("A knight's move away from it, as in chess. Nothing else wins."),
    ),
    Question(
        "notakto",
        "b2-b3-a1-a2",
        _("The other side took another edge. And now?"),
        _("A knight's move away again, on the side where it makes no row."),
    ),
    Question(
        "notakto",
        "a3",
        _("The other side began in a corner. Which square poisons the centre?"),
        _("The corner opposite. Whoever takes the centre now makes a row."),
    ),
    Question(
        "notakto-3",
        "a3-d3-b3-e3-c3-f3",
        _("Two of three boards are closed, and only the last row loses. Where do you play?"),
        _("One board is left, so it is the game on one board: take its centre."),
    ),
    Question(
        "notakto-3",
        "a3-b3-c3-d2-e2-g3-h3-g2-h2",
        _("On the right board every square makes a row. What do you do on the middle one?"),
        _("Close it. Then the other side has to make the last row."),
    ),
]
