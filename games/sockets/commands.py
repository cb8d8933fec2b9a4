from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import protocol
from games.bus import broadcast
from games.bus.db_queue import in_database
from games.computer import hints
from games.models import Game
from games.ops import database_outages, metrics, request_context
from games.ops.digests import digest
from games.play import errors, services
from games.presentation import snapshots
from games.web.fair_play import require_help_allowed

logger = logging.getLogger(__name__)

# The service that carries out each message; the fields of the message are its arguments. Rooms add
# theirs when their apps are ready.
SERVICES: dict[type[protocol.Message], Callable[..., Game]] = {
    protocol.PlayMove: services.play_move,
    protocol.Resign: services.resign,
    protocol.Rematch: services.rematch,
    protocol.Claim: services.claim,
    protocol.UndoMove: services.undo,
    protocol.Decline: services.decline,
    protocol.Draw: services.draw,
    protocol.DeclineDraw: partial(services.decline, kind="draw"),
}
# Messages whose repeats the service has to recognise by their id.
NOTED = (
    *(protocol.PlayMove, protocol.UndoMove, protocol.Decline),
    *(protocol.Draw, protocol.DeclineDraw, protocol.Say),
)

NO_COOKIES: Mapping[str, str] = MappingProxyType({})

FAILED = _("Something went wrong on our side. Please try again. (Reference: %(reference)s)")


@dataclass(frozen=True, slots=True)
class Answer:
    message: dict[str, Any]
    is_computers_turn: bool = False
    change: broadcast.GameChanged | None = None
    is_by_another: bool = False  # than the page was shown the game as: whoever signed in since

    @property
    def is_ok(self) -> bool:
        return bool(self.message["type"] == "ok")


def answer(
    game_id: str,
    player_id: int | None,
    message: protocol.Message,
    cookies: Mapping[str, str] = NO_COOKIES,
) -> Answer:
    try:
        try:
            return _carry_out(game_id, player_id, message, cookies)
        except errors.Refused as refusal:
            return _refuse(game_id, player_id, message.id, refusal)
    except errors.NoSuchGame:
        raise
    except Exception as error:
        if database_outages.is_transient(error):
            raise
        return failed(message.id, game_id)


def answer_ping(game: Game, player_id: int | None, ping: protocol.Ping) -> Answer:
    # A ping of a hidden page is no sign of life, so that the opponent can claim the game.
    if ping.visible and player_id is not None:
        services.note_seen(game, player_id)
    is_awaited = game.is_computers_turn and (ping.visible or game.has_people)
    return Answer(protocol.pong(ping.id, game.version), is_awaited)


async def answer_hint(
    game_id: str,
    player_id: int | None,
    request: protocol.RequestHint,
    visitor: HttpRequest,
    *,
    address: str = "",
) -> dict[str, Any]:
    try:
        await in_database(require_help_allowed)(visitor)
        if player_id is None:
            raise errors.NotYourGame
        hint = await hints.find(game_id, player_id, ply=request.ply, address=address)
    except errors.NoSuchGame:
        raise
    except errors.Refused as refusal:
        refused = in_database(_refuse, game_id)
        return (await refused(game_id, player_id, request.id, refusal)).message
    return protocol.hint(request.id, hint.version, hint.hint)


def failed(id: str | None, game_id: str = "") -> Answer:
    reference, name = request_context.new_reference(), digest(game_id) if game_id else "unknown"
    logger.exception("A message to game %s failed", name, extra={"reference": reference})
    words = gettext(FAILED) % {"reference": reference}
    return Answer(protocol.no(id, "failed", words, None))


def count_refusal(message: dict[str, Any]) -> None:
    if message["type"] == "no":
        metrics.REFUSALS.labels(message["code"]).inc()


def refuse(game_id: str, player_id: int | None, id: str | None, code: str, message: str) -> Answer:
    state = snapshots.state_for(services.bring_up_to_date(game_id), player_id)
    return Answer(protocol.no(id, code, message, state))


def _refuse(game_id: str, player_id: int | None, id: str, refusal: errors.Refused) -> Answer:
    answer = refuse(game_id, player_id, id, refusal.code, refusal.message)
    link = {"link": refusal.link._asdict()} if refusal.link else {}
    return replace(answer, message=answer.message | link)


def _carry_out(
    game_id: str, player_id: int | None, message: protocol.Message, cookies: Mapping[str, str]
) -> Answer:
    if isinstance(message, protocol.Sync):
        metrics.RESYNCS.inc()
        game = services.bring_up_to_date(game_id)
        state = snapshots.state_for(game, player_id)
        return Answer(protocol.state(state), game.is_computers_turn)
    if player_id is None:
        raise errors.NotYourGame
    fields = msgspec.structs.asdict(message)
    id = fields.pop("id")
    if isinstance(message, NOTED):
        fields["message_id"] = id
    if isinstance(message, protocol.Say):
        fields["cookies"] = cookies  # as somebody may have been silenced in this browser
    game = SERVICES[type(message)](game_id, player_id, **fields)
    if isinstance(message, protocol.Rematch):
        game = services.find_game(game_id)
    return Answer(protocol.ok(id, game.version), game.is_computers_turn, game.change)
