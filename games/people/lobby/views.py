"""The forms of those who look for somebody to play."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.models import Game
from games.ops.client_address import client_address
from games.people.lobby import services
from games.people.lobby.meanwhile import game_while_waiting
from games.people.lobby.queue import Terms, terms_of
from games.play.errors import Refused
from games.web import players, sessions
from games.web.common import action, safe_next

CHOICE = sessions.choice("seek_choice")  # of the terms, in the session


class NoSuchTerms(Refused):
    code = "no_such_terms"
    http_status = 400
    message = _("That board or that clock is not here any more. Choose another one.")


class SeekForm(forms.Form):
    board = forms.ChoiceField(choices=[(board.id, board.name) for board in BOARDS.values()])
    control = forms.ChoiceField(choices=list(CONTROLS.items()), required=False)
    any_board = forms.BooleanField(required=False)

    def terms(self) -> Terms:
        data = self.cleaned_data
        return Terms(str(BOARDS[data["board"]].variant), data["control"], data["any_board"])


@action
def seek(request: HttpRequest) -> HttpResponse:
    form = SeekForm(request.POST)
    if not form.is_valid():
        raise NoSuchTerms
    player, terms = players.acting(request), form.terms()
    request.session[CHOICE] = {"control": form.cleaned_data["control"]}
    game = services.find_opponent(player, terms, address=client_address(request))
    return go_to(request, game, terms)


def go_to(request: HttpRequest, game: Game, terms: Terms) -> HttpResponse:
    if not terms_of(game).fits(terms):
        messages.info(request, gettext("You had found somebody already, for this game."))
    host = game.x or game.o
    if game.status == Game.Status.WAITING and host and "meanwhile" in request.POST:
        return redirect(game_while_waiting(game, host))
    return redirect(game)


@action
def stop_looking(request: HttpRequest) -> HttpResponse:
    if player := players.current(request):
        services.stop_looking(player)
    return redirect(safe_next(request))
