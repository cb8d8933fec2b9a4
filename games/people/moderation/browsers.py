"""Silences and locks of a browser, which a signed cookie has, whoever plays in it by now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from games.ops import metrics
from games.people.moderation.models import Restriction
from games.people.moderation.restrictions import Kind, Locked, Silenced
from games.web import sessions
from games.web.common import prefers_json

COOKIE = "restricted"
MAX_PEOPLE = 5  # the latest, of those who were restricted in one browser


def refuse_silenced(player_id: int, cookies: Mapping[str, str]) -> None:
    if silence := _active({player_id, *_ids_in(cookies)}, Kind.SILENCE):
        raise Silenced(silence[0])


class RestrictionsMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path_info.startswith(reverse("admin:index")):
            return None
        locks = _active(_ids_in(request.COOKIES), Kind.LOCK)
        return _locked_page(request, locks[0]) if locks else None

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        if request.method == "POST":
            silences = _active(_people_of(request), Kind.SILENCE)
            setattr(request, COOKIE, silences)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Locked):
            return None
        response = _locked_page(request, error.lock)
        _mark(request, response, [error.lock])
        return response

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if silences := getattr(request, COOKIE, ()):
            _mark(request, response, silences)
            _silence_newcomer(request, silences)
        return response


def _locked_page(request: HttpRequest, lock: Restriction) -> HttpResponse:
    metrics.REFUSALS.labels("locked").inc()
    if prefers_json(request):
        said = {"code": "locked", "message": gettext("You are locked out.")}
        response: HttpResponse = JsonResponse(said, status=403)
    else:
        response = render(request, "people/moderation/locked.html", {"lock": lock}, status=403)
    response["Cache-Control"] = "no-store"
    return response


def _people_of(request: HttpRequest) -> set[int]:
    ids = _ids_in(request.COOKIES)
    if credential := sessions.credential(request.session):
        ids.add(credential.player_id)
    if sessions.has_login(request.session) and (player := getattr(request.user, "player", None)):
        ids.add(player.pk)
    return ids


def _active(ids: Iterable[int], kind: Kind) -> list[Restriction]:
    return list(Restriction.objects.active().filter(player__in=ids, kind=kind)) if ids else []


def _silence_newcomer(request: HttpRequest, silences: list[Restriction]) -> None:
    if credential := sessions.credential(request.session):
        Restriction.objects.get_or_create(
            player_id=credential.player_id,
            kind=Kind.SILENCE,
            defaults={"until": silences[0].until},
        )


def _ids_in(cookies: Mapping[str, str]) -> set[int]:
    signed = cookies.get(COOKIE)
    if not signed:
        return set()
    try:
        value = signing.get_cookie_signer(COOKIE).unsign(signed, settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return set()
    return set(map(int, value.split()))


def _mark(request: HttpRequest, response: HttpResponse, restrictions: list[Restriction]) -> None:
    new = {each.player_id for each in restrictions}
    ids = [*(_ids_in(request.COOKIES) - new), *new]
    response.set_cookie(
        COOKIE,
        signing.get_cookie_signer(COOKIE).sign(" ".join(map(str, ids[-MAX_PEOPLE:]))),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
