"""The part of an address that names a game."""

from __future__ import annotations

from django.urls import register_converter

from games.models import ID_LENGTH


class GameId:
    """The id of a game; an address with anything else in its place matches no view."""

    regex = rf"[0-9a-z]{{1,{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(GameId, "game")
