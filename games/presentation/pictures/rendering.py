from __future__ import annotations

import hashlib
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore

from django.core.cache import caches
from django.utils.translation import get_language

from games.engine import Mark
from games.models import Game
from games.ops import program
from games.presentation.pictures.text import FONT

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
    if not _places.acquire(blocking=False):
        raise TooManyWaiting
    try:
        if not _turn.acquire(timeout=PATIENCE):
            raise TooManyWaiting
        try:
            yield
        finally:
            _turn.release()
    finally:
        _places.release()


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
