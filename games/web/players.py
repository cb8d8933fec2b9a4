"""Which player a visitor is."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from games.models import Credential, Player, sql
from games.ops.client_address import client_address
from games.play import services
from games.web import sessions


def id_in(session: SessionBase) -> int | None:
    """Return the id of the player whose session this is, None for a newcomer.

    A player who went on at another device, or was forgotten, has no session here any more.
    """
    return id_of(sessions.credential(session))


def id_of(credential: Credential | None) -> int | None:
    """Return the id of the player whose credential this is, None if it is not valid any more."""
    return credential.player_id if credential and sql.is_valid(credential) else None


def current(request: HttpRequest) -> Player | None:
    """Return the player a visitor is, None for a newcomer. No page view makes anybody a player."""
    return Player.objects.with_credential(sessions.credential(request.session)).first()


def acting(request: HttpRequest) -> Player:
    """Return the player a visitor is; a newcomer becomes one by posting a first form.

    :raises TooMany: if too many newcomers come from the visitor's address.
    """
    player = current(request) or services.create_player(
        token=_form_token(request), address=client_address(request)
    )
    sessions.sign_in(request.session, player.credential)
    return player


def _form_token(request: HttpRequest) -> str:
    """Return what tells one shown form from every other; posted twice, it is the same.

    Django masks its token anew each time it writes a form. The cookie would not do: whoever can
    plant a cookie in two people's browsers can make it the same one. Nothing else tells forms
    apart, so one without a token is like no other.
    """
    posted = request.POST.get("csrfmiddlewaretoken") or request.headers.get("X-CSRFToken")
    return posted or get_random_string(32)
