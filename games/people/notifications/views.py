"""What browsers ask to be called by, and the settings by kind."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.ops.client_address import client_address
from games.people.notifications import services
from games.people.notifications.models import CallSettings, Kind
from games.play.errors import NotYourGame, Refused
from games.web import players
from games.web.common import action, refused_as_json, safe_next

FIELDS = ("endpoint", "p256dh", "auth")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calls(request: HttpRequest) -> HttpResponse:
    from games.people.notifications import push

    player = players.current(request)
    if request.method == "POST":
        try:
            _subscribe(request, player)
        except Refused as refusal:
            return refused_as_json(request, refusal)
    # A service worker sees no cookies, so it has the token from here.
    told = {"key": push.public_key(), "token": get_token(request)}
    if player is None:
        return JsonResponse(told | services.NOBODYS)
    key, takes_calls = request.session.session_key or "", "take" in request.GET
    return JsonResponse(told | services.state_of(player, key, takes_calls=takes_calls))


@action
def settings(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotYourGame
    chosen = {kind.value: kind.value in request.POST for kind in Kind}
    CallSettings.objects.update_or_create(player=player, defaults=chosen)
    messages.success(request, _("Saved."))
    return redirect(safe_next(request))


def _subscribe(request: HttpRequest, player: Player | None) -> None:
    if player is None:
        raise NotYourGame
    keys = {name: request.POST.get(name, "") for name in FIELDS}
    session_key, kind = request.session.session_key or "", request.POST.get("kind", "")
    services.subscribe(player, session_key, keys, kind, client_address(request))
