"""Keeps the pictures that were made, each under a key of all that decides what is on it.

The key is known before anything is drawn or described, and is the same in every process and after
a restart. Whoever asks for a picture again with its key needs no other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.cache import cache as pictures
from django.utils.translation import get_language

from games.engine import Mark
from games.models import Game
from games.presentation.pictures import rendering
from games.presentation.pictures.svg import PictureJob

# The parts of the program whose change makes another picture of the same game.
SOURCES = ("games/presentation/**/*.py", "templates/presentation/pictures/*.svg")


def key(game: Game, content_type: str) -> str:
    """Return what names the picture of a game of this type.

    The version of a game does not stand for the names on its picture: in a game that is over, a
    player may take another name, or be forgotten, without a new version.
    """
    names = [game.seat_name(mark) for mark in Mark]
    parts = [_program(), get_language(), content_type, game.pk, game.version, *names]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def get(
    name: str, before_rendering: Callable[[], object], describe: Callable[[], PictureJob]
) -> bytes:
    """Return the picture of a key, and make it if it is not kept.

    :param before_rendering: called only if it has to be made; what it raises is passed on.
    :param describe: called after that, for one picture at a time, as it is costly too.
    :raises TooManyWaiting: if too many pictures are being waited for.
    :raises RenderingFailed: if it could not be made.
    """
    if kept := pictures.get(name):
        return bytes(kept)
    before_rendering()
    with rendering.Turn():
        # Somebody who waited before may have asked for the same one.
        picture = pictures.get(name) or rendering.render(describe())
        pictures.set(name, picture)
    return bytes(picture)


@cache
def _program() -> str:
    """Return a digest of what describes and draws pictures, for an upgrade may draw others."""
    files = sorted(path for pattern in SOURCES for path in settings.BASE_DIR.glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
