"""Who a visitor is: the player their session names."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.middleware.csrf import get_token

from games import services
from games.models import Player
from games.sessions import PLAYER


def id_in(session: SessionBase) -> int | None:
    """Return the id of the player a session belongs to, None for a newcomer."""
    id = session.get(PLAYER)
    return id if isinstance(id, int) else None


def current(request: HttpRequest) -> Player | None:
    """Return the player a visitor is, None for a newcomer: looking makes nobody."""
    id = id_in(request.session)
    return Player.objects.people().filter(pk=id).first() if id is not None else None


def acting(request: HttpRequest) -> Player:
    """Return the visitor as a player, made at their first action."""
    player = current(request)
    if player is None:
        get_token(request)
        player = services.welcome_player(token=request.META["CSRF_COOKIE"])
    request.session[PLAYER] = player.pk
    return player


def renew(request: HttpRequest) -> None:
    """Let the session of someone who is a player start its long life anew."""
    if id_in(request.session) is not None:
        request.session.modified = True
