from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games import protocol
from games.computer import hints
from games.models import Game, Player
from games.ops.client_address import client_address
from games.pages.game import game_page
from games.pages.home import NewGameForm
from games.people.lobby.views import NoSuchTerms
from games.people.moderation import browsers
from games.people.moderation.restrictions import Silenced
from games.play import errors, services
from games.protocol import MAX_ID, MAX_NUMBER
from games.web import players
from games.web.common import View, action, prefers_json, respond_to, safe_next
from games.web.fair_play import require_help_allowed
from games.web.forms import NameForm, NotAMove


class WrongName(errors.Refused):
    code = "wrong_name"
    http_status = 400


class PlyForm(forms.Form):
    ply = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    message = forms.CharField(max_length=MAX_ID, required=False)

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return {"message_id": data.pop("message"), **data}


class MoveForm(PlyForm):
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


@action
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    services.find_game(game_id)  # before anybody becomes a player
    try:
        name = _chosen_name(request)
        player = players.acting(request)
        if name and name != player.name:
            browsers.refuse_silenced(player.pk, request.COOKIES)
            services.rename_player(player, name=name, address=client_address(request))
        services.join_game(game_id, player, address=client_address(request))
    except (errors.SeatTaken, errors.Closed, errors.NotInvited) as refusal:
        messages.info(request, respond_to(refusal))
    except (errors.RateLimited, WrongName, Silenced) as refusal:
        return game_page(request, services.find_game(game_id), refusal)
    return redirect("games:detail", game_id)


def _chosen_name(request: HttpRequest) -> str:
    if not request.POST.get("name", "").strip():
        return ""
    form = NameForm(request.POST)
    if not form.is_valid():
        raise WrongName(str(form.errors["name"][0]))
    return str(form.cleaned_data["name"])


def changes(
    service: Callable[..., Game], read: Callable[[HttpRequest], dict[str, Any]] = lambda _: {}
) -> View:
    @action
    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        try:
            game = service(game_id, _player(request).pk, **read(request))
            return redirect(safe_next(request) if "next" in request.POST else game)
        except errors.Refused as refusal:
            return _refuse(request, game_id, refusal)

    return view


def _refuse(request: HttpRequest, game_id: str, refusal: errors.Refused) -> HttpResponse:
    if prefers_json(request):
        raise refusal
    return game_page(request, services.find_game(game_id), refusal)


def _move(request: HttpRequest) -> dict[str, Any]:
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise NotAMove
    return form.arguments()


def _ply_and_message(request: HttpRequest) -> dict[str, Any]:
    form = PlyForm(request.POST)
    return form.arguments() if form.is_valid() else {"ply": MAX_NUMBER}


def _terms(request: HttpRequest) -> dict[str, Any]:
    form = NewGameForm({**request.POST.dict(), "opponent": NewGameForm.FRIEND})
    if not form.is_valid():
        raise NoSuchTerms
    terms, names = form.terms(), ("control", "best_of", "allows_undo", "is_public")
    return {"mark": form.mark(), **{name: terms[name] for name in names}}


def _result(request: HttpRequest) -> dict[str, Any]:
    is_win = request.POST.get("result") == services.WIN
    return {"result": services.WIN if is_win else services.DRAW}


@action
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        require_help_allowed(request)
        found = async_to_sync(hints.find)(
            game_id,
            _player(request).pk,
            ply=_ply_and_message(request)["ply"],
            address=client_address(request),
        )
    except errors.Refused as refusal:
        return _refuse(request, game_id, refusal)
    if prefers_json(request):
        return JsonResponse(protocol.hint("", found.version, found.hint))
    return game_page(request, services.bring_up_to_date(game_id), hint=found.hint)


def _player(request: HttpRequest) -> Player:
    player = players.current(request)
    if player is None:
        raise errors.NotYourGame
    return player


# The views, by the last part of their address and their name.
VIEWS = {
    "join": join,
    "move": changes(services.play_move, _move),
    "undo": changes(services.undo, _ply_and_message),
    "decline": changes(services.decline, _ply_and_message),
    "draw": changes(services.draw, _ply_and_message),
    "decline_draw": changes(partial(services.decline, kind="draw"), _ply_and_message),
    "hint": hint,
    "terms": changes(services.change_terms, _terms),
    "withdraw": changes(services.withdraw),
    "resign": changes(services.resign),
    "rematch": changes(services.rematch),
    "claim": changes(services.claim, _result),
    "show": changes(
        services.set_public, lambda request: {"is_public": request.POST.get("is_public") == "yes"}
    ),
}
