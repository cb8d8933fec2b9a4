"""A session is the only key to a player's seats, so it lives long; a staff login in it ends."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY as USER_SESSION_KEY
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, SessionBase, UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from games.models.people import Credential

PLAYER = "player"  # the id of the browser's player
GENERATION = "generation"  # of that player when the browser became theirs, 0 if missing
RENEWED = "renewed"  # the day on which the session's life was last prolonged
STAFF_SINCE = "staff_since"  # the time of a login to the admin, in seconds since 1970

# In the scope of a request whose cookie has a name of before, see ``tictactoe_site.asgi``.
HAS_FORMER_NAME = "session_has_former_name"

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: Any) -> bool:
        is_long_enough = super()._validate_session_key(key)  # type: ignore[misc]
        return bool(is_long_enough) and set(key) <= set(VALID_KEY_CHARS)

    def cycle_key(self) -> None:
        # Not if somebody is signed in and the secret was changed: Django would do it for each login
        # of before, also in a socket, which cannot tell a browser.
        if not (settings.SECRET_KEY_FALLBACKS and has_login(self)):
            super().cycle_key()


class SessionMiddleware(middleware.SessionMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            return response  # The database is away, so the session is neither read nor saved.
        _keep_from_caches(request, response)
        has_former_name = _has_former_name(request)
        if request.session.accessed and request.session.is_empty():
            # Django would delete the cookie. But that may be the one of a session which began
            # meanwhile, in another tab that has just signed in.
            patch_vary_headers(response, ["Cookie"])
            return response
        try:
            if not (has_former_name or _is_to_be_renewed(request.session)):
                return super().process_response(request, response)
            with transaction.atomic():
                request.session = self._renewed(request.session)
                request.session.modified |= has_former_name
                return super().process_response(request, response)
        except (SessionInterrupted, DatabaseError):
            if request.method not in SAFE_METHODS:
                raise
            patch_vary_headers(response, ["Cookie"])
            return response

    def _renewed(self, session: SessionBase) -> SessionBase:
        stored = session if session.modified else self.SessionStore(session.session_key)
        if _is_somebodys(stored):
            stored[RENEWED] = _today()
        return stored


def credential(session: SessionBase) -> Credential | None:
    player_id, generation = session.get(PLAYER), session.get(GENERATION, 0)
    if isinstance(player_id, int) and isinstance(generation, int):
        return Credential(player_id, generation)
    return None


def has_login(session: SessionBase) -> bool:
    return USER_SESSION_KEY in session


def sign_in(session: SessionBase, new: Credential) -> None:
    if credential(session) == new:
        return
    session[PLAYER], session[GENERATION] = new
    session[RENEWED] = _today()
    if session.session_key:
        session.cycle_key()


def sign_out(session: SessionBase) -> None:
    for key in (PLAYER, GENERATION):
        session.pop(key, None)


def note_account(session: SessionBase) -> None:
    session[RENEWED] = _today()


def drop_stored(session: SessionBase, lost: Credential) -> None:
    # Other requests may have changed it since it was read. If the database cannot be written,
    # nothing changes.
    stored = SessionStore(session.session_key)
    with suppress(UpdateError, DatabaseError), transaction.atomic():
        if credential(stored) == lost:
            sign_out(stored)
            stored.save()


def _keep_from_caches(request: HttpRequest, response: HttpResponse) -> None:
    with suppress(DatabaseError):
        if request.session.accessed and has_login(request.session):
            patch_cache_control(response, private=True, no_store=True)


def _has_former_name(request: HttpRequest) -> bool:
    if not getattr(request, "scope", {}).get(HAS_FORMER_NAME):
        return False
    with suppress(DatabaseError):
        request.session.keys()
    return True


def _is_somebodys(session: SessionBase) -> bool:
    return credential(session) is not None or (has_login(session) and RENEWED in session)


def _is_to_be_renewed(session: SessionBase) -> bool:
    return session.accessed and _is_somebodys(session) and session.get(RENEWED) != _today()


def _today() -> str:
    return timezone.now().date().isoformat()
