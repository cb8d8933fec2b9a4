"""The websocket of a game: thin, between the wire format and the services."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from datetime import timedelta
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError

from games import players, protocol, services
from games.engine import Mark
from games.presentation import snapshots
from games.protocol import Close
from games.realtime import broadcast, hints, presence, replies
from games.realtime.commands import Answer, answer, failed, refuse
from games.realtime.db_queue import in_database
from games.realtime.sockets import Socket
from games.services import errors
from games.sessions import SessionStore

# Messages in a window of so many seconds; twice as many close the socket.
LIMIT = 40
WINDOW = 10.0


_encode = json.JSONEncoder(separators=(",", ":")).encode


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


class GameConsumer(Socket):
    """One browser looking at one game; anyone may look, the seated may play."""

    game_id: str
    player_id: int | None
    seats: dict[str, int | None]  # the people's, by mark
    told: dict[str, Any] | None = None  # of who is here, last

    # Socket events

    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.pace = Pace()
        self.hints: set[asyncio.Task[None]] = set()
        await self.accept()
        # First the group, then the snapshot: a move in between would be missed.
        await self.channel_layer.group_add(broadcast.room(self.game_id), self.channel_name)
        await self._enter()

    async def disconnect(self, code: int) -> None:
        presence.leave(self.game_id, self.channel_name)
        for hint in self.hints:
            hint.cancel()
        for group in self._groups():
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.pace.count()
        if self.pace.is_flood():
            await self._close(Close.TOO_FAST)
            return
        try:
            await self._carry_out(text_data)
        except protocol.Malformed as error:
            await self._refuse(error.id, error.code, error.message)

    async def _carry_out(self, text: str | None) -> None:
        message = _parse(text)
        if wait := self.pace.wait():
            too_fast = errors.TooFast(timedelta(seconds=wait))
            await self._send(protocol.no(message.id, too_fast.code, too_fast.message, None))
            return
        if isinstance(message, protocol.Ping):
            self._note_presence(visible=message.visible)
        if isinstance(message, protocol.Hint):
            # A search may be long, and the socket has more to hear meanwhile.
            hint = asyncio.create_task(self._hint(message))
            self.hints.add(hint)
            hint.add_done_callback(self.hints.discard)
            return
        try:
            await self._give(await in_database(answer)(self.game_id, self.player_id, message))
        except errors.NoSuchGame as gone:
            await self._say_gone(message.id, gone)
        except DatabaseError:
            # What was done could not be committed, so it was not done.
            await self._give(failed(self.game_id, message))

    async def _hint(self, wish: protocol.Hint) -> None:
        try:
            await self._send(await hints.answer(self.game_id, self.player_id, wish))
        except errors.NoSuchGame as gone:
            await self._say_gone(wish.id, gone)

    async def _give(self, answer: Answer) -> None:
        await self._send(answer.message)
        if answer.is_computers_turn:
            replies.start(self.game_id)

    async def _refuse(self, id: str | None, code: str, message: str) -> None:
        try:
            await self._give(
                await in_database(refuse)(self.game_id, self.player_id, id, code, message)
            )
        except errors.NoSuchGame as gone:
            await self._say_gone(id, gone)

    async def _say_gone(self, id: str | None, gone: errors.NoSuchGame) -> None:
        await self._send(protocol.no(id, gone.code, gone.message, None))
        await self._close(Close.NO_SUCH_GAME)

    async def _enter(self) -> None:
        await self._look_who()
        try:
            await self._show()
        except errors.NoSuchGame as gone:
            await self._say_gone(None, gone)
            return
        self._note_presence(visible=True)
        await self._note_seen()

    async def _show(self) -> None:
        event, is_computers_turn = await in_database(_look)(self.game_id)
        await self.game_changed(event)
        if is_computers_turn:
            replies.start(self.game_id)

    # What the room is told

    async def game_changed(self, event: broadcast.Changed) -> None:
        players = event["players"].items()
        self.seats = {mark: id for mark, id in players if not _is_computer(event, mark)}
        you = [Mark(mark) for mark, id in players if id is not None and id == self.player_id]
        await self.send_text(_frame(event, you))

    async def player_left(self, event: broadcast.Event) -> None:
        """The player went on at another device; this one may watch."""
        presence.leave(self.game_id, self.channel_name)
        for group in self._groups()[1:]:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self._enter()

    async def game_reaction(self, event: broadcast.Reacted) -> None:
        await self._send(protocol.reaction(event["mark"], event["reaction"]))

    async def game_presence(self, told: presence.Told) -> None:
        presence.learn(self.game_id, told)
        message = presence.shown(self.game_id, self.seats)
        if message != self.told:
            self.told = message
            await self._send(message)

    # Helpers

    def _note_presence(self, *, visible: bool) -> None:
        presence.note(self.game_id, self.channel_name, self.player_id, visible=visible)

    def _groups(self) -> list[str]:
        own = [] if self.player_id is None else [broadcast.sockets_of(self.player_id)]
        return [broadcast.room(self.game_id), *own]

    async def _look_who(self) -> None:
        # Read anew each time: a session may lose its player.
        session = SessionStore(self.scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        self.player_id = await in_database(players.id_in)(session)
        for group in self._groups()[1:]:
            await self.channel_layer.group_add(group, self.channel_name)

    async def _note_seen(self) -> None:
        if self.player_id is not None and self.player_id in self.seats.values():
            await in_database(services.note_seen)(self.game_id, self.player_id)

    async def _close(self, why: Close) -> None:
        # The server takes nothing but a plain int.
        await self.close(int(why))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.send_text(_encode(message))


class NowhereConsumer(AsyncWebsocketConsumer):
    """A socket at an address that is no game's."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(int(Close.NO_SUCH_GAME))


def _frame(event: broadcast.Changed, you: list[Mark]) -> str:
    """Return the state as those who play ``you`` see it, encoded for the first of them."""
    frames, viewer = event["frames"], "".join(you)
    if viewer not in frames:
        state = snapshots.as_seen(event["snapshot"], you, event["claim_in"])
        frames[viewer] = _encode(protocol.state(state))
    return frames[viewer]


def _is_computer(event: broadcast.Changed, mark: str) -> bool:
    seat = event["snapshot"]["seats"][mark]
    return seat is not None and seat["level"] is not None


def _parse(text: str | None) -> protocol.Message:
    if text is None:
        raise protocol.Malformed("not_text", "A message is text, not bytes.")
    return protocol.parse(text)


def _look(game_id: str) -> tuple[broadcast.Changed, bool]:
    """Return how a game stands, and whether the computer has to move in it."""
    game = services.bring_up_to_date(game_id)
    return broadcast.describe(game), game.is_computers_turn
