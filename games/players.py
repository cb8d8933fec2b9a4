"""Who a visitor is: the player their session names."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from games.models import Player
from games.sessions import PLAYER


def id_in(session: SessionBase) -> int | None:
    """Return the id of the player a session belongs to, None for a newcomer."""
    id = session.get(PLAYER)
    return id if isinstance(id, int) else None


def current(request: HttpRequest) -> Player | None:
    id = id_in(request.session)
    return Player.objects.people().filter(pk=id).first() if id is not None else None


def acting(request: HttpRequest) -> Player:
    """Return the visitor as a player, made at their first action; looking makes nobody.

    The session starts its long life anew.
    """
    player = current(request) or Player.objects.create()
    request.session[PLAYER] = player.pk
    return player
