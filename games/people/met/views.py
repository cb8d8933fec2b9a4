"""Invitations that wait for the visitor: asked for by open pages, and declined."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.met import here, services
from games.play.errors import NotInvited
from games.web import players
from games.web.common import action, safe_next


@never_cache
@require_safe
def invitations(request: HttpRequest) -> HttpResponse:
    player_id = players.id_in(request.session)
    if player_id is None:
        return HttpResponse()
    here.note(player_id)
    if player_id not in services.asked_players():
        return HttpResponse()
    return render(request, "people/met/_invitation.html")


@action
def decline(request: HttpRequest, game_id: str) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotInvited
    services.decline(game_id, player)
    return redirect(safe_next(request))
