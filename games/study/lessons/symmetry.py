"""The lesson on symmetry: turned and mirrored boards count as one."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.ai.solver import Value, value_of
from games.engine import (
    CLASSIC,
    Board,
    canonical,
    canonical_moves,
    images,
    moves_to,
    play_moves,
    read_moves,
    symmetries,
)
from games.presentation.drawing import draw_board
from games.presentation.position_addresses import play_address
from games.study.lessons.counts import count_rows
from games.study.lessons.exercises import class_layers
from games.study.lessons.gallery import Item, gallery
from games.study.lessons.questions import SameMove
from games.study.lessons.requests import chosen, chosen_number

VALUES = {"X": _("X wins"), "draw": _("Draw"), "O": _("O wins")}
ANY = "any"
FIRST_SHOWN = 3  # moves on the boards that are listed first


@cache
def questions() -> list[SameMove]:
    return [
        _same(
            "a3",
            _("X begins in a corner. Which other beginning is the same on a turned board?"),
            _("Turned, %(cell)s lies where %(shown)s was. Four corners, one beginning."),
        ),
        _same(
            "b2-b3",
            _("O has answered %(shown)s. Which other answer is the same on a turned board?"),
            _("Any edge will do. So O has two answers to the centre, not eight: corner or edge."),
        ),
        _same(
            "a3-b2-b3",
            _("X went on with %(shown)s. Which move is its mirror image?"),
            _("The mirror stands on the line from a3 to c1, where the first two moves are."),
        ),
    ]


def _same(text: str, asked: str, because: str) -> SameMove:
    """Ask for the cells that are the same as that of the last move."""
    moves = read_moves(text, CLASSIC)
    before, shown = play_moves(Board(), moves[:-1]), moves[-1]
    alike = canonical_moves(before)
    return SameMove(
        CLASSIC,
        moves,
        asked,
        because,
        values={"shown": CLASSIC.cell_name(shown)},
        cells=frozenset(cell for cell in alike if cell != shown and alike[cell] == alike[shown]),
    )


def context(request: HttpRequest) -> dict[str, Any]:
    ply = chosen_number(request, "moves", range(CLASSIC.size + 1), FIRST_SHOWN)
    value = chosen(request, "value", {ANY, *VALUES}, ANY)
    boards = [board for board in class_layers(CLASSIC)[ply] if value in (ANY, winner(board))]
    number = chosen_number(request, "from", range(1, max(1, len(boards)) + 1), 1)
    counts = position_counts()
    return {
        "images": [(draw_board(board), board == canonical(board)) for board in images(example())],
        "play": play_address(CLASSIC, moves_to(example())),
        "counts": list(enumerate(counts)),
        "positions": sum(positions for positions, _ in counts),
        "classes": sum(classes for _, classes in counts),
        "moves": ply,
        "value": value,
        "values": {ANY: _("All"), **VALUES}.items(),
        "gallery": gallery(boards, number, _item, "from", moves=ply, value=value),
    }


def position_counts() -> list[tuple[int, int]]:
    pairs = zip(count_rows(), class_layers(CLASSIC), strict=True)
    return [(row.positions, len(classes)) for row, classes in pairs]


@cache
def example() -> Board:
    """Return the first board whose images under all symmetries differ."""
    boards = (board for layer in class_layers(CLASSIC) for board in layer)
    return next(b for b in boards if len(set(images(b))) == len(symmetries(CLASSIC)))


@cache
def winner(board: Board) -> str:
    """Return who wins if both play their best: a mark, or "draw"."""
    match value_of(board).value:
        case Value.WIN:
            return board.turn
        case Value.LOSS:
            return board.turn.opponent
    return "draw"


def _item(board: Board, *_: object) -> Item:
    drawing = draw_board(board)
    address = "" if board.outcome() else play_address(CLASSIC, moves_to(board))
    return Item(drawing, address, drawing.words)
