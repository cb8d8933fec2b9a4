"""A cache of pictures, each under a key that depends on all that the picture shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from django.core.cache import caches
from django.utils.translation import get_language

from games.engine import Mark
from games.models import Game
from games.ops import program
from games.presentation.pictures import rendering

pictures = caches["process"]


def key(game: Game) -> str:
    """Return the key of a game's picture.

    The key has the names as well as the version, because the players of a finished game may change
    their names or be forgotten without a new version.
    """
    names = [game.seat_name(mark) for mark in Mark]
    parts = [program.version(), get_language(), game.pk, game.version, *names]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def get(name: str, before_rendering: Callable[[], object], describe: Callable[[], str]) -> bytes:
    """Return the picture of a key, from the cache or newly made.

    :param before_rendering: called only if the picture has to be made; may raise to prevent that
    :param describe: called after that, for one picture at a time, because it is costly too
    :raises TooManyWaiting: if too many requests wait for a picture
    :raises RenderingFailed: if the picture could not be made
    """
    if kept := pictures.get(name):
        return bytes(kept)
    before_rendering()
    with rendering.Turn():
        # An earlier request may have made the same picture meanwhile.
        picture = pictures.get(name) or rendering.render(describe())
        pictures.set(name, picture)
    return bytes(picture)
