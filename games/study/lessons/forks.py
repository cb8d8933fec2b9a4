"""The lesson on forks: what a fork is, on two boards, and how to prevent one."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Question

QUESTIONS = [
    Question(
        "classic",
        "a3-b3-b2-c1",
        _("Where does %(mark)s make two threats at once?"),
        _("Two threats, and %(opponent)s can block only one. That is a fork."),
    ),
    Question(
        "classic",
        "c3-b3-a2-c2",
        _("There is one fork here. Which square is it?"),
        _("Two lines of %(mark)s cross in %(cell)s, and both lack only one mark then."),
    ),
    Question(
        "classic",
        "b3-c2-a2-b1-b2",
        _("O can make a fork as well. Where?"),
        _("Two threats again, and X can block only one."),
    ),
    Question(
        "4x4",
        "b4-a4-d4-c4-c3-a3-b1-d1",
        _("Here four in a row win. Where is the fork?"),
        _("It is the same on any board: two lines cross, and both lack one mark then."),
    ),
    Question(
        "classic",
        "a3-b2-c1",
        _("X wants to fork. What does O play?"),
        _("An edge makes X answer. After a corner X wins: it gets two threats at once."),
    ),
]
