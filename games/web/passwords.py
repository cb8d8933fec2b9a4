"""Trying or storing a password takes a core for 0.2 to 1 s, so such posts wait in a line."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import gettext_noop as _

from games.ops.client_address import client_address
from games.play import limits
from games.play.errors import Refused
from games.web import known_browsers

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

LONGEST_WAIT = 30.0  # seconds: a class of thirty is in by then


class LoginsBusy(Refused):
    code = "logins_busy"
    http_status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Very many are signing in just now. Nothing was changed. Please try again.")


def hashes(view: View) -> View:
    view.hashes_password = True  # type: ignore[attr-defined]
    return view


def is_hashed(request: HttpRequest) -> bool:
    if request.method != "POST":
        return False
    try:
        return getattr(resolve(request.path_info).func, "hashes_password", False)
    except Resolver404:
        return False


def count_guess(request: HttpRequest, name: str) -> Callable[[], None]:
    """Count a password or a code before it is tried; return what gives this back if it was right.

    :param name: the username that it is tried for.
    """
    return limits.count_guess(name, client_address(request), known_browsers.key_for(request, name))


def note_busy(request: HttpRequest) -> None:
    request.has_waited_in_vain = True  # type: ignore[attr-defined]


def is_busy(request: Any) -> bool:
    return getattr(request, "has_waited_in_vain", False)
