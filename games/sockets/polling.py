"""The wire format over plain HTTP, for networks that block websockets.

A page gets the server's messages by polling every few seconds, and posts its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import protocol
from games.bus import polling_subscriptions, presence, reactions
from games.bus.db_queue import in_database
from games.computer import replies
from games.ops import database_outages
from games.ops.client_address import client_address
from games.play import errors, limits, services
from games.presentation import snapshots
from games.sockets import commands
from games.sockets.commands import Answer
from games.web import players

# The status of every other answer is 200, even of refusals: the request itself succeeded.
STATUS = {
    **{
        error.code: error.http_status
        for error in (errors.NoSuchGame, errors.TooFast, errors.NotSaved)
    },
    "failed": 500,
}


@dataclass(frozen=True, slots=True)
class PolledGame:
    player_id: int | None
    state: protocol.State
    people: dict[str, int]  # ids of the people who play, by mark
    is_reply_awaited: bool


@never_cache
@require_http_methods(["GET", "POST"])
async def messages(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        if request.method == "POST":
            return await _post(request, game_id)
        return await _get(request, game_id)
    except errors.NoSuchGame as gone:
        return _respond(protocol.no(None, gone.code, gone.message, None))


async def _post(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        message = protocol.parse(_read_body(request))
    except protocol.Malformed as error:
        return _respond(protocol.no(error.id, error.code, error.message, None), status=400)
    try:
        if isinstance(message, protocol.RequestHint):
            return await _hint(request, game_id, message)
        answer = await in_database(_answer, game_id)(request, game_id, message)
    except (errors.TooFast, errors.NoSuchGame) as refusal:
        return _respond(protocol.no(message.id, refusal.code, refusal.message, None))
    except Exception as error:
        if database_outages.is_transient(error):
            not_saved = errors.NotSaved()
            return _respond(protocol.no(message.id, not_saved.code, not_saved.message, None))
        return _respond(commands.failed(message.id, game_id).message)
    if answer.is_computers_turn:
        replies.start(game_id)
    return _respond(answer.message)


async def _hint(request: HttpRequest, game_id: str, message: protocol.RequestHint) -> HttpResponse:
    player_id = await in_database(_count)(request)
    return _respond(
        await commands.answer_hint(
            game_id, player_id, message, request, address=client_address(request)
        )
    )


async def _get(request: HttpRequest, game_id: str) -> HttpResponse:
    polled = await in_database(_read_game, game_id)(request, game_id)
    polling_subscriptions.subscribe(game_id)
    if request.GET.get("page"):
        page = _page_name(request, polled.player_id)
        presence.note(game_id, page, polled.player_id, visible=_is_visible(request))
    if polled.is_reply_awaited:
        replies.start(game_id)
    first = [protocol.state(polled.state), presence.message(game_id, polled.people)]
    is_player = bool(polled.state["you"])
    return JsonResponse([*first, *reactions.recent(game_id, is_player=is_player)], safe=False)


def _page_name(request: HttpRequest, player_id: int | None) -> str:
    # All pages of one player count as one, and so do all pages without a player from one address.
    # Otherwise a client could pose as many watchers by making up pages.
    if player_id is not None:
        return f"polled by player {player_id}"
    return f"polled from {client_address(request)}"


def _read_body(request: HttpRequest) -> str:
    # One byte more than is allowed, so that the parser refuses a body that is too long.
    return request.read(protocol.MAX_FRAME + 1).decode(errors="replace")


def _answer(request: HttpRequest, game_id: str, message: protocol.Message) -> Answer:
    return commands.answer(game_id, _count(request), message, request.COOKIES)


def _count(request: HttpRequest) -> int | None:
    player_id = players.id_in(request.session)
    limits.count_message(player_id, client_address(request))
    return player_id


def _read_game(request: HttpRequest, game_id: str) -> PolledGame:
    player_id = players.id_in(request.session)
    game = services.bring_up_to_date(game_id)
    if player_id is not None and _is_visible(request):
        services.note_seen(game, player_id)
    state = snapshots.state_for(game, player_id)
    return PolledGame(
        player_id,
        state,
        game.people,
        commands.is_reply_awaited(game, visible=_is_visible(request)),
    )


def _is_visible(request: HttpRequest) -> bool:
    return request.GET.get("visible") == "true"


def _respond(message: dict[str, Any], *, status: int | None = None) -> HttpResponse:
    commands.count_refusal(message)
    return JsonResponse(message, status=status or STATUS.get(message.get("code", ""), 200))
