"""The plain forms for playing without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_noop as _

from games.computer import hints
from games.models import Game, Player
from games.ops.client_address import client_address
from games.pages.game import game_page
from games.play import errors, services
from games.protocol import MAX_ID, MAX_NUMBER, PACES
from games.web import players
from games.web.common import View, action, explain, no_such_game
from games.web.forms import NameForm, NotAMove


class NoPace(errors.Refused):
    code = "no_pace"
    http_status = 400
    message = _("Choose one of the speeds.")


class WrongName(errors.Refused):
    code = "wrong_name"
    http_status = 400


class PlyForm(forms.Form):
    """An action that is meant for one ply only.

    ``message`` is a random id of each rendered form, by which a double post is recognised.
    """

    ply = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    message = forms.CharField(max_length=MAX_ID, required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the fields under the services' argument names."""
        data = dict(self.cleaned_data)
        return {"message_id": data.pop("message"), **data}


class MoveForm(PlyForm):
    cell = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


class PaceForm(forms.Form):
    pace = forms.TypedChoiceField(choices=[(pace, pace) for pace in PACES], coerce=int)


@action
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    if not Game.objects.filter(pk=game_id).exists():
        return no_such_game(request)
    try:
        name = _chosen_name(request)
        player = players.acting(request)
        if name and name != player.name:
            services.rename_player(player, name=name, address=client_address(request))
        services.join_game(game_id, player, address=client_address(request))
    except (errors.SeatTaken, errors.Closed) as refusal:
        messages.info(request, explain(refusal))
    except (errors.TooMany, WrongName) as refusal:
        return _refused(request, game_id, refusal)
    return redirect("games:detail", game_id)


def _chosen_name(request: HttpRequest) -> str:
    """Return the name that a guest has chosen, "" for none."""
    if not request.POST.get("name", "").strip():
        return ""
    form = NameForm(request.POST)
    if not form.is_valid():
        raise WrongName(str(form.errors["name"][0]))
    return str(form.cleaned_data["name"])


@action
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    def play(player: Player) -> Game:
        form = MoveForm(request.POST)
        if not form.is_valid():
            raise NotAMove
        return services.play_move(game_id, player.pk, **form.arguments())

    return _change(request, game_id, play)


@action
def undo(request: HttpRequest, game_id: str) -> HttpResponse:
    return _change(
        request, game_id, lambda player: services.undo(game_id, player.pk, **_ply_of(request))
    )


@action
def decline(request: HttpRequest, game_id: str) -> HttpResponse:
    ply = _ply_of(request)["ply"]
    return _change(request, game_id, lambda player: services.decline(game_id, player.pk, ply=ply))


def _plain(service: Callable[[str, int], Game]) -> View:
    """Return the view of a form that says nothing but what is asked for."""

    @action
    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        return _change(request, game_id, lambda player: service(game_id, player.pk))

    return view


withdraw = _plain(services.withdraw)
resign = _plain(services.resign)
rematch = _plain(services.rematch)
pause = _plain(services.pause)
resume = _plain(services.resume)
stop = _plain(services.stop)


@action
def claim(request: HttpRequest, game_id: str) -> HttpResponse:
    result = services.WIN if request.POST.get("result") == services.WIN else services.DRAW
    return _change(
        request, game_id, lambda player: services.claim(game_id, player.pk, result=result)
    )


@action
def step(request: HttpRequest, game_id: str) -> HttpResponse:
    ply = _ply_of(request)["ply"]
    return _change(request, game_id, lambda player: services.step(game_id, player.pk, ply=ply))


@action
def pace(request: HttpRequest, game_id: str) -> HttpResponse:
    def set_pace(player: Player) -> Game:
        form = PaceForm(request.POST)
        if not form.is_valid():
            raise NoPace
        return services.set_pace(game_id, player.pk, **form.cleaned_data)

    return _change(request, game_id, set_pace)


@action
def repeat(request: HttpRequest, game_id: str) -> HttpResponse:
    swaps_sides, address = "swaps_sides" in request.POST, client_address(request)
    return _change(
        request,
        game_id,
        lambda player: services.repeat_exhibition(
            game_id, player.pk, swaps_sides=swaps_sides, address=address
        ),
    )


@action
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the game with a hint. The page has no address, because the next move outdates it."""
    try:
        found = async_to_sync(hints.find)(
            game_id,
            _player(request).pk,
            ply=_ply_of(request)["ply"],
            address=client_address(request),
        )
    except errors.NoSuchGame:
        return no_such_game(request)
    except errors.Refused as refusal:
        return _refused(request, game_id, refusal)
    return game_page(request, services.bring_up_to_date(game_id), hint=found.hint)


def _change(request: HttpRequest, game_id: str, change: Callable[[Player], Game]) -> HttpResponse:
    """Change a game for the visitor, and redirect to the game that ``change`` returns.

    A refusal is shown on the game's page.
    """
    try:
        return redirect(change(_player(request)))
    except errors.NoSuchGame:
        return no_such_game(request)
    except errors.Refused as refusal:
        return _refused(request, game_id, refusal)


def _player(request: HttpRequest) -> Player:
    player = players.current(request)
    if player is None:
        raise errors.NotYourGame
    return player


def _refused(request: HttpRequest, game_id: str, refusal: errors.Refused) -> HttpResponse:
    try:
        return game_page(request, services.find_game(game_id), refusal)
    except errors.NoSuchGame:
        return no_such_game(request)


def _ply_of(request: HttpRequest) -> dict[str, Any]:
    form = PlyForm(request.POST)
    return form.arguments() if form.is_valid() else {"ply": MAX_NUMBER}
