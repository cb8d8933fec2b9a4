"""Writes the pictures of games as svg. The templates escape the names in them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine import CLASSIC, Variant
from games.engine.board import EMPTY
from games.presentation import board_wording, drawing, player_wording, wording
from games.presentation.colours import LIGHT
from games.presentation.drawing import Drawing
from games.presentation.marks import PEN
from games.presentation.pictures import text
from games.presentation.sides import side
from games.protocol import Snapshot, Status

CARD_WIDTH, CARD_HEIGHT = 1200, 630  # the size that sites with previews ask for
CARD_BOARD = 500  # of the longer side of the board on it
CARD_CENTRE = 315
CARD_TEXT = 500  # the width of its text
SIZES, FOOTER_SIZES = [72, 64, 56, 50, 44], [28, 24, 20]

FILM_BOARD = 480  # at most, as a whole number of pixels for each cell
FILM_MARGIN = 16
FILM_TOP, FILM_BOTTOM = 56, 48  # for the names and for how it ended
# Milliseconds: the animation of a long game is faster, so as to take no longer than FILM_LENGTH.
FILM_LENGTH, SLOWEST, FASTEST, LAST = 24_000, 700, 100, 3_000

SITE_MARKS = "X.O.X...O"
SITE_SENTENCE = gettext_noop("Your move.")
SITE_FOOTER = gettext_noop("Play the computer or a friend")


@dataclass(frozen=True, slots=True)
class PictureJob:
    """A job for the rasterizer.

    Without ``cells``, one svg becomes a PNG. With ``cells``, the boxes of the moves in pixels, four
    svgs become a GIF; ``durations`` are those of its frames.
    """

    svgs: list[str]
    cells: list[list[int]] | None = None
    durations: list[int] | None = None
    font: str = str(text.FONT)

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def game_card(game: Snapshot) -> PictureJob:
    """Describe a picture of a game: the board, the players, and the status in a sentence."""
    game = _with_drawable_names(game)
    variant = Variant.parse(game["variant"])
    if game["status"] == Status.WAITING:
        sentence, seats = board_wording.invitation(_host(game), variant), []
    else:
        sentence, seats = wording.status(game, ()), _card_seats(game)
    return _card(drawing.draw(game), sentence, seats, board_wording.rule(variant))


def site_card() -> PictureJob:
    """Describe the picture for pages without a game, or with a private one."""
    blank = drawing.blank(CLASSIC)
    marks = zip(blank.cells, SITE_MARKS, strict=True)
    cells = [replace(cell, mark=mark.strip(EMPTY)) for cell, mark in marks]
    return _card(replace(blank, cells=cells), _(SITE_SENTENCE), [], _(SITE_FOOTER))


def animation(game: Snapshot) -> PictureJob:
    game = _with_drawable_names(game)
    end = drawing.draw(game)
    cell = FILM_BOARD // max(end.width, end.height)
    plain = drawing.draw({**game, "outcome": None})
    words = text.drawable(wording.status(game, ()))
    svgs = [
        _frame(game, drawing.draw(game, 0), cell),
        _frame(game, plain, cell),
        _frame(game, plain, cell, is_tinted=True),
        _frame(game, end, cell, words=words),
    ]
    moves = game["ply"]
    pause = min(SLOWEST, max(FASTEST, FILM_LENGTH // max(1, moves)))
    return PictureJob(svgs, _boxes(game, cell), [pause] * moves + [LAST])


def _card(board: Drawing, sentence: str, seats: list[dict[str, Any]], footer: str) -> PictureJob:
    lines, size = text.fit(text.drawable(sentence), SIZES, CARD_TEXT, 4 if seats else 5)
    footers, footer_size = text.fit(footer, FOOTER_SIZES, CARD_TEXT, 1)
    scale = CARD_BOARD / max(board.width, board.height)
    context = {
        "drawing": board,
        "scale": scale,
        "left": CARD_CENTRE - board.width * scale / 2,
        "top": CARD_CENTRE - board.height * scale / 2,
        "lines": [{"text": line, "y": 60 + size + n * size * 1.2} for n, line in enumerate(lines)],
        "size": size,
        "seats": seats,
        "footer": footers[0],
        "footer_size": footer_size,
        "colours": LIGHT,
    }
    return PictureJob([render_to_string("presentation/pictures/card.svg", context)])


def _card_seats(game: Snapshot) -> list[dict[str, Any]]:
    return [
        {**_seat(mark, seat["name"], 34, CARD_TEXT - 62), "y": 410 + n * 62}
        for n, (mark, seat) in enumerate(game["seats"].items())
        if seat
    ]


def _seat(mark: str, name: str, size: int, room: float) -> dict[str, Any]:
    shape = PEN[mark][0]
    return {"mark": mark, "shape": shape, "name": text.shorten(name, size, room)}


def _frame(
    game: Snapshot, board: Drawing, cell: int, *, is_tinted: bool = False, words: str = ""
) -> str:
    width = board.width * cell + 2 * FILM_MARGIN
    room = width / 2 - FILM_MARGIN - 36
    context = {
        "drawing": board,
        "is_tinted": is_tinted,
        "cell": cell,
        "width": width,
        "height": board.height * cell + FILM_TOP + FILM_BOTTOM,
        "left": FILM_MARGIN,
        "top": FILM_TOP,
        "seats": [
            {**_seat(mark, seat["name"], 20, room), "x": x}
            for (mark, seat), x in zip(game["seats"].items(), (FILM_MARGIN, width / 2), strict=True)
            if seat
        ],
        "words": text.shorten(words, 20, width - 2 * FILM_MARGIN),
        "colours": LIGHT,
    }
    return render_to_string("presentation/pictures/frame.svg", context)


def _boxes(game: Snapshot, cell: int) -> list[list[int]]:
    variant = Variant.parse(game["variant"])
    places = [variant.place(move) for move in game["moves"]]
    corners = [(FILM_MARGIN + x * cell, FILM_TOP + y * cell) for x, y in places]
    return [[x, y, x + cell, y + cell] for x, y in corners]


def _host(game: Snapshot) -> str:
    return next((seat["name"] for seat in game["seats"].values() if seat), _("A friend"))


def _with_drawable_names(game: Snapshot) -> Snapshot:
    """Remove from names what the font cannot draw; the mark replaces a name that is then empty."""
    nameless, variant = _("Player %(mark)s"), Variant.parse(game["variant"])
    seats = {
        mark: seat
        and {
            **seat,
            "name": text.drawable(seat["name"]) or nameless % {"mark": side(mark, variant)},
        }
        for mark, seat in player_wording.seats(game).items()
    }
    return {**game, "seats": seats}
