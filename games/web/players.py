from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import auth
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from games.models import Credential, Game, Player, sql
from games.ops.client_address import client_address
from games.play import errors, services
from games.play.signals import seat_lost
from games.web import sessions


def id_in(session: SessionBase) -> int | None:
    # None also if the player has moved to another device or was forgotten.
    return id_of(credential_in(session))


def credential_in(session: SessionBase) -> Credential | None:
    """That of the account first; it may be invalid."""
    if sessions.has_login(session):
        request = HttpRequest()
        request.session = session
        if player := _player_of(auth.get_user(request)):
            return player.credential
    return sessions.credential(session)


def id_of(credential: Credential | None) -> int | None:
    return credential.player_id if credential and sql.is_valid(credential) else None


def id_at(game: Game, credential: Credential | None) -> int | None:
    seats = game.marks_of(credential.player_id) if credential else []
    player = game.seat(seats[0]) if seats else None
    if credential is None or player is None or player.is_computer:
        return id_of(credential)
    return player.pk if player.generation <= credential.generation else None


def current(request: HttpRequest) -> Player | None:
    # No page view makes anybody a player.
    if sessions.has_login(request.session) and (player := _player_of(request.user)):
        return player
    return guest(request)


def known(request: HttpRequest) -> Player | None:
    with suppress(errors.LockedOut):
        return current(request)
    return None


def guest(request: HttpRequest) -> Player | None:
    credential = sessions.credential(request.session)
    player = Player.objects.with_credential(credential).first()
    if credential and player is None:
        seat_lost.send(Player, player_id=credential.player_id)
    return player


def acting(request: HttpRequest, *, is_counted: bool = True) -> Player:
    # A newcomer is not counted where another limit holds the address.
    address = client_address(request) if is_counted else None
    player = current(request) or services.create_player(token=_form_token(request), address=address)
    if not player.has_account:
        sessions.sign_in(request.session, player.credential)
    return player


def _player_of(user: Any) -> Player | None:
    player: Player | None = getattr(user, "player", None)
    return player


def _form_token(request: HttpRequest) -> str:
    # Django masks its CSRF token anew each time it renders a form. The cookie would not do: an
    # attacker could plant the same cookie in two people's browsers. A form without a CSRF token
    # gets a random one.
    posted = request.POST.get("csrfmiddlewaretoken") or request.headers.get("X-CSRFToken")
    return posted or get_random_string(32)
