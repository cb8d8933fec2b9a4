"""The Watch page, and what it hears: over its websocket, or over HTTP where none gets through."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import drawing, events, protocol, refusals
from games.consumers import Pace
from games.engine import CLASSIC
from games.gallery import choose, gallery, glance
from games.protocol import Close
from games.sockets import Socket
from games.views.common import fresh

# /watch/


@require_safe
@fresh
def watch(request: HttpRequest) -> HttpResponse:
    glances = [glance(game) for game in choose()]
    games = [{"glance": glance, "drawing": drawing.picture(glance)} for glance in glances]
    context = {"games": games, "empty": drawing.blank(CLASSIC)}
    return render(request, "games/watch.html", context)


@require_safe
@never_cache
def messages(request: HttpRequest) -> HttpResponse:
    """Say what a socket would be told on connecting."""
    glances = [glance(game) for game in choose()]
    shown = [glance["id"] for glance in glances]
    return JsonResponse([protocol.games(shown, glances)], safe=False)


# /ws/watch/


class NotHere(refusals.Refused):
    code = "not_here"
    message = "This page only watches. Go to a game to take part in it."


class WatchConsumer(Socket):
    """One browser looking at the games being played; it plays in none, so nobody asks who it is."""

    async def connect(self) -> None:
        self.pace = Pace()
        await self.accept()
        # First the group, then the games: a move in between would be missed.
        await self.channel_layer.group_add(events.WATCHERS, self.channel_name)
        await gallery.enter(self.channel_name, self.send_text)

    async def disconnect(self, code: int) -> None:
        gallery.leave(self.channel_name)
        await self.channel_layer.group_discard(events.WATCHERS, self.channel_name)

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

    async def games_changed(self, event: events.Event) -> None:
        gallery.look_soon()

    async def _answer(self, message: protocol.Message) -> None:
        if wait := self.pace.wait():
            too_fast = refusals.TooFast(timedelta(seconds=wait))
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
