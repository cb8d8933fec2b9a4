from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import OPPONENTS
from games.engine import Mark, Variant, clock, presets
from games.engine.clock import CONTROLS
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.ops.client_address import client_address
from games.people.lobby import services
from games.people.lobby.queue import OPEN, Terms, terms_of
from games.people.lobby.stats import lobby_stats
from games.play.errors import refusal
from games.play.services import create_game
from games.presentation import snapshots, wording
from games.web import players
from games.web.common import action, safe_next
from games.web.game_parts import GamePart, Shown, of_kind

CHOICE = "seek_choice"  # of the terms, in the session
ALONE_AFTER = timedelta(seconds=10)
NoSuchTerms = refusal(
    "no_such_terms", _("That board or that clock is not here any more. Choose another one."), 400
)


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
        return redirect(_game_while_waiting(game, host))
    return redirect(game)


@action
def stop_looking(request: HttpRequest) -> HttpResponse:
    if player := players.current(request):
        services.stop_looking(player)
    return redirect(safe_next(request))


def _game_while_waiting(waiting: Game, host: Player) -> Game:
    computer, variant = Player.objects.of_level(OPPONENTS["medium"]), waiting.variant
    seats = Q(x=host, o=computer) | Q(x=computer, o=host)
    games = Game.objects.filter(seats, status=Game.Status.PLAYING, variant_code=str(variant))
    if going_on := games.order_by("-created_at").first():
        return going_on
    terms: dict[str, Any] = {"variant": variant, "allows_undo": True, "is_public": False}
    return create_game(host=host, guest=computer, mark=Mark.X, **terms)


def context(shown: Shown) -> dict[str, Any]:
    game = shown.game
    other = (shown.state["part"] or {}).get("other_clock")
    is_waiting = game.status == Game.Status.WAITING
    missed = Game.objects.filter(next_game=game, no_show__isnull=False)
    seek = getattr(game, "seek", None) if game.kind else None
    return {
        "board_id": _board_id(game.variant),
        "control_name": wording.control(game.control),
        "takes_any_board": bool(seek and seek.any_board and game.guest not in shown.state["you"]),
        "is_long_alone": is_waiting and clock.now() - game.created_at > ALONE_AFTER,
        "missed_opponent": is_waiting and missed.exists(),
        "other_clock_name": wording.control(other["control"]) if other else "",
        "control_names": {code: wording.control(code) for code in CONTROLS},
    }


def looking_context(shown: Shown) -> dict[str, Any]:
    visitor = shown.visitor
    if visitor is None or not shown.state["you"]:
        return {}
    games = Game.objects.of(visitor).filter(seek__isnull=False).with_players()
    if called := games.filter(status=Game.Status.CALLED).first():
        words = snapshots.state_for(called, visitor.pk)["words"]
        return {"looking": {"game": called, "called": words}}
    waiting = games.filter(status=Game.Status.WAITING).first()
    return {"looking": _looking(waiting, visitor)} if waiting else {}


def _looking(waiting: Game, visitor: Player) -> dict[str, Any]:
    terms, other_clock = terms_of(waiting), services.other_clock(waiting)
    other_board = None if other_clock else services.other_board(waiting)
    offered = other_board or terms
    control = other_clock["control"] if other_clock else offered.control
    return {
        "game": waiting,
        "stats": lobby_stats(visitor, terms),
        "any_board": terms.any_board,
        "board_id": _board_id(waiting.variant),
        "other_clock": other_clock,
        "other_board": other_board and presets.named(Variant.parse(other_board.board)),
        "offered_board_id": _board_id(Variant.parse(offered.board)),
        "control": control,
        "control_name": wording.control(control),
    }


def _board_id(variant: Variant) -> str:
    board = presets.named(variant)
    return board.id if board else ""


CALLED = GamePart(
    applies=lambda game: game.kind is not None and hasattr(game, "seek"),
    templates={"terms": "people/lobby/_called.html"},
)
WAITING = GamePart(
    applies=of_kind(OPEN),
    templates={"invite": "people/lobby/_waiting.html", "again": "people/lobby/_again.html"},
    context=context,
    scripts=("js/people/lobby.js",),
)
AFTERWARDS = GamePart(
    applies=lambda game: not game.kind,
    templates={"again": "people/lobby/_again.html"},
    context=context,
)
LOOKING = GamePart(
    applies=lambda game: not game.kind and game.level is not None,
    templates={"terms": "people/lobby/_looking.html"},
    context=looking_context,
)
