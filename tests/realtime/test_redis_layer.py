"""The layer between server processes, with a real server that goes away and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from redis.asyncio import StrictRedis

from games.models import Game, Player
from games.realtime import redis_relay
from games.realtime.broadcast import game_group
from games.realtime.redis_layer import RelayingChannelLayer
from games.realtime.redis_relay import TIMEOUT as REDIS_TIMEOUT
from tests.realtime.sockets import connected
from tests.redis_server import RedisServer

pytestmark = pytest.mark.django_db(transaction=True)

TIMEOUT = 20  # seconds


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    redis = RedisServer()
    yield redis
    redis.kill()


@pytest.fixture
def layer(redis: RedisServer) -> Iterator[RelayingChannelLayer]:
    """This process's layer, which its sockets use."""
    layer = process(redis)
    before = channel_layers["default"]  # makes one if there is none yet
    channel_layers.set("default", layer)
    yield layer
    channel_layers.set("default", before)


def process(*servers: RedisServer) -> RelayingChannelLayer:
    """Return the layer of one more server process."""
    return RelayingChannelLayer(hosts=[f"redis://127.0.0.1:{redis.port}" for redis in servers])


async def receive(layer: RelayingChannelLayer, channel: str, kind: str) -> dict[str, Any]:
    """Return the next message of a type."""
    async with asyncio.timeout(TIMEOUT):
        while (message := await layer.receive(channel))["type"] != kind:
            continue
    return dict(message)


async def test_a_move_reaches_the_other_processes_once(game: Game, alice, bob, layer, redis):
    other = process(redis)
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
    assert layer._receiver is other._receiver is None
    await other.flush()
    await layer.flush()


async def test_games_go_on_without_redis_and_processes_meet_again_after_it(
    game: Game, alice: Player, bob: Player, charlie: Player, layer, redis, caplog
):
    other, group = process(redis), game_group(game.pk)
    channel = await other.new_channel()
    await other.group_add(group, channel)
    async with connected(game, alice) as x, connected(game, bob) as o:
        redis.kill()
        for ply, (player, cell) in enumerate([(x, 4), (o, 0), (x, 8)]):
            assert (await player.request("move", ply=ply, cell=cell))["type"] == "ok"
            assert (await x.receive_ply(ply + 1))["cells"] == (await o.receive_ply(ply + 1))[
                "cells"
            ]
        async with connected(game, charlie) as late:
            assert late.state["ply"] == 3
            redis.start()
            await deliver(layer, other, channel, group)
            await deliver(other, layer, await member(layer, group), group)
            await o.send_json_to({"type": "move", "id": "k", "ply": 3, "cell": 1})
            assert (await late.receive_ply(4))["cells"] == "OO..X...X"
        event = await receive(other, channel, "game.changed")
        assert event["snapshot"]["ply"] == 4
    await other.flush()
    await layer.flush()
    # Redis is said to be away once and to be back once, by each of the two.
    said = [record for record in caplog.records if record.name == redis_relay.__name__]
    assert [record.levelname for record in said] == ["WARNING"] * 4


@pytest.mark.parametrize("is_first_gone", [False, True])
async def test_the_second_member_of_a_group_misses_nothing_either(
    layer, redis, is_first_gone, monkeypatch
):
    monkeypatch.setattr(redis_relay, "TIMEOUT", TIMEOUT)
    redis.suspend()
    first = asyncio.create_task(member(layer, "first"))
    await asyncio.wait([first], timeout=0.1)
    second = asyncio.create_task(member(layer, "first"))
    await asyncio.wait([second], timeout=0.1)
    is_early = second.done()
    if is_first_gone:
        first.cancel()
    redis.resume()
    await second
    assert not is_early
    async with StrictRedis(port=redis.port) as client:
        assert await client.pubsub_channels() == [b"tictactoe.first"]
    await asyncio.wait([first])
    await layer.flush()


async def test_who_joins_while_the_last_member_leaves_is_heard(layer, redis):
    """The receiver closes its connection while another subscription is sent over it."""
    other, channel, before = process(redis), await layer.new_channel(), "first"
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
    assert not any(relay.is_away for relay in layer._relays)
    await other.flush()
    await layer.flush()


async def test_a_subscription_that_failed_is_made_again_soon(layer, redis):
    """A short pause fails a command, and the connection that waits for messages outlasts it."""
    other = process(redis)
    first = await member(other, "first")
    await deliver(layer, other, first, "first")
    async with StrictRedis(port=redis.port) as client:
        await client.client_pause(int(1000 * (REDIS_TIMEOUT + 0.5)))
    second = await member(other, "second")
    assert other._relays[0].is_away
    await deliver(layer, other, second, "second")
    assert not other._relays[0].is_away
    await other.flush()
    await layer.flush()


async def test_a_process_without_members_sends_in_vain_while_redis_is_away(layer, redis, caplog):
    listener = await member(layer, "first")
    await deliver(process(redis), layer, listener, "first")
    await layer.group_discard("first", listener)
    redis.kill()
    await layer.group_send("first", {"type": "game.changed"})
    assert layer._relays[0].is_away
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_a_connection_that_falls_silent_is_noticed(layer, redis, monkeypatch):
    monkeypatch.setattr(redis_relay, "QUIET", 0.1)
    monkeypatch.setattr(redis_relay, "TIMEOUT", 0.2)
    listener = await member(layer, "first")
    async with StrictRedis(port=redis.port) as client, asyncio.timeout(TIMEOUT):
        await client.client_pause(1000)
        while not layer._relays[0].is_away:
            await asyncio.sleep(0.02)
    other = process(redis)
    await deliver(other, layer, listener, "first")
    assert not layer._relays[0].is_away
    await other.flush()
    await layer.flush()


async def test_a_message_that_cannot_be_read_ends_no_subscription(layer, redis, caplog):
    other = process(redis)
    listener = await member(layer, "first")
    await deliver(other, layer, listener, "first")
    await other._relays[0].publish("tictactoe.first", b"nonsense")
    await deliver(other, layer, listener, "first")
    assert [record.getMessage() for record in caplog.records] == [
        "The subscription to other server processes failed"
    ]
    await other.flush()
    await layer.flush()


async def test_a_burst_of_events_in_many_games_reaches_another_process_whole(layer, redis):
    other = process(redis)
    groups = [f"group.{number}" for number in range(30)]
    listeners = [await member(other, group) for group in groups]
    for group, listener in zip(groups, listeners, strict=True):
        await deliver(layer, other, listener, group)
    event = {"type": "game.changed"}
    await asyncio.gather(*(layer.group_send(group, event) for group in groups * 10))
    for listener in listeners * 10:
        await receive(other, listener, "game.changed")
    await other.flush()
    await layer.flush()


async def test_groups_are_spread_over_several_redis_servers(redis):
    second = RedisServer()
    here, there = process(redis, second), process(redis, second)
    groups = ("first", "second", "third", "fourth")
    for group in groups:
        await deliver(here, there, await member(there, group), group)
    for server in (redis, second):
        async with StrictRedis(port=server.port) as client:
            assert 0 < len(await client.pubsub_channels()) < len(groups)
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
    """Send from one process until another one receives it."""
    test = {"type": "game.reaction", "mark": "X", "reaction": "nice"}
    delivery = asyncio.create_task(receive(receiver, channel, "game.reaction"))
    while not delivery.done():
        await sender.group_send(group, test)
        await asyncio.wait([delivery], timeout=0.1)
    await delivery
