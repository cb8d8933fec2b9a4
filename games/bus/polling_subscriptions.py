"""Subscriptions to the groups of games, for pages that poll instead of having a socket.

A socket joins its game's group. Where pages only poll, no socket of this process may be in the
group, and the process would miss the presence and the reactions that other processes send to it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from games.bus import background, presence, reactions
from games.bus.broadcast import game_group
from games.ops.request_context import detach

SUBSCRIBED_FOR = 30.0  # seconds after the last poll

_subscribed_until: dict[str, float] = {}  # by game, on the clock of the event loop


def subscribe(game_id: str) -> None:
    """Receive from a game's group for ``SUBSCRIBED_FOR`` seconds; needs a running event loop."""
    if not settings.REDIS_URL:
        return  # There is no other process.
    is_new = game_id not in _subscribed_until
    _subscribed_until[game_id] = asyncio.get_running_loop().time() + SUBSCRIBED_FOR
    if is_new:
        background.start(_receive(game_id))


async def _receive(game_id: str) -> None:
    detach()
    layer, group = get_channel_layer(), game_group(game_id)
    assert layer is not None  # noqa: S101 - the settings name one
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    loop = asyncio.get_running_loop()
    try:
        while (until := _subscribed_until[game_id]) > loop.time():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    _keep(game_id, await layer.receive(channel))
    finally:
        del _subscribed_until[game_id]
        await layer.group_discard(group, channel)


def _keep(game_id: str, event: Any) -> None:
    match event["type"]:
        case "game.presence":
            presence.receive(game_id, event)
        case "game.reaction":
            said = event["mark"], event["reaction"], event["number"], event.get("words", "")
            reactions.keep(game_id, *said)
