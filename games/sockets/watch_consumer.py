from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games import protocol
from games.bus import broadcast
from games.ops import metrics
from games.play import limits
from games.play.errors import refusal
from games.sockets.base_consumer import BaseConsumer
from games.sockets.live_games import feed

NotHere = refusal("not_here", _("This page only watches. Go to a game to take part in it."))


class WatchConsumer(BaseConsumer):
    async def enter(self) -> None:
        limits.count(limits.CONNECTIONS, address=self.address)
        # Join the group before reading the games, or a move in between would be missed.
        await self.join_group(broadcast.WATCH_GROUP)
        await feed.add(self.channel_name, self.send_text)

    async def leave(self) -> None:
        feed.remove(self.channel_name)

    async def handle(self, message: protocol.Message) -> None:
        match message:
            case protocol.Ping(id):
                await self.send_message(protocol.pong(id, 0))
            case protocol.Sync():
                metrics.RESYNCS.inc()
                await feed.send_all(self.channel_name)
            case _:
                raise NotHere

    async def games_changed(self, event: broadcast.ChannelEvent) -> None:
        feed.read_soon()
