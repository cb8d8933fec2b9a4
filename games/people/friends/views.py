"""Invitations that wait for the visitor, what browsers subscribe to, and what is said in a game."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from games.ops.client_address import client_address
from games.people.friends import notifications, services
from games.people.friends.chat import send_message
from games.people.friends.models import NotificationKind, NotificationPreference
from games.play.errors import NotInvited, NotYourGame, Refused
from games.protocol import MAX_ID
from games.web import players
from games.web.common import action, refused_as_json, safe_next

FIELDS = ("endpoint", "p256dh", "auth")


def every_page(_request: HttpRequest) -> dict[str, Any]:
    return {"invited_players": services.invited_players}


@never_cache
@require_safe
def invitations(request: HttpRequest) -> HttpResponse:
    player_id = players.id_in(request.session)
    if player_id is None:
        return HttpResponse()
    services.note_online(player_id)
    if player_id not in services.invited_players():
        return HttpResponse()
    return render(request, "people/friends/_invitation.html")


@action
def decline(request: HttpRequest, game_id: str) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotInvited
    services.decline(game_id, player)
    return redirect(safe_next(request))


@action
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotYourGame
    text = request.POST.get("text", "")  # of the input, or after it of a picture's button
    message = request.POST.get("message", "")[:MAX_ID]
    message_id = message if message.isprintable() else ""
    send_message(game_id, player.pk, text=text, message_id=message_id, cookies=request.COOKIES)
    return redirect("games:detail", game_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def subscriptions(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if request.method == "POST":
        try:
            _subscribe(request, player)
        except Refused as refusal:
            return refused_as_json(request, refusal)
    key, takes = request.session.session_key or "", "take" in request.GET
    state = notifications.state_of(player, key, takes=takes)
    # A service worker sees no cookies, so it has the token from here.
    return JsonResponse({**state, "token": get_token(request)})


@action
def prefer(request: HttpRequest) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotYourGame
    chosen = {kind.value: kind.value in request.POST for kind in NotificationKind}
    NotificationPreference.objects.update_or_create(player=player, defaults=chosen)
    messages.success(request, _("Saved."))
    return redirect(safe_next(request))


def _subscribe(request: HttpRequest, player: Player | None) -> None:
    if player is None:
        raise NotYourGame
    keys = {name: request.POST.get(name, "") for name in FIELDS}
    session_key, kind = request.session.session_key or "", request.POST.get("kind", "")
    notifications.subscribe(player, session_key, keys, kind, client_address(request))
