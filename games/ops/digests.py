"""Short digests that stand for games in the log: the id of a game is the secret of its link."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

LENGTH = 10


def digest(game_id: str) -> str:
    return salted_hmac(__name__, game_id).hexdigest()[:LENGTH]
