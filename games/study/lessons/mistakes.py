"""The lesson on mistakes: how the other side wins after each of them, move by move."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from games.engine import CLASSIC, Mark, moves_to, read_moves
from games.presentation.cell_names import spoken
from games.presentation.drawing import Drawing, draw_board
from games.presentation.stepper import line_of_play
from games.study.lessons.exercises import Mistake, class_layers, mistakes_in
from games.study.lessons.gallery import Item, gallery
from games.study.lessons.questions import Question
from games.study.lessons.requests import chosen_number, stepper

FIRST_SHOWN = 2  # the number of a move at which there are mistakes


@cache
def questions() -> list[Question]:
    return [
        Question(
            CLASSIC,
            read_moves("a3-b3", CLASSIC),
            _("O answered the corner with an edge: a mistake. Where does X win?"),
            _("It threatens a line, O has to block, and then X makes a fork."),
        ),
        Question(
            CLASSIC,
            read_moves("a3-c3-b3", CLASSIC),
            _("X played b3, and that was a mistake. Where does O win?"),
            _("It threatens a line, X has to block, and then O makes a fork."),
        ),
        Question(
            CLASSIC,
            read_moves("a3-b3-c3-a2", CLASSIC),
            _("O should have taken the centre. Where does X win now?"),
            _("Two threats at once, and O can block only one."),
        ),
    ]


def context(request: HttpRequest) -> dict[str, Any]:
    move = chosen_number(request, "move", range(1, CLASSIC.size + 1), FIRST_SHOWN)
    found = mistakes_at(move)
    shared = {
        "moves": [(number, Mark.of_ply(number - 1)) for number in range(1, CLASSIC.size + 1)],
        "move": move,
        "sentence": _sentence(len(found), Mark.of_ply(move - 1)),
    }
    if not found:
        return shared
    number = chosen_number(request, "number", range(1, len(found) + 1), 1)
    mistake = found[number - 1]
    steps = line_of_play(CLASSIC, moves_to(mistake.board), (mistake.cell, *mistake.line))
    return {
        **shared,
        "stepper": stepper(request, "line", steps, move=move, number=number),
        "gallery": gallery(found, number, _item, move=move),
    }


@cache
def mistakes_at(move: int) -> list[Mistake]:
    """Return the mistakes at one move of the game, counted from 1, up to symmetry."""
    layer = class_layers(CLASSIC)[move - 1]
    return [m for board in layer for m in mistakes_in(board) if isinstance(m, Mistake)]


def _sentence(count: int, mark: Mark) -> str:
    words = ngettext(
        "Here %(mark)s can lose the game in %(count)s way.",
        "Here %(mark)s can lose the game in %(count)s ways.",
        count,
    )
    return words % {"count": count, "mark": mark}


def _item(mistake: Mistake, address: str, is_chosen: bool) -> Item:
    drawing, cell = _draw(mistake), spoken(CLASSIC.cell_name(mistake.cell))
    return Item(drawing, address, f"{drawing.words}: {mistake.mark} {cell}", is_chosen)


def _draw(mistake: Mistake) -> Drawing:
    return draw_board(mistake.board, best=[mistake.cell])
