"""The lesson on mistakes: all of them, and how the other side wins after each, move by move."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.engine import CLASSIC, Mark, moves_to
from games.presentation.cell_names import spoken
from games.presentation.drawing import draw_board
from games.presentation.stepper import line_of_play
from games.study.lessons.exercises import Mistake, class_layers, mistakes_in
from games.study.lessons.questions import Question
from games.study.lessons.requests import chosen_number, stepper

MOVES = range(2, CLASSIC.size)  # at the first and at the last move there is no mistake
PAGE = 30  # pictures: rows of 6 on a phone, of 10 on a desktop

QUESTIONS = [
    Question(
        "classic",
        "a3-b3",
        _("O answered the corner with an edge: a mistake. Where does X win?"),
        _("It threatens a line, O has to block, and then X makes a fork."),
    ),
    Question(
        "classic",
        "a3-c3-b3",
        _("X played b3, and that was a mistake. Where does O win?"),
        _("It threatens a line, X has to block, and then O makes a fork."),
    ),
    Question(
        "classic",
        "a3-b3-c3-a2",
        _("O should have taken the centre. Where does X win now?"),
        _("Two threats at once, and O can block only one."),
    ),
    Question(
        "classic",
        "a3-b2-c1-c3",
        _("O took a second corner. Where does X block, and win?"),
        _("The block makes two threats at once, and O can block only one."),
    ),
    Question(
        "classic",
        "b3-c1",
        _("O answered far away from X. Where does X win?"),
        _("It threatens a line, O has to block, and then X makes a fork."),
    ),
]


def figure(request: HttpRequest) -> dict[str, Any]:
    move = chosen_number(request, "move", MOVES, MOVES[0])
    found = mistakes_at(move)
    number = chosen_number(request, "number", range(1, len(found) + 1), 1)
    mistake = found[number - 1]
    steps = line_of_play(CLASSIC, moves_to(mistake.board), (mistake.cell, *mistake.line))
    page = Paginator(found, PAGE).page((number - 1) // PAGE + 1)
    return {
        "moves": [(each, Mark.of_ply(each - 1)) for each in MOVES],
        "move": move,
        "number": number,
        "gallery": page,
        "pictures": [*map(_picture, range(page.start_index(), page.end_index() + 1), page)],
        "stepper": stepper(request, "line", steps, move=move, number=number),
    }


@cache
def mistakes_at(move: int) -> list[Mistake]:
    layer = class_layers(CLASSIC)[move - 1]
    return [m for board in layer for m in mistakes_in(board) if isinstance(m, Mistake)]


def _picture(number: int, mistake: Mistake) -> dict[str, Any]:
    drawing, cell = draw_board(mistake.board, best=[mistake.cell]), CLASSIC.cell_name(mistake.cell)
    label = f"{drawing.words}: {mistake.mark} {spoken(cell)}"
    return {"number": number, "drawing": drawing, "label": label}
