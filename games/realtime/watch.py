"""The websocket of the Watch page, which shows the games being played now."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from games import protocol
from games.protocol import Close
from games.realtime import broadcast
from games.realtime.consumers import Pace
from games.realtime.live_games import gallery
from games.realtime.sockets import Socket
from games.services import errors


class NotHere(errors.Refused):
    code = "not_here"
    message = "This page only watches. Go to a game to take part in it."


class WatchConsumer(Socket):
    """One browser looking at the games being played; it plays in none, so nobody asks who it is."""

    async def connect(self) -> None:
        self.pace = Pace()
        await self.accept()
        # First the group, then the games: a move in between would be missed.
        await self.channel_layer.group_add(broadcast.WATCHERS, self.channel_name)
        await gallery.enter(self.channel_name, self.send_text)

    async def disconnect(self, code: int) -> None:
        gallery.leave(self.channel_name)
        await self.channel_layer.group_discard(broadcast.WATCHERS, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.pace.count()
        if self.pace.is_flood():
            # The server takes nothing but a plain int.
            await self.close(int(Close.TOO_FAST))
            return
        try:
            await self._answer(_parse(text_data))
        except protocol.Malformed as error:
            await self._refuse(error.id, error.code, error.message)

    async def games_changed(self, event: broadcast.Event) -> None:
        gallery.look_soon()

    async def _answer(self, message: protocol.Message) -> None:
        if wait := self.pace.wait():
            too_fast = errors.TooFast(timedelta(seconds=wait))
            await self._refuse(message.id, too_fast.code, too_fast.message)
        elif isinstance(message, protocol.Ping):
            await self._send(protocol.pong(message.id, 0))
        elif isinstance(message, protocol.Sync):
            await gallery.show(self.channel_name)
        else:
            await self._refuse(message.id, NotHere.code, NotHere.message)

    async def _refuse(self, id: str | None, code: str, message: str) -> None:
        await self._send(protocol.no(id, code, message, None))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.send_text(json.dumps(message, separators=(",", ":")))


def _parse(text: str | None) -> protocol.Message:
    if text is None:
        raise protocol.Malformed("not_text", "A message is text, not bytes.")
    return protocol.parse(text)
