"""A game's page as the database has it, for players, guests and spectators."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_safe

from games import clock, players, services
from games.engine import Mark
from games.forms import requested_ply
from games.models import Game
from games.presentation import drawing, snapshots, wording
from games.protocol import State
from games.realtime import replies
from games.realtime.hints import HintAnswer
from games.services import errors
from games.views.common import (
    absolute_url,
    always_revalidate,
    explain_sign_out,
    link_context,
    qr_code,
)


@require_safe
@always_revalidate
def detail(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        game = replies.bring_up_to_date(game_id)
    except errors.NoSuchGame:
        return no_such_game(request)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response: HttpResponse = JsonResponse(
            snapshots.state_for(game, players.id_in(request.session))
        )
    else:
        response = game_page(request, game)
    patch_vary_headers(response, ["Accept"])
    return response


def game_page(
    request: HttpRequest,
    game: Game,
    refusal: errors.Refused | None = None,
    hint: HintAnswer | None = None,
) -> HttpResponse:
    """Show a game to a player, a guest or a spectator, with the sentence of a refusal if any."""
    player = players.current(request)
    explain_sign_out(request, player)
    player_id = player.pk if player else None
    state = snapshots.state_for(game, player_id)
    if game.status == Game.Status.WAITING and not state["you"]:
        return _invitation(request, game, refusal)
    ply = _ply(request, game)
    link = absolute_url(request, game.get_absolute_url())
    context = {
        "game": game,
        "state": state,
        "ply": ply,
        "drawing": drawing.draw(state, ply, hint.verdicts if hint else None),
        "history": drawing.history(state),
        "is_your_move": ply is None and state["status"] == "playing" and game.turn in state["you"],
        "link": link,
        "qr_code": qr_code(link) if game.status == Game.Status.WAITING else "",
        "alert": refusal.message if refusal else "",
        "rule": wording.rule(game.variant),
        "hint": hint,
        "hints": wording.hints(game.hints),
        "clocks": _clocks(state),
        "is_thinking": ply is None and game.is_computers_turn,
        "is_alone": game.is_hot_seat or game.level is not None,
        "joined": game.new_guest_name(player_id),
        "awaited": game.awaited_host and game.awaited_host not in state["you"],
        "message": get_random_string(16),
        "reactions": wording.REACTIONS.items(),
        **link_context(request),
    }
    if player and state["you"]:
        services.note_seen(game.pk, player.pk)
    return render(request, "games/game.html", context, status=_status(refusal))


def _clocks(state: State) -> dict[str, str]:
    left = state["clock"]["left"] if state["clock"] else {}
    return {mark: clock.format_time(milliseconds) for mark, milliseconds in left.items()}


def _invitation(request: HttpRequest, game: Game, refusal: errors.Refused | None) -> HttpResponse:
    free = Mark.O if game.x else Mark.X
    context = {
        "game": game,
        "host": game.seat_name(free.opponent),
        "mark": free,
        "terms": wording.terms(game.control, game.best_of, allows_undo=game.allows_undo),
        "rule": wording.rule(game.variant),
        "alert": refusal.message if refusal else "",
    }
    return render(request, "games/invitation.html", context, status=_status(refusal))


def _status(refusal: errors.Refused | None) -> int:
    return refusal.http_status if refusal else 200


def _ply(request: HttpRequest, game: Game) -> int | None:
    """Return the earlier ply that the address asks for, None for the game as it stands."""
    ply = requested_ply(request, game.ply)
    return None if ply == game.ply else ply


def no_such_game(request: HttpRequest) -> HttpResponse:
    return render(request, "games/no_such_game.html", status=errors.NoSuchGame.http_status)
