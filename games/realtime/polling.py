"""The messages of the wire format over plain HTTP, for pages whose network lets no socket through.

A page asks for what it would have heard, every few seconds, and posts what it has to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import players, protocol, services
from games.engine import Mark
from games.models import Game
from games.presentation import snapshots
from games.realtime import hints, presence, reactions, replies
from games.realtime.commands import Answer, answer
from games.realtime.db_queue import in_database
from games.services import errors, limits

# Any other refusal is 200: it is what was asked for, an answer, only not the one hoped for.
STATUS = {errors.NoSuchGame.code: 404, errors.TooFast.code: 429, "failed": 500}


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody sees who looks at a game."""

    player_id: int | None
    state: protocol.State
    seats: dict[str, int | None]  # the people's, by mark
    is_computers_turn: bool


@never_cache
@require_http_methods(["GET", "POST"])
async def messages(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        if request.method == "POST":
            return await _hear(request, game_id)
        return await _tell(request, game_id)
    except errors.NoSuchGame as gone:
        return _respond(protocol.no(None, gone.code, gone.message, None))


async def _hear(request: HttpRequest, game_id: str) -> HttpResponse:
    """Carry out what is posted, as if it had come over a socket."""
    try:
        message = protocol.parse(_read(request))
    except protocol.Malformed as error:
        return _respond(protocol.no(error.id, error.code, error.message, None), status=400)
    if isinstance(message, protocol.Hint):
        return await _hint(request, game_id, message)
    result = await in_database(_answer)(request, game_id, message)
    if result.is_computers_turn:
        replies.start(game_id)
    return _respond(result.message)


async def _hint(request: HttpRequest, game_id: str, wish: protocol.Hint) -> HttpResponse:
    try:
        player_id = await in_database(_count)(request)
    except errors.TooFast as refusal:
        return _respond(protocol.no(wish.id, refusal.code, refusal.message, None))
    return _respond(await hints.answer(game_id, player_id, wish))


async def _tell(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say how the game stands and who is here, as on connecting, and what was said just now."""
    look = await in_database(_look)(request, game_id)
    if page := request.GET.get("page", "")[: protocol.MAX_ID]:
        name = f"page {page} of {look.player_id}"  # like no socket's, and out of others' reach
        presence.note(game_id, name, look.player_id, visible=_is_seen(request))
    if look.is_computers_turn:
        replies.start(game_id)
    told = [protocol.state(look.state), presence.shown(game_id, look.seats)]
    return JsonResponse([*told, *reactions.recent(game_id)], safe=False)


def _read(request: HttpRequest) -> str:
    # One byte more than there may be, so that too much is known to be.
    return request.read(protocol.MAX_FRAME + 1).decode(errors="replace")


def _answer(request: HttpRequest, game_id: str, message: protocol.Message) -> Answer:
    try:
        return answer(game_id, _count(request), message)
    except (errors.TooFast, errors.NoSuchGame) as refusal:
        return Answer(protocol.no(message.id, refusal.code, refusal.message, None))


def _count(request: HttpRequest) -> int | None:
    """Count a message of the player's whose id this returns, None for a newcomer.

    :raises TooFast: if that is one too many.
    """
    player_id = players.id_in(request.session)
    is_player = player_id is not None
    limits.count_message(
        f"player {player_id}" if is_player else f"address {request.META['REMOTE_ADDR']}"
    )
    return player_id


def _look(request: HttpRequest, game_id: str) -> Look:
    player_id = players.id_in(request.session)
    game = services.bring_up_to_date(game_id)
    if player_id is not None and game.marks_of(player_id) and _is_seen(request):
        services.note_seen(game_id, player_id)
    state = snapshots.state_for(game, player_id)
    return Look(player_id, state, _people(game), game.is_computers_turn)


def _is_seen(request: HttpRequest) -> bool:
    return request.GET.get("visible") == "true"


def _people(game: Game) -> dict[str, int | None]:
    seats = {mark.value: game.seat(mark) for mark in Mark}
    return {mark: seat.pk for mark, seat in seats.items() if seat and not seat.is_computer}


def _respond(message: dict[str, Any], *, status: int | None = None) -> HttpResponse:
    return JsonResponse(message, status=status or STATUS.get(message.get("code", ""), 200))
