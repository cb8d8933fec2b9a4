"""The lesson on replies: which hold against each first move."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Question

QUESTIONS = [
    Question(
        "classic",
        "a3",
        _("X begins in a corner. Which answer holds the draw?"),
        _("Against a corner only the centre holds."),
    ),
    Question(
        "classic",
        "b2",
        _("X begins in the centre. Which answer holds the draw?"),
        _("Against the centre any corner holds, and no edge."),
    ),
    Question(
        "classic",
        "b3",
        _("X begins at an edge. Which answer holds the draw?"),
        _("Against an edge these hold: the centre, a corner beside it, and the edge opposite."),
    ),
    Question(
        "classic",
        "b2-a3-c1",
        _("X took the corner opposite. How does O hold?"),
        _("A second corner holds. After an edge X makes a fork."),
    ),
    Question(
        "classic",
        "b3-b2-a1",
        _("X would like to fork on a3. What spoils it?"),
        _("Take a3 or a square in its two lines, and no fork is left."),
    ),
]
