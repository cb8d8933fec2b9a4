"""Keeps the pictures that were made, each under a key of all that is on it.

So a picture changes with the game, and with a name, and whoever asks for one again with its key
needs no other. The key is the same in every process and after a restart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.core.cache import caches

from games.pictures import rendering
from games.pictures.svg import Job

CACHE = "pictures"


def key(job: Job) -> str:
    """Return what names a picture; another rasterizer makes another picture."""
    return hashlib.sha256(_rasterizer() + job.to_json().encode()).hexdigest()[:32]


def get(job: Job, before_rendering: Callable[[], object]) -> bytes:
    """Return a picture, and make it if it is not kept.

    :param before_rendering: called only if it has to be made; what it raises is passed on.
    :raises TooBusy: if too many pictures are being waited for.
    :raises RenderingFailed: if it could not be made.
    """
    cache, name = caches[CACHE], key(job)
    if kept := cache.get(name):
        return bytes(kept)
    before_rendering()
    with rendering.Turn():
        # Somebody who waited before may have asked for the same one.
        picture = cache.get(name) or rendering.render(job)
        cache.set(name, picture)
    return bytes(picture)


def _rasterizer() -> bytes:
    return rendering.RASTERIZER.read_bytes()
