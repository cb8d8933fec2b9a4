"""Who waits at a page stays in the queue, and leaves it with the page."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games.bus import presence
from games.models import Game, Player
from games.people.matching import job
from games.people.matching.job import tend_queue
from tests.people.matching.seeks import find, set_seen
from tests.playing import reload
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

find_async, set_seen_async = sync_to_async(find), sync_to_async(set_seen)


async def is_found(game: Game) -> bool:
    return await Game.objects.seeking().filter(pk=game.pk).aexists()


@pytest.mark.parametrize("visible", [True, False])
async def test_an_open_page_keeps_its_host_in_the_queue(alice: Player, visible: bool):
    game = await find_async(alice)
    async with connected(game, alice) as socket:
        assert (await socket.request("ping", visible=visible))["type"] == "pong"
        await set_seen_async(game, 14)
        await tend_queue()
        assert await is_found(game)


async def test_a_page_that_fell_silent_does_not(alice: Player):
    game = await find_async(alice)
    async with connected(game, alice):
        await tend_queue()
        await set_seen_async(game, 14)
        await tend_queue()
        assert not await is_found(game)


async def test_no_sign_of_life_is_lost_while_the_task_is_late(
    alice: Player, monkeypatch: pytest.MonkeyPatch
):
    game = await find_async(alice)
    async with connected(game, alice):
        await tend_queue()
        await set_seen_async(game, 14)
        # As if the last sign was given 4 s ago, and the task had run 5 s ago.
        monkeypatch.setattr(presence, "PAGE_TIMEOUT", presence.PAGE_TIMEOUT + 4)
        monkeypatch.setattr(job, "_listened_at", job._listened_at - 5)
        await tend_queue()
        assert await is_found(game)


async def test_who_closes_the_last_page_is_out_of_the_queue_at_once(alice: Player):
    game = await find_async(alice)
    async with connected(game, alice):
        async with connected(game, alice):
            pass
        assert await is_found(game)
    assert not await is_found(game)
    assert (await sync_to_async(reload)(game)).status == "waiting"


async def test_a_watcher_who_leaves_takes_nobody_along(alice: Player, bob: Player):
    game = await find_async(alice)
    async with connected(game, bob):
        pass
    assert await is_found(game)


async def test_whoever_waits_is_told_how_many_do(alice: Player, bob: Player):
    game = await find_async(alice)
    async with connected(game, alice) as socket:
        await tend_queue()
        await find_async(bob, control="3+2")
        await tend_queue()
        while (await socket.receive()).get("words") != "Somebody waits with another clock":
            continue


async def test_two_who_missed_each_other_are_paired(alice: Player, bob: Player):
    game = await find_async(alice)
    async with connected(game, alice) as socket:
        await set_seen_async(game, None)
        other = await find_async(bob)
        async with connected(other, bob) as second:
            await tend_queue()
            while (await second.receive()).get("next") != game.pk:
                continue
        while (await socket.receive()).get("status") != "playing":
            continue
