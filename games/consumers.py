"""The websocket of a game: thin, between the wire format and the services."""

from __future__ import annotations

import json
import logging
import math
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from games import events, players, presence, protocol, refusals, replies, services
from games.engine import Mark
from games.models import Game, Player, state_for
from games.presence import Presence
from games.protocol import Close, State
from games.threads import in_database

# Messages in a window of so many seconds; twice as many close the socket.
LIMIT = 40
WINDOW = 10.0

logger = logging.getLogger(__name__)


class TooFast(refusals.Refused):
    code = "too_fast"

    def __init__(self, wait: float) -> None:
        self.message = f"That was too fast. Please wait {math.ceil(wait)} seconds."
        super().__init__()


class Pace:
    """Counts one socket's messages over the last ``WINDOW`` seconds."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=2 * LIMIT)

    def count(self) -> None:
        self._times.append(time.monotonic())

    def wait(self) -> float:
        """Return the seconds until a message is welcome again, 0 if it is now."""
        if len(self._times) <= LIMIT:
            return 0
        return max(0, self._times[-LIMIT - 1] + WINDOW - time.monotonic())

    def is_flood(self) -> bool:
        times = self._times
        return len(times) == times.maxlen and times[-1] - times[0] < WINDOW


class GameConsumer(AsyncWebsocketConsumer):
    """One browser looking at one game; anyone may look, the seated may play."""

    game_id: str
    player_id: int | None
    seats: dict[str, int | None]  # the people's, by mark
    told: dict[str, Any] | None = None  # of who is here, last

    # Socket events

    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.pace = Pace()
        await self.accept()
        # First the group, then the snapshot: a move in between would be missed.
        await self.channel_layer.group_add(events.room(self.game_id), self.channel_name)
        self.player_id = await in_database(players.id_in)(self.scope["session"])
        try:
            await self._show()
        except refusals.Refused as refusal:
            await self._refuse(None, refusal.code, refusal.message)
            return
        presence.enter(self.game_id, self.channel_name, self.player_id)
        await self._note_seen()

    async def disconnect(self, code: int) -> None:
        presence.leave(self.game_id, self.channel_name)
        await self.channel_layer.group_discard(events.room(self.game_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.pace.count()
        if self.pace.is_flood():
            await self._close(Close.TOO_FAST)
            return
        id = None
        try:
            message = _parse(text_data)
            id = message.id
            if wait := self.pace.wait():
                raise TooFast(wait)
            await self._answer(message)
        except protocol.Malformed as error:
            await self._refuse(error.id, error.code, error.message)
        except refusals.Refused as refusal:
            await self._refuse(id, refusal.code, refusal.message)
        except Exception:
            logger.exception("A message to game %s failed", self.game_id)
            sentence = "Something went wrong on our side. Please try again."
            await self._send(protocol.no(id, "failed", sentence, None))

    # What a browser may ask for

    async def _answer(self, message: protocol.Message) -> None:
        match message:
            case protocol.Move(id, ply, cell):
                await self._change(id, services.play_move, ply=ply, cell=cell)
            case protocol.Resign(id):
                await self._change(id, services.resign)
            case protocol.Rematch(id):
                await self._change(id, services.rematch)
            case protocol.Claim(id, result):
                await self._change(id, services.claim, result=result)
            case protocol.Sync():
                await self._show()
            case protocol.Ping(id, visible):
                presence.show(self.game_id, self.channel_name, visible=visible)
                game = await in_database(_game)(self.game_id)
                self._reply_in(game)
                await self._send(protocol.pong(id, game.version))
                await self._note_seen()

    async def _show(self) -> None:
        event, is_computers_turn = await in_database(_look)(self.game_id)
        await self.game_changed(event)
        if is_computers_turn:
            replies.start(self.game_id)

    async def _change(self, id: str, service: Callable[..., Game], **arguments: int | str) -> None:
        game = await in_database(_change)(service, self.game_id, self.player_id, arguments)
        await self._send(protocol.ok(id, game.version))
        self._reply_in(game)

    # What the room is told

    async def game_changed(self, event: events.Changed) -> None:
        players = event["players"].items()
        self.seats = {mark: id for mark, id in players if not _is_computer(event, mark)}
        you = [Mark(mark) for mark, id in players if id is not None and id == self.player_id]
        await self._send(protocol.state(state_for(event["snapshot"], you, event["claim_in"])))

    async def game_presence(self, told: presence.Told) -> None:
        presence.learn(self.game_id, told)
        message = self._presence()
        if message != self.told:
            self.told = message
            await self._send(message)

    # Helpers

    def _presence(self) -> dict[str, Any]:
        """Return whether those who sit here are here, and how many others look on."""
        seen = presence.seen(self.game_id)
        people = seen["people"]
        seats = {
            mark: people.get(str(id), Presence.AWAY.value) for mark, id in self.seats.items() if id
        }
        watching = people.keys() - {str(id) for id in self.seats.values()}
        here = sum(people[id] == Presence.HERE for id in watching)
        return protocol.presence(seats, here + seen["strangers"])

    async def _note_seen(self) -> None:
        if self.player_id is not None and self.player_id in self.seats.values():
            await in_database(services.note_seen)(self.game_id, self.player_id)

    def _reply_in(self, game: Game) -> None:
        if game.is_computers_turn:
            replies.start(game.id)

    async def _state(self) -> State:
        return await in_database(_state)(self.game_id, self.player_id)

    async def _refuse(self, id: str | None, code: str, message: str) -> None:
        try:
            state = None if code == TooFast.code else await self._state()
        except refusals.NoSuchGame as gone:
            await self._send(protocol.no(id, gone.code, gone.message, None))
            await self._close(Close.NO_SUCH_GAME)
            return
        await self._send(protocol.no(id, code, message, state))

    async def _close(self, why: Close) -> None:
        # The server takes nothing but a plain int.
        await self.close(int(why))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message, separators=(",", ":")))


class NowhereConsumer(AsyncWebsocketConsumer):
    """A socket at an address that is no game's."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(int(Close.NO_SUCH_GAME))


def _is_computer(event: events.Changed, mark: str) -> bool:
    seat = event["snapshot"]["seats"][mark]
    return seat is not None and seat["level"] is not None


def _parse(text: str | None) -> protocol.Message:
    if text is None:
        raise protocol.Malformed("not_text", "A message is text, not bytes.")
    return protocol.parse(text)


# Reads and changes of the database, for its own thread


def _game(game_id: str) -> Game:
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise refusals.NoSuchGame
    return game


def _state(game_id: str, player_id: int | None) -> State:
    return _game(game_id).state_for(player_id)


def _look(game_id: str) -> tuple[events.Changed, bool]:
    """Return how a game stands, and whether the computer has to move in it."""
    game = _game(game_id)
    return events.describe(game), game.is_computers_turn


def _change(
    service: Callable[..., Game],
    game_id: str,
    player_id: int | None,
    arguments: dict[str, int | str],
) -> Game:
    """Let a player change a game, and return that game as it then stands."""
    # A seat is found by the id alone, and nobody without one has a seat.
    changed = service(game_id, Player(pk=player_id), **arguments)
    return changed if changed.pk == game_id else _game(game_id)
