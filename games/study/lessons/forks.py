"""The lesson on forks: what a fork is, on two boards, and how to prevent one."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from games.ai.solver import Value, solve
from games.ai.threats import feared_forks, forks
from games.engine import CLASSIC, Board, moves_to, read_moves
from games.engine.presets import BOARDS
from games.presentation.drawing import Drawing, draw_board
from games.presentation.stepper import line_of_play
from games.study.lessons.exercises import (
    best_line,
    defences,
    distinct_moves,
    fork_positions,
)
from games.study.lessons.gallery import Choice, Item, gallery
from games.study.lessons.questions import Question
from games.study.lessons.requests import chosen, chosen_number, stepper

WIDE = BOARDS["4x4"].variant
WIDE_FORK = Board.parse("OXOX/O.X./..../.X.O", WIDE)


@cache
def questions() -> list[Question]:
    return [
        Question(
            CLASSIC,
            read_moves("a3-b3-b2-c1", CLASSIC),
            _("Where does %(mark)s make two threats at once?"),
            _("Two threats, and %(opponent)s can block only one. That is a fork."),
        ),
        Question(
            CLASSIC,
            read_moves("c3-b3-a2-c2", CLASSIC),
            _("There is one fork here. Which square is it?"),
            _("Two lines of %(mark)s cross in %(cell)s, and both lack only one mark then."),
        ),
        Question(
            CLASSIC,
            read_moves("a3-b2-c1", CLASSIC),
            _("Two corners, and O holds the centre. What should O play next?"),
            _("An edge makes X answer. After a corner X wins: it gets two threats at once."),
        ),
        Question(
            CLASSIC,
            read_moves("b3-c2-a2-b1-b2", CLASSIC),
            _("O can make a fork as well. Where?"),
            _("Two threats again, and X can block only one."),
        ),
        Question(
            WIDE,
            moves_to(WIDE_FORK),
            _("Here four in a row win. Where is the fork?"),
            _("It is the same on any board: two lines cross, and both lack one mark then."),
        ),
    ]


def context(request: HttpRequest) -> dict[str, Any]:
    found = _forks()
    number = chosen_number(request, "number", range(1, len(found) + 1), 1)
    board = found[number - 1]
    steps = line_of_play(board.variant, moves_to(board), best_line(board))
    return {
        "stepper": stepper(request, "fork", steps, number=number),
        "sentence": _sentence(sum(board.variant == CLASSIC for board in found)),
        "gallery": gallery(found, number, _item),
        **_defence_context(request),
    }


@cache
def _forks() -> list[Board]:
    """Return all positions with a fork on the classic board, and one on the next larger board."""
    return [*fork_positions(CLASSIC), WIDE_FORK]


@cache
def _defence() -> Board:
    """Return the first position in which no move on a cell of the opponent's fork holds."""
    return next(b for b in defences(CLASSIC) if not {*feared_forks(b)} & {*_holding(b)})


def _holding(board: Board) -> list[int]:
    return [c for c, verdict in solve(board).moves.items() if verdict.value is Value.DRAW]


def _defence_context(request: HttpRequest) -> dict[str, Any]:
    board = _defence()
    verdicts = solve(board).moves
    moves = {CLASSIC.cell_name(cell): cell for cell, _ in distinct_moves(board)}
    move = chosen(request, "move", moves, next(iter(moves)))
    cell = moves[move]
    steps = line_of_play(CLASSIC, moves_to(board), [cell, *best_line(board.play(cell))])
    return {
        "defender": board.turn,
        "feared": [CLASSIC.cell_name(cell) for cell in feared_forks(board)],
        "choices": [
            Choice(
                name,
                f"?{urlencode({'move': name})}#defence",
                verdicts[cell].value is not Value.LOSS,
                name == move,
            )
            for name, cell in moves.items()
        ],
        "defence": stepper(request, "defence", steps, move=move),
    }


def _sentence(count: int) -> str:
    words = ngettext(
        "There is %(count)s such position on the classic board.",
        "There are %(count)s such positions on the classic board.",
        count,
    )
    return words % {"count": count}


def _item(board: Board, address: str, is_chosen: bool) -> Item:
    drawing = _draw(board)
    return Item(drawing, address, drawing.words, is_chosen)


def _draw(board: Board) -> Drawing:
    return draw_board(board, best=forks(board))
