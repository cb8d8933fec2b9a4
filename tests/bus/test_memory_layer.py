import asyncio
import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from games.bus.memory_layer import MemoryChannelLayer

TIMEOUT = 20  # seconds
FIRST, SECOND = {"type": "first"}, {"type": "second"}


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch):
    def wait(duration: timedelta) -> None:
        for name in ("time", "monotonic"):
            monkeypatch.setattr(time, name, ahead(getattr(time, name), duration))

    def ahead(clock: Callable[[], float], duration: timedelta) -> Callable[[], float]:
        return lambda: clock() + duration.total_seconds()

    return wait


async def receive(layer: MemoryChannelLayer, channel: str) -> object:
    async with asyncio.timeout(TIMEOUT):
        return await layer.receive(channel)


async def test_who_joined_a_group_days_ago_hears_it(wait):
    layer = MemoryChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("group", channel)
    for message in (FIRST, SECOND):
        wait(timedelta(days=1, hours=1))
        await layer.group_send("group", message)
        assert await receive(layer, channel) == message


async def test_who_has_missed_a_message_hears_the_next(wait):
    layer = MemoryChannelLayer()
    slow, quick = await layer.new_channel(), await layer.new_channel()
    for channel in (slow, quick):
        await layer.group_add("group", channel)
    await layer.group_send("group", FIRST)
    wait(timedelta(minutes=2))
    await layer.send(quick, SECOND)
    assert await receive(layer, quick) == SECOND
    await layer.group_send("group", SECOND)
    assert await receive(layer, slow) == SECOND
