"""The layer between server processes, with a real server that goes away and comes back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from redis.asyncio import StrictRedis
from redis.asyncio.client import PubSub

from games.bus.broadcast import game_group
from games.bus.redis_layer import RelayingChannelLayer
from games.models import Game
from tests.redis_server import RedisServer
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

TIMEOUT = 20  # seconds
REDIS_TIMEOUT = 1.0  # seconds, less than any command waits for Redis
GROUPS = "relay.__group__"


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    redis = RedisServer()
    yield redis
    redis.kill()


@pytest.fixture
async def layer(redis: RedisServer) -> AsyncIterator[RelayingChannelLayer]:
    layer = process(redis)
    before = channel_layers["default"]  # makes one if there is none yet
    channel_layers.set("default", layer)
    yield layer
    await layer.flush()
    channel_layers.set("default", before)


@pytest.fixture
async def other(redis: RedisServer) -> AsyncIterator[RelayingChannelLayer]:
    layer = process(redis)
    yield layer
    await layer.flush()


def process(*servers: RedisServer) -> RelayingChannelLayer:
    return RelayingChannelLayer(hosts=[f"redis://127.0.0.1:{redis.port}" for redis in servers])


async def receive(layer: RelayingChannelLayer, channel: str, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT):
        while (message := await layer.receive(channel))["type"] != kind:
            continue
    return dict(message)


async def test_a_move_reaches_the_other_processes_once(game: Game, alice, bob, layer, other):
    channel = await other.new_channel()
    await other.group_add(game_group(game.pk), channel)
    async with connected(game, alice) as x, connected(game, bob) as o:
        assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
        assert (await o.receive_ply(1))["cells"] == "....X...."
        assert (await x.receive_ply(1))["cells"] == "....X...."
        event = await receive(other, channel, "game.changed")
        assert event["snapshot"]["cells"] == "....X...."
        await other.group_send(game_group(game.pk), event)
        assert (await x.receive())["cells"] == (await o.receive())["cells"] == "....X...."
        assert await x.has_no_message()
    await other.group_discard(game_group(game.pk), channel)
    assert layer.groups == other.groups == {}
    await other.flush()
    await layer.flush()


async def test_nobody_waits_for_a_redis_that_hangs(layer, other, redis):
    redis.suspend()
    async with asyncio.timeout(REDIS_TIMEOUT):
        listener = await member(layer, "first")
        await layer.group_send("first", {"type": "game.changed"})
        await receive(layer, listener, "game.changed")
        await layer.group_discard("first", listener)
        await layer.group_add("second", listener)
    redis.resume()
    await deliver(other, layer, listener, "second")


async def test_who_joins_while_the_last_member_leaves_is_heard(layer, other):
    channel, before = await layer.new_channel(), "first"
    await layer.group_add(before, channel)
    for turns in range(20):
        group = f"group{turns}"
        leaving = asyncio.create_task(layer.group_discard(before, channel))
        for _ in range(turns):
            await asyncio.sleep(0)
        await layer.group_add(group, channel)
        await leaving
        before = group
    await deliver(other, layer, channel, before)


async def test_a_receiver_that_a_timeout_has_ended_is_replaced(layer, other, redis, monkeypatch):
    has_ended = asyncio.Event()

    async def time_out(*_, **_options) -> None:
        has_ended.set()
        raise TimeoutError

    with monkeypatch.context() as patched:
        patched.setattr(PubSub, "get_message", time_out)
        await member(other, "first")
        await asyncio.wait_for(has_ended.wait(), TIMEOUT)
    redis.kill()
    second = await member(other, "second")
    await asyncio.sleep(0.1)
    redis.start()
    await deliver(layer, other, second, "second")


async def test_a_process_without_members_sends_in_vain_while_redis_is_away(layer, redis, caplog):
    listener = await member(layer, "first")
    await deliver(process(redis), layer, listener, "first")
    redis.kill()
    other = process(redis)
    for _ in range(3):
        await other.group_send("first", {"type": "game.changed"})
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_a_subscription_that_redis_has_ended_is_made_again(layer, other, redis):
    listener = await member(layer, "first")
    await deliver(other, layer, listener, "first")
    async with StrictRedis(port=redis.port) as client:
        await client.client_kill_filter(_type="pubsub")
    await deliver(other, layer, listener, "first")


async def test_a_message_that_cannot_be_read_ends_no_subscription(layer, other, redis, caplog):
    listener = await member(layer, "first")
    await deliver(other, layer, listener, "first")
    async with StrictRedis(port=redis.port) as client:
        await client.publish(f"{GROUPS}first", b"nonsense")
    await deliver(other, layer, listener, "first")
    assert [record.getMessage() for record in caplog.records] == ["Relay to Redis failed"]


async def test_groups_are_spread_over_several_redis_servers(redis):
    second = RedisServer()
    here, there = process(redis, second), process(redis, second)
    groups = ("first", "second", "third", "fourth")
    for group in groups:
        await deliver(here, there, await member(there, group), group)
    for server in (redis, second):
        async with StrictRedis(port=server.port) as client:
            assert 0 < len(await client.pubsub_channels(f"{GROUPS}*")) < len(groups)
    await here.flush()
    await there.flush()
    second.kill()


async def member(layer: RelayingChannelLayer, group: str) -> str:
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


async def deliver(
    sender: RelayingChannelLayer, receiver: RelayingChannelLayer, channel: str, group: str
) -> None:
    test = {"type": "game.reaction", "mark": "X", "reaction": "nice"}
    delivery = asyncio.create_task(receive(receiver, channel, "game.reaction"))
    while not delivery.done():
        await sender.group_send(group, test)
        await asyncio.wait([delivery], timeout=0.1)
    await delivery
