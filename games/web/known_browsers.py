"""Browsers signed in before, which nobody else can lock out: OWASP's device cookies."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import get_random_string

COOKIE = "browser"
MAX_ACCOUNTS = 40  # the latest, for a browser that a class shares


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    key, accounts = _read(request)
    accounts = [*(each for each in accounts if each != user.pk), user.pk][-MAX_ACCOUNTS:]
    response.set_signed_cookie(
        COOKIE,
        " ".join([key or get_random_string(12), *map(str, accounts)]),
        salt=COOKIE,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def key_for(request: HttpRequest, username: str) -> str | None:
    key, accounts = _read(request)
    if accounts and User.objects.filter(username=username, pk__in=accounts).exists():
        return key
    # Somebody may be signed in since before there were such cookies.
    return request.session.session_key if request.user.get_username() == username else None


def accounts(request: HttpRequest) -> list[int]:
    return _read(request)[1]


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    value = request.get_signed_cookie(COOKIE, "", salt=COOKIE, max_age=settings.SESSION_COOKIE_AGE)
    key, *accounts = (value or "").split(" ")
    return key, [int(each) for each in accounts]
