"""The page of a game: for its players, for an invited guest, and for spectators."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_safe

from games import protocol
from games.computer import replies
from games.engine import CLASSIC, Mark, Reason, clock, presets, write_moves
from games.models import Game, Player
from games.pages import standing
from games.pages.new_game import NewGameForm
from games.people.matching import page as waiting
from games.people.own_games import seals
from games.play import errors, services
from games.presentation import (
    board_wording,
    drawing,
    examples,
    hint_wording,
    player_wording,
    sides,
    snapshots,
    wording,
)
from games.presentation.drawing import Drawing
from games.protocol import Ending, State
from games.web import players, previews
from games.web.common import (
    absolute_url,
    always_revalidate,
    explain_sign_out,
    link_context,
    no_such_game,
    prefers_json,
    qr_code,
    render_page,
)
from games.web.forms import requested_ply
from games.web.module_preload import imported_modules

ENDINGS_BY_RULES = (Ending.LINE, Ending.FULL, Ending.DEAD)


@require_safe
@always_revalidate
def detail(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        game = replies.bring_up_to_date(game_id)
    except errors.NoSuchGame:
        return no_such_game(request)
    if prefers_json(request):
        player_id = players.id_in(request.session)
        if player_id is not None and game.is_seeking:
            # The host does something else meanwhile, on another page.
            services.note_seen(game, player_id)
        response: HttpResponse = JsonResponse(snapshots.state_for(game, player_id))
    else:
        response = game_page(request, game)
    patch_vary_headers(response, ["Accept"])
    return response


def game_page(
    request: HttpRequest,
    game: Game,
    refusal: errors.Refused | None = None,
    hint: protocol.HintInWords | None = None,
) -> HttpResponse:
    """Show a game to a player, a guest or a spectator, with the sentence of a refusal if any."""
    player = players.current(request)
    explain_sign_out(request, player)
    state = snapshots.state_for(game, player.pk if player else None)
    if game.status == Game.Status.WAITING and not state["you"]:
        return _invitation(request, game, player, refusal)
    context = {
        **_board_context(game, state, _ply(request, game), hint),
        **_play_on_context(game, state, _ply(request, game)),
        **_people_context(game, state, player),
        **_seal_context(game, state, player),
        **waiting.context(game),
        **_invitation_context(request, game),
        **previews.of_game(request, game, state),
        "modules": imported_modules("js/pages/game/main.js"),
    }
    if player and state["you"]:
        services.note_seen(game, player.pk)
    return render_page(request, "pages/game/game.html", context, refusal)


def _board_context(
    game: Game, state: State, ply: int | None, hint: protocol.HintInWords | None
) -> dict[str, Any]:
    """Return the context of the board; ``ply`` is None for the present position."""
    is_playing = ply is None and game.status == Game.Status.PLAYING
    return {
        "game": game,
        "state": state,
        "ply": ply,
        "drawing": drawing.draw(state, ply, hint),
        "history": drawing.history(state),
        "sides": ("O", "X") if state["you"] == ["O"] else ("X", "O"),
        **standing.context(game, state),
        "is_playable": bool(state["you"]),
        "is_small": game.variant.size == CLASSIC.size and not game.start_ply,
        "is_your_move": is_playing and game.turn in state["you"],
        "refresh_after": _refresh_after(game, state) if ply is None else None,
        "rule": board_wording.rule(game.variant),
        "hint": hint,
        "hints": hint_wording.count(game.hints),
        "clocks": _clocks(state),
        "ratings": _ratings(state),
        "paces": wording.PACES.items(),
        "offer_fields": _same_terms(game, state),
        "tree": _tree_address(game, state, ply),
        "message": get_random_string(16),
    }


def _play_on_context(game: Game, state: State, ply: int | None) -> dict[str, Any]:
    board = presets.named(game.variant)
    return {
        "first_page": f"{reverse('games:home')}?board={board.id}" if board else "",
        "how_to": reverse("games:how_to") + (f"#{board.id}" if board else ""),
        "shown_moves": write_moves(game.record[:ply], game.variant),
        "may_play_on": _may_play_on(state, ply),
        "start": wording.start(game.start_ply),
    }


def _may_play_on(state: State, ply: int | None) -> bool:
    """Say whether another game may begin with the shown position, as ``canPlayOn`` in scripts.

    The position must not be over by the rules, and the game must have a mark. A player may begin
    from an earlier position, or the last one of a finished game; a spectator only from public
    games that are over. An exhibition allows everybody any position, the present one too: nobody
    gains an advantage by that.
    """
    outcome, is_exhibition = state["outcome"], state["exhibition"] is not None
    may_look_back = state["you"] or (state["is_public"] and outcome)
    if not is_exhibition and not (state["ply"] and may_look_back):
        return False
    if ply is not None:
        return True
    return outcome["reason"] not in ENDINGS_BY_RULES if outcome else is_exhibition


def _refresh_after(game: Game, state: State) -> int | None:
    """Return the seconds after which to reload for the computer or for whoever comes, if ever."""
    if wait_for_other := waiting.refresh_after(game, state["you"]):
        return wait_for_other
    wait = game.exhibition.next_move_in() if game.is_exhibition else 0.0
    return max(1, math.ceil(wait)) if game.is_computers_turn and wait is not None else None


def _people_context(game: Game, state: State, player: Player | None) -> dict[str, Any]:
    return {
        "visitor": player,
        "levels": _levels(state),
        "is_alone": game.is_hot_seat or game.level is not None,
        "asking": _rematch_asked_by(state),
        "awaited": game.awaited_host and game.awaited_host not in state["you"],
        "reactions": wording.REACTIONS.items(),
        "reaction_words": wording.REACTIONS,
    }


def _levels(state: State) -> dict[str, str]:
    """Return the names of the levels that play against people, by mark."""
    if state["exhibition"]:
        return {}
    seats = state["seats"].items()
    return {
        mark: player_wording.level_name(seat["level"])
        for mark, seat in seats
        if seat and seat["level"]
    }


def _rematch_asked_by(state: State) -> str:
    """Return the name of the opponent who asked for a rematch, as ``rematchAskedBy`` in scripts."""
    by, you = state["next_by"], state["you"]
    seat = state["seats"][by] if by and you and by not in you else None
    return seat["name"] if seat else ""


def _seal_context(game: Game, state: State, player: Player | None) -> dict[str, Any]:
    return {
        "new_seals": seals.new_with(game, player, standing.result(state)),
        "level_name": player_wording.level_name(game.level) if game.level else "",
        "board_name": board_wording.board(game.variant),
    }


def _invitation_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    link = absolute_url(request, game.get_absolute_url())
    is_waiting = game.status == Game.Status.WAITING
    return {
        "link": link,
        "qr_code": qr_code(link) if is_waiting else "",
        **link_context(request),
    }


def _same_terms(game: Game, state: State) -> dict[str, Any]:
    """Return the form fields for another game against the computer on the same terms."""
    board = presets.named(game.variant)
    if game.level is None or board is None or len(state["you"]) != 1:
        return {}
    terms = {"control": game.control, "best_of": game.best_of}
    private = {} if game.is_public else {"is_private": "on"}
    side = state["you"][0]
    return {"opponent": NewGameForm.COMPUTER, "board": board.id, "side": side, **terms, **private}


def _tree_address(game: Game, state: State, ply: int | None) -> str:
    """Return the address of the search tree for a position against the computer, "" for none.

    For a game played to its end, that is the position before the last move.
    """
    board = presets.named(game.variant)
    if board is None or game.level is None:
        return ""
    outcome = state["outcome"]
    is_over = ply is None and outcome and outcome["reason"] in set(Reason)
    moves = state["moves"][: -1 if is_over else ply]
    query = {"board": board.id, "moves": write_moves(moves, game.variant)}
    return f"{reverse('games:tree')}?{urlencode(query)}"


def _clocks(state: State) -> dict[str, str]:
    left = state["clock"]["left"] if state["clock"] else {}
    return {mark: clock.format_time(milliseconds) for mark, milliseconds in left.items()}


def _ratings(state: State) -> dict[str, str]:
    seats = state["seats"].items()
    return {
        mark: player_wording.rating(rating)
        for mark, seat in seats
        if seat and (rating := seat["rating"])
    }


def _invitation(
    request: HttpRequest, game: Game, player: Player | None, refusal: errors.Refused | None
) -> HttpResponse:
    free = Mark.O if game.x else Mark.X
    host, inviter = game.seat_name(free.opponent), game.seat(free.opponent)
    context = {
        **previews.of_invitation(request, game, host),
        "game": game,
        "host": host,
        "inviter": inviter,
        "name": request.POST.get("name", player.name if player else ""),
        "mark": sides.side(free, game.variant),
        "terms": wording.terms(game),
        "rule": board_wording.rule(game.variant),
        "board": board_wording.board(game.variant),
        "sample": _first_position(game),
        "begins": game.turn is free,
    }
    return render_page(request, "pages/game/invitation.html", context, refusal)


def _first_position(game: Game) -> Drawing:
    """Draw the position in which a game will begin; for an empty board, a winning line."""
    if game.start_ply:
        return drawing.draw(snapshots.take(game))
    return examples.sample(game.variant)


def _ply(request: HttpRequest, game: Game) -> int | None:
    """Return the earlier ply in the address, None for the present position."""
    ply = requested_ply(request, game.ply)
    return None if ply == game.ply else ply
