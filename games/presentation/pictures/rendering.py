"""Runs the rasterizer: one picture at a time, in a process that is killed if it takes too long."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore

from games.presentation.pictures.text import FONT

RASTERIZER = Path(__file__).parent / "rasterizer.py"
LIMIT = 20.0  # seconds for a picture, which takes half a second
WAITING = 8  # the most requests that may wait for their picture, the one being drawn included
PATIENCE = 30.0  # seconds for which a request waits

logger = logging.getLogger(__name__)

_places = BoundedSemaphore(WAITING)
_turn = BoundedSemaphore(1)


class TooManyWaiting(Exception):
    """Too many requests wait for a picture."""


class RenderingFailed(Exception):
    """The rasterizer ended without a picture, or was killed."""


class Turn:
    """A context in which one picture at a time is rendered.

    :raises TooManyWaiting: on entering, if too many requests wait or the wait is too long.
    """

    def __enter__(self) -> None:
        if not _places.acquire(blocking=False):
            raise TooManyWaiting
        if not _turn.acquire(timeout=PATIENCE):
            _places.release()
            raise TooManyWaiting

    def __exit__(self, *_: object) -> None:
        _turn.release()
        _places.release()


def render(svg: str) -> bytes:
    """Return a picture as a PNG; not to be called on an event loop.

    :raises RenderingFailed: after ``LIMIT`` seconds, or after an error.
    """
    command = [sys.executable, "-I", str(RASTERIZER), str(FONT)]
    try:
        done = subprocess.run(  # noqa: S603 - no part of the command comes from outside
            command, input=svg.encode(), capture_output=True, timeout=LIMIT, check=True
        )
    except subprocess.SubprocessError as error:
        logger.error("A picture could not be drawn: %s", getattr(error, "stderr", error) or error)
        raise RenderingFailed from error
    return done.stdout
