"""The lesson on replies: which hold against each first move, and how the others lose."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from games.engine import CLASSIC, read_moves
from games.presentation.drawing import Drawing, draw_board
from games.presentation.stepper import line_of_play
from games.study.lessons.exercises import OpeningMove, best_line, distinct_moves, openings
from games.study.lessons.gallery import Choice
from games.study.lessons.questions import Question
from games.study.lessons.requests import chosen, stepper

# The names of cells, by how many edges of the board they touch.
KINDS = {2: _("Corner"), 1: _("Edge"), 0: _("Centre")}


@cache
def questions() -> list[Question]:
    return [
        Question(
            CLASSIC,
            read_moves("a3", CLASSIC),
            _("X begins in a corner. Which answer holds the draw?"),
            _("Against a corner only the centre holds."),
        ),
        Question(
            CLASSIC,
            read_moves("b2", CLASSIC),
            _("X begins in the centre. Which answer holds the draw?"),
            _("Against the centre any corner holds, and no edge."),
        ),
        Question(
            CLASSIC,
            read_moves("b3", CLASSIC),
            _("X begins at an edge. Which answer holds the draw?"),
            _("Against an edge these hold: the centre, a corner beside it, and the edge opposite."),
        ),
    ]


def context(request: HttpRequest) -> dict[str, Any]:
    found = {CLASSIC.cell_name(opening.cell): opening for opening in _openings()}
    opening = found[chosen(request, "opening", found, next(iter(found)))]
    replies = {CLASSIC.cell_name(cell): cell for cell, _ in distinct_moves(opening.board)}
    reply = chosen(request, "reply", replies, next(iter(replies)))
    line = best_line(opening.board.play(replies[reply]))
    steps = line_of_play(CLASSIC, [opening.cell], [replies[reply], *line])
    name = CLASSIC.cell_name(opening.cell)
    return {
        "openings": [_tab(each, each is opening) for each in found.values()],
        "choices": [
            Choice(each, _address(name, each), cell in opening.holding, each == reply)
            for each, cell in replies.items()
        ],
        "stepper": stepper(request, "line", steps, opening=name, reply=reply),
    }


def _address(opening: str, reply: str) -> str:
    return f"?{urlencode({'opening': opening, 'reply': reply})}#line"


@cache
def _openings() -> list[OpeningMove]:
    """Return the first moves, those first that leave the fewest replies."""
    return sorted(openings(CLASSIC), key=lambda opening: len(opening.holding))


def _tab(opening: OpeningMove, is_chosen: bool) -> dict[str, Any]:
    count = len(opening.holding)
    words = ngettext("%(count)s answer holds", "%(count)s answers hold", count)
    return {
        "name": CLASSIC.cell_name(opening.cell),
        "kind": KINDS[_edges(opening.cell)],
        "words": words % {"count": count},
        "drawing": _draw(opening),
        "is_chosen": is_chosen,
    }


def _edges(cell: int) -> int:
    column, row = CLASSIC.place(cell)
    return (column in (0, CLASSIC.width - 1)) + (row in (0, CLASSIC.height - 1))


def _draw(opening: OpeningMove) -> Drawing:
    return draw_board(opening.board, best=opening.holding)
