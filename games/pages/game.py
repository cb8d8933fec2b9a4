from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_safe

from games import protocol
from games.ai.computer_players import LEVELS, STRONGEST
from games.bus import presence
from games.computer import replies
from games.engine import CLASSIC, Mark, clock, presets, write_moves
from games.engine.clock import CONTROLS
from games.engine.series import LENGTHS
from games.models import Game, kinds
from games.ops.client_address import client_address
from games.pages.home import UNDO, NewGameForm
from games.people.friends.chat import last_said
from games.play import errors, services
from games.presentation import board_wording, examples, player_wording, sides, snapshots, wording
from games.presentation.description import describe_game, history
from games.presentation.marks import Pieces, pieces_of
from games.protocol import State
from games.web import game_parts, players, previews
from games.web.common import (
    absolute_url,
    always_revalidate,
    explain_sign_out,
    link_context,
    prefers_json,
    qr_code,
    render_page,
)
from games.web.forms import requested_ply
from games.web.game_parts import Shown

REFRESH_WAITING = 4  # seconds
EXPLAINED_GAMES = 2
FIRST_MOVES = 4  # of both sides together, in which a rule that is easily missed is explained


@require_safe
@always_revalidate
def detail(request: HttpRequest, game_id: str) -> HttpResponse:
    is_hidden = request.GET.get("visible") == "false"
    find_game = services.bring_up_to_date if is_hidden else replies.find_game_after_reply
    game = find_game(game_id)
    response = (_as_json if prefers_json(request) else game_page)(request, game)
    patch_vary_headers(response, ["Accept"])
    return response


def _as_json(request: HttpRequest, game: Game) -> HttpResponse:
    player_id, visible = players.id_in(request.session), request.GET.get("visible")
    # A host who waits does something else meanwhile, on another page.
    if player_id and (visible == "true" or game.status == Game.Status.WAITING):
        services.note_seen(game, player_id)
    state = snapshots.state_for(game, player_id)
    answer: dict[str, object] = protocol.state(state)
    if visible:
        page = f"player {player_id}" if player_id else client_address(request)
        note_page = async_to_sync(presence.note_polling_page)
        answer["presence"] = note_page(game, page, player_id, visible=visible == "true")
        if said := last_said(game, is_player=bool(state["you"])):
            answer["said"] = protocol.reaction(said.mark, said.reaction or "", said.words or "")
    return JsonResponse(answer)


def game_page(
    request: HttpRequest,
    game: Game,
    refusal: errors.Refused | None = None,
    hint: protocol.HintInWords | None = None,
) -> HttpResponse:
    player = players.current(request)
    game = services.come(game, player.pk if player else None)
    explain_sign_out(request, player)
    state = snapshots.state_for(game, player.pk if player else None)
    if game.status == Game.Status.WAITING and not state["you"]:
        return _invitation_page(request, Shown(game, state, player, None), refusal)
    ply = requested_ply(request, game.ply - 1)
    context = {
        **_board_context(game, state, ply, hint),
        **_status_context(game, state),
        **_play_on_context(game, state, ply),
        "visitor": player,
        "levels": _levels(state),
        "is_alone": game.is_hot_seat or game.level is not None,
        **game_parts.context(Shown(game, state, player, ply)),
        **_invitation_context(request, game),
        **previews.of_game(request, game, state),
    }
    if player and state["you"]:
        services.note_seen(game, player.pk)
    return render_page(request, "pages/game/game.html", context, refusal)


def _invitation_page(
    request: HttpRequest, shown: Shown, refusal: errors.Refused | None
) -> HttpResponse:
    game, player = shown.game, shown.visitor
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
        "sample": describe_game(shown.state) if game.start_ply else examples.sample(game.variant),
        "begins": game.turn is free,
        **game_parts.context(shown),
    }
    return render_page(request, "pages/game/invitation.html", context, refusal)


def _board_context(
    game: Game, state: State, ply: int | None, hint: protocol.HintInWords | None
) -> dict[str, Any]:
    is_playing = ply is None and game.status == Game.Status.PLAYING
    own, other = ("O", "X") if state["you"] == ["O"] else ("X", "O")
    opponent = state["seats"][other]
    is_your_move = is_playing and game.turn in state["you"]
    seen_by = (game.turn.value if is_your_move else "") if state["you"] else None
    drawing = describe_game(state, ply, hint, seen_by)
    return {
        "game": game,
        "state": state,
        "defaults": {"state": protocol.DEFAULTS, "seat": protocol.SEAT_DEFAULTS},
        "ply": ply,
        "drawing": drawing,
        "has_signs": hint and any(cell.has_sign for cell in drawing.cells),
        "history": history(state),
        "sides": (own, other),
        "opponent": opponent["name"] if opponent else "",
        "asker": game.seat(other),
        "is_small": game.variant.size == CLASSIC.size and not game.start_ply,
        "refresh_after": _refresh_after(game, state) if ply is None else None,
        "rule": board_wording.rule(game.variant),
        "hint": hint,
        "scores": _scores(state, (own, other)),
        "clocks": _clocks(game, state, (own, other)),
        "has_people": game.has_people,
        "is_timed": game.is_timed,
        "offer_fields": _same_terms(game, state),
        "other_levels": [level for level in LEVELS.values() if level.id != game.level],
        "next_board": _next_board(game),
        "message": get_random_string(16),
    }


def _status_context(game: Game, state: State) -> dict[str, Any]:
    headline, more = state["words"], ""
    if state["outcome"]:
        headline, more = [*re.split(r"(?<=[.!]) ", headline, maxsplit=1), ""][:2]
    is_new = not state["outcome"] and game.ply - game.start_ply < FIRST_MOVES
    you, before_move = state["you"], {} if state["where"] else _before_move(game, state)
    return {
        "headline": headline,
        "more": more,
        "where": state["where"].partition(". "),
        "is_sending": is_new and you and game.variant.rules.leads_to(0) is not None,
        "sent_side": sides.side(Mark(you[0]).opponent, game.variant) if len(you) == 1 else "",
        "before_move": bool(before_move),
        "own_number": _own_number(game, you),
        **before_move,
    }


def _own_number(game: Game, you: Sequence[str]) -> str:
    # Where both make crosses strokes tell them apart, which two games explain.
    is_new = len(you) == 1 and game.x_score + game.o_score + game.draws < EXPLAINED_GAMES
    is_shared = pieces_of(game.variant) is Pieces.SHARED_MARKS
    return {"X": "I", "O": "II"}[you[0]] if is_new and is_shared else ""


def _before_move(game: Game, state: State) -> dict[str, Any]:
    # That is the new side in a rematch, the time for that move where it is limited, and to a host
    # who comes back that the friend has joined.
    if game.is_over or len(state["you"]) != 1:
        return {}
    [you], begins = state["you"], Mark.of_ply(game.start_ply)
    if game.ply > game.start_ply + (you != begins):
        return {}
    if game.previous_id is not None:
        return {"new_side": sides.side(you, game.variant)}
    if limit := kinds.of(game).first_move_within:
        return {"first_move_seconds": round(limit.total_seconds())}
    return {"has_joined": True} if game.awaited_host == you else {}


def _play_on_context(game: Game, state: State, ply: int | None) -> dict[str, Any]:
    board = presets.named(game.variant)
    return {
        "first_page": f"{reverse('games:home')}?board={board.id}" if board else "",
        "how_to": reverse("games:how_to") + (f"#{board.id}" if board else ""),
        "shown_moves": write_moves(game.record[:ply], game.variant),
        "may_play_on": state["play_on"] == "any" or (ply is not None and state["play_on"] != ""),
        "start": wording.start(game.start_ply),
    }


def _refresh_after(game: Game, state: State) -> int | None:
    # Whoever has to move is left alone until the time is over, as an open menu would close.
    if game.status == Game.Status.CALLED:
        return REFRESH_WAITING
    if kinds.of(game).first_move_within and game.status == Game.Status.WAITING:
        return REFRESH_WAITING  # which is a sign of life
    if game.awaits_first_move and game.deadline_at:
        left = math.ceil((game.deadline_at - clock.now()).total_seconds()) + 1
        return left if game.turn in state["you"] else REFRESH_WAITING
    return 1 if game.is_computers_turn else None


def _levels(state: State) -> dict[str, str]:
    if not player_wording.has_people(state):
        return {}
    levels = {mark: seat["level"] for mark, seat in state["seats"].items() if seat}
    return {mark: player_wording.level_name(level) for mark, level in levels.items() if level}


def _invitation_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    link = absolute_url(request, game.get_absolute_url())
    board, first = presets.named(game.variant), Mark.of_ply(game.start_ply)
    context = {"link": link, **link_context(request)}
    if game.status != Game.Status.WAITING or game.kind:
        return context
    undo = "yes" if game.allows_undo else "no"
    return {
        **context,
        "qr_code": qr_code(link),
        "board_id": board.id if board else "",
        "first": first,
        "begins": game.seat(first) is not None,
        "control_name": wording.control(game.control),
        "choices": {"control": game.control, "best_of": game.best_of, "undo": undo},
        "controls": CONTROLS.items(),
        "lengths": LENGTHS.items(),
        "undo": [(value, name) for value, name in UNDO.items() if value],
    }


def _same_terms(game: Game, state: State) -> dict[str, Any]:
    board = presets.named(game.variant)
    if game.level is None or board is None or len(state["you"]) != 1:
        return {}
    terms = {"control": game.control, "best_of": game.best_of}
    side = state["you"][0]
    return {"opponent": NewGameForm.COMPUTER, "board": board.id, "side": side, **terms}


def _next_board(game: Game) -> presets.Preset | None:
    # For who has held the strongest level on a board; one with the same aim.
    boards, board = list(presets.BOARDS.values()), presets.named(game.variant)
    if board is None or game.level != STRONGEST.id:
        return None
    others = boards[boards.index(board) + 1 :]
    return next((each for each in others if not each.variant.misere), None)


def _scores(state: State, marks: Sequence[str]) -> list[tuple[str, str]]:
    # A draw is half a point to each.
    won, halves = {"X": state["score"]["X"], "O": state["score"]["O"]}, state["score"]["draws"]
    whole = {mark: won[mark] + halves // 2 for mark in marks}
    return [(mark, f"{whole[mark] or ''}½" if halves % 2 else str(whole[mark])) for mark in marks]


def _clocks(game: Game, state: State, marks: Sequence[str]) -> list[tuple[str, str, str]]:
    # Without a time control there is one until both have made their first move, in some games.
    if not state["clock"] and kinds.of(game).first_move_within is None:
        return []
    left = state["clock"]["left"] if state["clock"] else {}
    shown = {mark: clock.format_time(milliseconds) for mark, milliseconds in left.items()}
    return [(mark, sides.side(mark, game.variant), shown.get(mark, "")) for mark in marks]
