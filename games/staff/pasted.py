"""What a member of staff has pasted into a search: the id of a game, or a link."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve

from games.models import Game, Player
from games.models.games import ID_ALPHABET, ID_LENGTH

ID = re.compile(f"[{ID_ALPHABET}]{{{ID_LENGTH}}}")
GAME_KEYS = ("game_id", "object_id")  # as the views of games and of the admin call them


def pasted(text: str) -> Game | Player | None:
    """Return the game or the player of an id or a link, None if it is of neither."""
    if ID.fullmatch(text.lower()):
        return Game.objects.filter(pk=text.lower()).first()
    if "/" not in text:
        return None
    try:
        found = resolve(unquote(urlsplit(text).path))
    except (Resolver404, ValueError):
        return None
    return _named(found.url_name or "", found.kwargs)


def _named(view: str, names: dict[str, Any]) -> Game | Player | None:
    if view == "profile":
        return Player.objects.filter(name=names["name"], user__isnull=False).first()
    if view == "games_player_change":
        key = names["object_id"]
        is_key = key.isdecimal() and len(key) < 19
        return Player.objects.filter(pk=key).first() if is_key else None
    keys = [str(names[key]).lower() for key in GAME_KEYS if key in names]
    return Game.objects.filter(pk__in=keys).first()
