"""Carries out and answers the messages of browsers, for sockets and for HTTP."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import protocol
from games.bus.db_queue import in_database
from games.computer import hints
from games.models import Game
from games.ops import database_outages, error_references, metrics
from games.play import errors, services
from games.presentation import snapshots

logger = logging.getLogger(__name__)

FAILED = _("Something went wrong on our side. Please try again. (Reference: %(reference)s)")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a message, and whether it is the computer's turn now."""

    message: dict[str, Any]
    is_computers_turn: bool = False

    @property
    def is_ok(self) -> bool:
        return bool(self.message["type"] == "ok")


def answer(game_id: str, player_id: int | None, message: protocol.Message) -> Answer:
    """Carry out a message, and return the answer, which may be a refusal or a server error.

    ``player_id`` is None for a spectator without a player.

    :raises NoSuchGame: if there is no such game.
    :raises DatabaseError: if a repeat may succeed later, see ``database_outages``.
    """
    try:
        try:
            return _carry_out(game_id, player_id, message)
        except errors.Refused as refusal:
            return refuse(game_id, player_id, message.id, refusal.code, refusal.message)
    except errors.NoSuchGame:
        raise
    except Exception as error:
        if database_outages.is_transient(error):
            raise
        return failed(message.id, game_id)


async def answer_hint(
    game_id: str, player_id: int | None, request: protocol.RequestHint, *, address: str = ""
) -> dict[str, Any]:
    """Return the answer to a request for a hint, which may be a refusal.

    :raises NoSuchGame: if there is no such game.
    """
    try:
        if player_id is None:
            raise errors.NotYourGame
        hint = await hints.find(game_id, player_id, ply=request.ply, address=address)
    except errors.NoSuchGame:
        raise
    except errors.Refused as refusal:
        refused = in_database(refuse, game_id)
        code, message = refusal.code, refusal.message
        return (await refused(game_id, player_id, request.id, code, message)).message
    return protocol.hint(request.id, hint.version, hint.hint)


def failed(id: str | None, game_id: str = "") -> Answer:
    """Log the exception being handled, and answer that something went wrong.

    The log line and the answer have the same reference.
    """
    reference = error_references.new()
    logger.exception(
        "A message to game %s failed", game_id or "unknown", extra={"reference": reference}
    )
    words = gettext(FAILED) % {"reference": reference}
    return Answer(protocol.no(id, "failed", words, None))


def count_refusal(message: dict[str, Any]) -> None:
    """Count a message that is about to be sent, if it is a refusal."""
    if message["type"] == "no":
        metrics.REFUSALS.labels(message["code"]).inc()


def refuse(game_id: str, player_id: int | None, id: str | None, code: str, message: str) -> Answer:
    """Return a refusal with the present state of the game.

    :raises NoSuchGame: if there is no such game.
    """
    state = snapshots.state_for(services.bring_up_to_date(game_id), player_id)
    return Answer(protocol.no(id, code, message, state))


def _carry_out(game_id: str, player_id: int | None, message: protocol.Message) -> Answer:
    match message:
        case protocol.Sync():
            metrics.RESYNCS.inc()
            game = services.bring_up_to_date(game_id)
            state = snapshots.state_for(game, player_id)
            return Answer(protocol.state(state), game.is_computers_turn)
        case protocol.Ping(id, visible):
            return _pong(id, game_id, player_id, visible=visible)
    if player_id is None:
        raise errors.NotYourGame
    match message:
        case protocol.PlayMove(id, ply, cell):
            return _ok(
                id, services.play_move(game_id, player_id, ply=ply, cell=cell, message_id=id)
            )
        case protocol.Resign(id):
            return _ok(id, services.resign(game_id, player_id))
        case protocol.Rematch(id):
            services.rematch(game_id, player_id)
            return _ok(id, services.find_game(game_id))
        case protocol.Claim(id, result):
            return _ok(id, services.claim(game_id, player_id, result=result))
        case protocol.UndoMove(id, ply):
            return _ok(id, services.undo(game_id, player_id, ply=ply, message_id=id))
        case protocol.Decline(id, ply):
            return _ok(id, services.decline(game_id, player_id, ply=ply, message_id=id))
        case protocol.Draw(id, ply):
            return _ok(id, services.draw(game_id, player_id, ply=ply, message_id=id))
        case protocol.DeclineDraw(id, ply):
            declined = services.decline(game_id, player_id, kind="draw", ply=ply, message_id=id)
            return _ok(id, declined)
        case protocol.React(id, reaction):
            return _ok(id, services.react(game_id, player_id, reaction=reaction, message_id=id))
    return _ok(message.id, _direct(game_id, player_id, message))


def _direct(game_id: str, player_id: int, message: protocol.Message) -> Game:
    """Carry out a message that directs an exhibition."""
    match message:
        case protocol.Pause():
            return services.pause(game_id, player_id)
        case protocol.Resume():
            return services.resume(game_id, player_id)
        case protocol.Step(_, ply):
            return services.step(game_id, player_id, ply=ply)
        case protocol.SetPace(_, pace):
            return services.set_pace(game_id, player_id, pace=pace)
        case protocol.Stop():
            return services.stop(game_id, player_id)
    raise NotImplementedError(message)


def is_reply_awaited(game: Game, *, visible: bool) -> bool:
    """Say whether a page that is ``visible`` or not makes the computer move.

    The computer replies in a person's game even if nobody looks, in an exhibition only if somebody
    does.
    """
    return game.is_computers_turn and (visible or not game.is_exhibition)


def _ok(id: str, game: Game) -> Answer:
    return Answer(protocol.ok(id, game.version), game.is_computers_turn)


def _pong(id: str, game_id: str, player_id: int | None, *, visible: bool) -> Answer:
    # A ping of a hidden page is no sign of life, so that the opponent can claim the game.
    game = services.bring_up_to_date(game_id)
    if visible and player_id is not None:
        services.note_seen(game, player_id)
    return Answer(protocol.pong(id, game.version), is_reply_awaited(game, visible=visible))
