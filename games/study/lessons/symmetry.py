"""The lesson on symmetry: turned and mirrored boards count as one."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.engine import CLASSIC, Board, canonical, images, symmetries
from games.engine.perft import layers
from games.presentation.drawing import draw_board
from games.study.lessons.exercises import class_layers
from games.study.lessons.questions import SameMove

QUESTIONS = [
    SameMove(
        "classic",
        "a3",
        _("X begins in a corner. Which other beginning is the same on a turned board?"),
        _("Turned, %(cell)s lies where %(shown)s was. Four corners, one beginning."),
        "c3-a1-c1",
    ),
    SameMove(
        "classic",
        "b2-b3",
        _("O has answered %(shown)s. Which other answer is the same on a turned board?"),
        _("Any edge will do. So O has two answers to the centre, not eight: corner or edge."),
        "a2-c2-b1",
    ),
    SameMove(
        "classic",
        "b3-b2-a2",
        _("X went on with %(shown)s. Which move is its mirror image?"),
        _("Left and right are the same here: the first two moves lie on the mirror."),
        "c2",
    ),
    SameMove(
        "classic",
        "a3-b2-b3",
        _("X went on with %(shown)s. Which move is its mirror image?"),
        _("The mirror stands on the line from a3 to c1, where the first two moves are."),
        "a2",
    ),
    SameMove(
        "classic",
        "a3-c1-c3",
        _("And which is the same as %(shown)s here?"),
        _("The mirror stands on the line from a3 to c1 again."),
        "a1",
    ),
]


def figure(_request: HttpRequest) -> dict[str, Any]:
    return {
        "images": [(draw_board(board), board == canonical(board)) for board in images(example())],
        "positions": _positions(),
        "classes": sum(map(len, class_layers(CLASSIC))),
    }


@cache
def example() -> Board:
    """Return the first board whose images under all symmetries differ."""
    boards = (board for layer in class_layers(CLASSIC) for board in layer)
    return next(b for b in boards if len(set(images(b))) == len(symmetries(CLASSIC)))


@cache
def _positions() -> int:
    return sum(map(len, layers(CLASSIC)))
