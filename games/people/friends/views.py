from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import Mark
from games.models import Game, Player, kinds
from games.ops.client_address import client_address
from games.people.friends import notifications, services
from games.people.friends.chat import last_said, mask, may_write, send_message
from games.people.friends.models import Invitation, NotificationKind, NotificationPreference
from games.play.errors import NotInvited, NotYourGame
from games.presentation import wording
from games.protocol import MAX_ID
from games.web import players
from games.web.common import action, safe_next
from games.web.game_parts import GamePart, Shown

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
    coming = _coming(request.GET.get("waiting", ""), player_id)
    if coming is None and player_id not in services.invited_players():
        return HttpResponse()
    return render(request, "people/friends/_invitation.html", {"coming": coming})


def _coming(game_id: str, player_id: int) -> dict[str, Any] | None:
    game = Game.objects.with_players().filter(pk=game_id).first() if game_id else None
    if game is None or game.is_over or game.is_overdue:
        return None
    if not set(game.awaited) & set(game.marks_of(player_id)):
        return None
    return {"game": game, "person": next(p for p in (game.x, game.o) if p and p.pk != player_id)}


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
        _subscribe(request, player)
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


def _is_invited_to(game: Game) -> bool:
    is_waiting = game.status == Game.Status.WAITING and game.is_between_friends
    return is_waiting and Invitation.objects.filter(pk=game.pk).exists()


def _chat(shown: Shown) -> dict[str, Any]:
    game = shown.game
    said = last_said(game, is_player=True) if shown.state["you"] else None
    return {
        "may_write": may_write(game),
        "pictures": wording.REACTIONS,
        "said": said,
        "said_words": mask(wording.said(said)) if said else "",
        "said_ink": getattr(game.seat(Mark(said.mark)), "ink", "") if said and said.mark else "",
    }


def _allows_talk(game: Game) -> bool:
    return not game.is_hot_seat and game.level is None and kinds.of(game).allows_talk


CHAT = GamePart(
    applies=_allows_talk,
    templates={"chat": "people/friends/_chat.html"},
    context=_chat,
)
INVITED = GamePart(applies=_is_invited_to, templates={"invited": "people/friends/_invited.html"})
# Whoever plays with a friend hears of invitations from then on.
FRIENDS = GamePart(
    applies=lambda game: game.is_between_friends,
    templates={"waiting": "people/friends/_notify_me.html"},
    scripts=("js/people/invitations.js",),
)
