import pytest
from asgiref.sync import sync_to_async

from games.models import Game, Player
from games.people.lobby.models import Seek
from games.people.lobby.services import tend_queue
from tests.people.lobby.seeks import find, set_seen
from tests.playing import reload
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

find_async, set_seen_async = sync_to_async(find), sync_to_async(set_seen)


async def is_found(game: Game) -> bool:
    return await Seek.objects.waiting().seen().filter(pk=game.pk).aexists()


@pytest.mark.parametrize("visible", [True, False])
async def test_an_open_page_keeps_its_host_in_the_queue(alice: Player, visible: bool):
    game = await find_async(alice)
    async with connected(game, alice) as socket:
        assert (await socket.request("ping", visible=visible))["type"] == "pong"
        await set_seen_async(game, 14)
        await tend_queue()
        assert await is_found(game)


async def test_who_closes_the_last_page_is_no_longer_kept_in_the_queue(alice: Player):
    game = await find_async(alice)
    async with connected(game, alice):
        async with connected(game, alice):
            pass
        await set_seen_async(game, 14)
        await tend_queue()
        assert await is_found(game)
    await set_seen_async(game, 14)
    await tend_queue()
    assert not await is_found(game)
    assert (await sync_to_async(reload)(game)).status == "waiting"


async def test_two_who_missed_each_other_are_paired(alice: Player, bob: Player):
    game = await find_async(alice)
    async with connected(game, alice) as socket:
        await set_seen_async(game, None)
        other = await find_async(bob)
        async with connected(other, bob) as second:
            await tend_queue()
            while (await second.receive()).get("next") != game.pk:
                continue
        while (await socket.receive()).get("status") != "called":
            continue


async def test_a_game_begins_when_both_look_at_it(alice: Player, bob: Player):
    await find_async(alice)
    game = await find_async(bob)
    async with connected(game, alice) as x, connected(game, bob) as o:
        await x.request("ping", visible=False)
        assert (await x.request("move", ply=0, cell=0))["code"] == "not_started"
        for socket in (x, o):
            await socket.send_json_to({"type": "ping", "id": "p", "visible": True})
        for socket in (x, o):
            while (state := await socket.receive()).get("status") != "playing":
                continue
            assert state["clock"]["running"] == "X"
