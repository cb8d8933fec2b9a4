from __future__ import annotations

from django.urls import register_converter

from games.models import ID_LENGTH


class GameId:
    """The id of a game in an address; anything else is no address of ours."""

    regex = rf"[0-9a-z]{{1,{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(GameId, "game")
