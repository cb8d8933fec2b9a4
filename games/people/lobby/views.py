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
from games.models import Game, Player, kinds
from games.ops.client_address import client_address
from games.people.lobby import queue, services
from games.people.lobby.queue import OPEN, Terms, terms_of
from games.play.errors import refusal
from games.play.services import create_game
from games.presentation import wording
from games.web import players
from games.web.common import action
from games.web.game_parts import GamePart, Shown

CHOICE = "seek_choice"  # of the terms, in the session
SAID_FOR = timedelta(seconds=20)  # that somebody did not come
INVITED_LATELY = timedelta(hours=1)  # for a friend who may still come at once
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
    seek = getattr(game, "seek", None) if game.kind else None
    return {
        "board_id": _board_id(game.variant),
        "takes_any_board": bool(seek and seek.any_board and game.guest not in shown.state["you"]),
    }


def looking_context(shown: Shown) -> dict[str, Any]:
    player, game = shown.visitor, shown.game
    if player is None or not shown.state["you"]:
        return {}
    if game.level:
        awaited = _awaited(player)
        return {"looking": _looking(awaited, player, _stage(awaited, player))} if awaited else {}
    stage = _stage_here(game, player)
    is_own_turn = game.status == Game.Status.PLAYING and game.turn in shown.state["you"]
    looking = {**_looking(game, player, stage), "is_own_turn": is_own_turn} if stage else {}
    return {"looking": looking}


def _stage_here(game: Game, player: Player) -> str:
    if game.status in (Game.Status.WAITING, Game.Status.CALLED):
        return _stage(game, player)
    is_other_awaited = not {*game.awaited} <= {*game.marks_of(player.pk)}
    if game.status != Game.Status.PLAYING or not is_other_awaited:
        return ""
    return "waiting" if game.asked_by else "calling"


def _awaited(player: Player) -> Game | None:
    # What somebody waits for who plays the computer meanwhile.
    status, now = Game.Status, clock.now()
    missed = Q(status=status.CLOSED, finished_at__gt=now - SAID_FOR, no_show__isnull=False)
    sought = Q(seek__isnull=False) & (Q(status__in=(status.WAITING, status.CALLED)) | missed)
    invited = Q(status=status.WAITING) | Q(status=status.PLAYING, guest__gt="")
    games = Game.objects.of(player).filter(
        sought | (invited & Q(kind=None, created_at__gt=now - INVITED_LATELY))
    )
    newest = games.with_players().order_by("-created_at")
    return min(filter(lambda game: _stage(game, player), newest), key=_urgency, default=None)


def _urgency(game: Game) -> int:
    status = Game.Status
    return (status.CALLED, status.PLAYING, status.WAITING, status.CLOSED).index(game.status)


def _stage(game: Game, player: Player) -> str:
    marks = game.marks_of(player.pk)
    match game.status:
        case Game.Status.WAITING:
            return "waiting"
        case Game.Status.CALLED:
            return "found" if set(marks) & set(game.awaited) else "calling"
        case Game.Status.PLAYING:
            return "found" if game.awaited_host in marks else ""
    return "missed" if game.reason == Game.Reason.NO_SHOW and game.no_show in marks else ""


def _looking(game: Game, player: Player, stage: str) -> dict[str, Any]:
    terms, [mark, *_] = terms_of(game), game.marks_of(player.pk)
    looking = {
        "game": game,
        "stage": stage,
        "person": game.seat(mark.opponent),
        "is_friend": not game.kind,
        "is_begun": game.status == Game.Status.PLAYING,
        "any_board": terms.any_board,
        "board": presets.named(game.variant),
    }
    if game.status == Game.Status.CALLED:
        within = kinds.of(game).first_move_within or timedelta()
        left, of = (round(each.total_seconds()) for each in (game.time_to_deadline(), within))
        return {**looking, "left": left, "of": of}
    if game.status != Game.Status.WAITING or not game.kind:
        return looking
    return {**looking, **_gone(game), **_others(player, terms)}


def _gone(game: Game) -> dict[str, Any]:
    lately = clock.now() - SAID_FOR
    before = Game.objects.filter(next_game=game, no_show__isnull=False, finished_at__gt=lately)
    last = before.with_players().first()
    if last is None:
        return {}
    gone = Mark(last.no_show or "")
    has_stopped, has_come = last.reason == Game.Reason.STOPPED, gone not in last.awaited
    person = {"person": last.seat(gone), "has_stopped": has_stopped, "has_come": has_come}
    return {"stage": "gone", **person}


def _others(player: Player, terms: Terms) -> dict[str, Any]:
    others = [each.terms for each in queue.others(player.pk)]
    same = [each for each in others if each.kind == terms.kind]
    on_board = [each for each in same if each.has_board_of(terms)]
    offered = next(iter([*on_board, *same]), None)
    return {
        "is_found": any(each.fits(terms) for each in same),
        "seekers": len(others),
        "offered": offered
        and {
            "board": presets.named(Variant.parse(offered.board)),
            "control": offered.control,
            "control_name": wording.control(offered.control),
        },
    }


def _board_id(variant: Variant) -> str:
    board = presets.named(variant)
    return board.id if board else ""


LOOKING = GamePart(
    applies=lambda game: hasattr(game, "seek") if game.kind else bool(game.level or game.awaited),
    templates={
        "wait": "people/lobby/_looking.html",
        "wait_actions": "people/lobby/_actions.html",
        "score": "people/lobby/_score.html",
    },
    context=looking_context,
)
AFTERWARDS = GamePart(
    applies=lambda game: not game.kind or game.kind == OPEN,
    templates={"again": "people/lobby/_again.html"},
    context=context,
)
