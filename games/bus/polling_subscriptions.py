"""Subscriptions to what other processes tell a game's group, for the pages that poll.

A socket hears it by itself. A page that polls may be the only one at its game in this process,
which would then know neither who is at the pages of other processes nor their reactions.
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
    """Receive what is told to a game's group for some seconds more; needs a running event loop."""
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
            reactions.keep(game_id, event["mark"], event["reaction"], event["number"])
