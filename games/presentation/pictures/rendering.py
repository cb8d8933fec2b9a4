from __future__ import annotations

import hashlib
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import Mark, Variant
from games.models import Game
from games.ops import program
from games.presentation import board_wording, player_wording, wording
from games.presentation.colours import LIGHT
from games.presentation.description import Drawing, describe_game
from games.presentation.marks import SHAPES, Pieces
from games.presentation.pictures import text
from games.presentation.pictures.text import FONT
from games.presentation.sides import side
from games.protocol import Snapshot, Status

# A card is drawn as large as sites with previews ask for: 1200 x 630.
CARD_BOARD = 500  # of the longer side of the board on it
CARD_CENTRE = 315
CARD_TEXT = 500  # the width of its text
SIZES, FOOTER_SIZES = [72, 64, 56, 50, 44], [28, 24, 20]


def game_card(game: Snapshot) -> str:
    game = _with_drawable_names(game)
    variant, board = Variant.parse(game["variant"]), describe_game(game)
    if game["status"] == Status.WAITING:
        names = (seat["name"] for seat in game["seats"].values() if seat)
        host = next(names, _("A friend"))
        sentence, seats = board_wording.invitation(host, variant), []
    else:
        sentence, seats = wording.status(game, ()), _card_seats(game, board.pieces)
    return card(board, sentence, seats, board_wording.rule(variant))


def card(board: Drawing, sentence: str, seats: list[dict[str, Any]], footer: str) -> str:
    lines, size = text.fit(text.drawable(sentence), SIZES, CARD_TEXT, 4 if seats else 5)
    footers, footer_size = text.fit(footer, FOOTER_SIZES, CARD_TEXT, 1)
    if footers != [footer]:
        footers, footer_size = text.fit(footer, FOOTER_SIZES, CARD_TEXT, 2)
    width, height = board.plan.extent
    scale = CARD_BOARD / max(width, height)
    context = {
        "drawing": board,
        "scale": scale,
        "left": CARD_CENTRE - width * scale / 2,
        "top": CARD_CENTRE - height * scale / 2,
        "lines": [{"text": line, "y": 60 + size + n * size * 1.2} for n, line in enumerate(lines)],
        "size": size,
        "seats": seats,
        "footer": [
            {"text": line, "y": 580 + (n + 1 - len(footers)) * footer_size * 1.2}
            for n, line in enumerate(footers)
        ],
        "footer_size": footer_size,
        "colours": LIGHT,
    }
    return render_to_string("presentation/pictures/card.svg", context)


def _card_seats(game: Snapshot, pieces: Pieces) -> list[dict[str, Any]]:
    return [
        {
            "mark": mark,
            "shape": SHAPES[pieces][mark][0],
            "name": text.shorten(seat["name"], 34, CARD_TEXT - 62),
            "y": 410 + n * 62,
        }
        for n, (mark, seat) in enumerate(game["seats"].items())
        if seat
    ]


def _with_drawable_names(game: Snapshot) -> Snapshot:
    variant, seats = Variant.parse(game["variant"]), player_wording.seats(game)
    for mark, seat in seats.items():
        if seat:
            nameless = _("Player %(mark)s") % {"mark": side(mark, variant)}
            seat["name"] = text.drawable(seat["name"]) or nameless
    return {**game, "seats": seats}


RASTERIZER = Path(__file__).parent / "rasterizer.py"
LIMIT = 20.0  # seconds for a picture, which takes half a second
WAITING = 8  # the most requests that may wait for their picture, the one being drawn included
PATIENCE = 30.0  # seconds for which a request waits

logger = logging.getLogger(__name__)
pictures = caches["process"]

_places = BoundedSemaphore(WAITING)
_turn = BoundedSemaphore(1)


class TooManyWaiting(Exception):
    pass


class RenderingFailed(Exception):
    pass


@contextmanager
def turn() -> Iterator[None]:
    """Let one picture at a time be rendered.

    :raises TooManyWaiting: if too many requests wait or the wait is too long.
    """
    with ExitStack() as held:
        for semaphore, patience in ((_places, 0), (_turn, PATIENCE)):
            if not semaphore.acquire(timeout=patience):
                raise TooManyWaiting
            held.callback(semaphore.release)
        yield


def key(game: Game) -> str:
    # With the names, because the players of a finished game may change theirs without a new
    # version.
    names = [game.seat_name(mark) for mark in Mark]
    parts = [program.version(), get_language(), game.pk, game.version, *names]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def get(name: str, before_rendering: Callable[[], object], describe: Callable[[], str]) -> bytes:
    """``before_rendering`` runs only if the picture has to be made; it may raise."""
    # ``describe`` runs for one picture at a time, because it is costly too.
    if kept := pictures.get(name):
        return bytes(kept)
    before_rendering()
    with turn():
        # An earlier request may have made the same picture meanwhile.
        picture = pictures.get(name) or render(describe())
        pictures.set(name, picture)
    return bytes(picture)


def render(svg: str) -> bytes:
    """Not to be called on an event loop; raises ``RenderingFailed`` after ``LIMIT`` seconds."""
    command = [sys.executable, "-I", str(RASTERIZER), str(FONT)]
    try:
        done = subprocess.run(  # noqa: S603 - no part of the command comes from outside
            command, input=svg.encode(), capture_output=True, timeout=LIMIT, check=True
        )
    except subprocess.SubprocessError as error:
        logger.error("A picture could not be drawn: %s", getattr(error, "stderr", error) or error)
        raise RenderingFailed from error
    return done.stdout
