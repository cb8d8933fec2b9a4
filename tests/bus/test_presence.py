import asyncio

import pytest
from channels.layers import get_channel_layer

from games.bus import presence
from games.bus.broadcast import game_group
from games.models import Game, Player
from tests.sockets.sockets import TIMEOUT, connected

pytestmark = pytest.mark.django_db(transaction=True)


async def test_each_seat_shows_who_is_here_and_how_many_watch(game: Game, alice, bob, charlie):
    async with connected(game, alice) as x:
        await x.receive_presence(seats={"X": "here", "O": "away"}, watchers=0)
        async with connected(game, bob), connected(game, charlie), connected(game, None):
            await x.receive_presence(seats={"X": "here", "O": "here"}, watchers=2)


async def test_who_loses_the_line_is_reconnecting_and_then_away(game, alice, bob, monkeypatch):
    monkeypatch.setattr(presence, "RECONNECTING_FOR", 0.5)
    async with connected(game, alice) as x:
        async with connected(game, bob):
            await x.receive_presence(seats={"X": "here", "O": "here"})
        await x.receive_presence(seats={"X": "here", "O": "reconnecting"})
        await x.receive_presence(seats={"X": "here", "O": "away"})
        async with connected(game, bob):
            await x.receive_presence(seats={"X": "here", "O": "here"})


async def test_a_line_that_falls_silent_is_reconnecting_until_it_speaks(game, bob, monkeypatch):
    monkeypatch.setattr(presence, "PAGE_TIMEOUT", 0.5)
    async with connected(game, None) as watcher, connected(game, bob) as o:
        await watcher.receive_presence(seats={"X": "away", "O": "here"})
        await watcher.receive_presence(seats={"X": "away", "O": "reconnecting"})
        await o.request("ping", visible=True)
        await watcher.receive_presence(seats={"X": "away", "O": "here"})


async def test_who_leaves_a_hidden_page_stays_away(game: Game, alice: Player, bob: Player):
    async with connected(game, alice) as x:
        async with connected(game, bob) as o:
            await x.receive_presence(seats={"X": "here", "O": "here"})
            await o.request("ping", visible=False)
            await x.receive_presence(seats={"X": "here", "O": "away"})
        async with connected(game, None):
            await x.receive_presence(seats={"X": "here", "O": "away"}, watchers=1)


async def test_two_tabs_are_one_person(game: Game, alice: Player, bob: Player):
    async with connected(game, alice) as x, connected(game, bob) as tab:
        async with connected(game, bob):
            await x.receive_presence(seats={"X": "here", "O": "here"})
            await tab.request("ping", visible=False)
        await x.receive_presence(seats={"X": "here", "O": "away"})
        await tab.request("ping", visible=True)
        await x.receive_presence(seats={"X": "here", "O": "here"}, watchers=0)


async def test_the_computer_is_neither_here_nor_away(game: Game, alice: Player, computer: Player):
    await Game.objects.filter(pk=game.pk).aupdate(o=computer)
    async with connected(game, alice) as x:
        await x.receive_presence(seats={"X": "here"}, watchers=0)


async def test_another_process_is_heard_and_answered(game: Game, alice: Player, bob: Player):
    layer = get_channel_layer()
    listener = await layer.new_channel()
    async with connected(game, alice) as x:
        await x.receive_presence(seats={"X": "here", "O": "away"})
        await layer.group_add(game_group(game.pk), listener)
        people = {str(bob.pk): "here"}
        told = {
            "process": "elsewhere",
            "summary": {"people": people, "strangers": 1},
            "wants_reply": True,
        }
        await layer.group_send(game_group(game.pk), {"type": "game.presence", **told})
        await x.receive_presence(seats={"X": "here", "O": "here"}, watchers=1)
        while (answer := await layer.receive(listener))["process"] != presence.PROCESS:
            continue
        assert answer["summary"] == {"people": {str(alice.pk): "here"}, "strangers": 0}
    await layer.group_discard(game_group(game.pk), listener)


async def test_a_room_in_which_nothing_changes_is_told_again(game, alice, monkeypatch):
    layer = get_channel_layer()
    listener = await layer.new_channel()
    async with connected(game, alice) as x:
        await x.receive_presence(seats={"X": "here", "O": "away"})
        await layer.group_add(game_group(game.pk), listener)
        await x.request("ping", visible=True)
        assert not presence._rooms[game.pk].is_sending_soon
        monkeypatch.setattr(presence, "REPEAT", 0.0)
        await x.request("ping", visible=True)
        async with asyncio.timeout(TIMEOUT):
            event = await layer.receive(listener)
        assert event["summary"]["people"] == {str(alice.pk): "here"}
    await layer.group_discard(game_group(game.pk), listener)


async def test_who_was_lost_by_a_process_that_has_ended_is_away_in_the_end(
    game: Game, alice: Player, bob: Player, monkeypatch
):
    monkeypatch.setattr(presence, "RECONNECTING_FOR", 0.5)
    event = {
        "type": "game.presence",
        "process": "ended since",
        "summary": {"people": {str(bob.pk): "reconnecting"}, "strangers": 0},
        "wants_reply": False,
    }
    async with connected(game, alice) as x:
        await x.receive_presence(seats={"X": "here", "O": "away"})
        await get_channel_layer().group_send(game_group(game.pk), event)
        await x.receive_presence(seats={"X": "here", "O": "reconnecting"})
        await x.receive_presence(seats={"X": "here", "O": "away"})
