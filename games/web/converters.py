from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.models import ID_LENGTH


class GameId(StringConverter):
    regex = rf"[0-9a-z]{{1,{ID_LENGTH}}}"


register_converter(GameId, "game")
