import asyncio

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from channels.db import database_sync_to_async
from django.db import connections
from django.test import AsyncClient

from games.computer import pool as pool_module
from games.computer import replies
from games.computer.pool import Pool
from games.engine import Mark
from games.models import Game
from games.play import services
from tests.computer.conftest import create_large_game
from tests.processes import suspended
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

large_game = database_sync_to_async(create_large_game)


async def page(game: Game) -> str:
    async with ThreadSensitiveContext():
        response = await AsyncClient().get(game.get_absolute_url())
        # As at the end of a request, which the client leaves out.
        await sync_to_async(connections.close_all)()
    return response.text


async def test_with_every_process_busy_other_rooms_play_and_the_reply_is_late(
    game, alice, bob, computer, pool
):
    slow = await large_game(alice)
    small = await database_sync_to_async(services.create_game)(
        host=bob, mark=Mark.X, guest=computer
    )
    async with (
        connected(slow, alice) as waiting,
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(small, bob) as quick,
    ):
        with suspended(pool.pids()):
            await waiting.request("move", ply=0, cell=12)
            assert (await waiting.receive_ply(1))["words"] == "Computer's turn"
            assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
            await o.receive_ply(1)
            assert (await o.request("move", ply=1, cell=0))["type"] == "ok"
            await quick.request("move", ply=0, cell=4)
            await quick.receive_ply(2)
            assert (await waiting.request("ping"))["type"] == "pong"
        assert (await waiting.receive_ply(2))["words"] == "Your turn"


async def test_a_page_waits_for_the_reply(alice, pool):
    game = await large_game(alice, Mark.O)
    assert "refresh" not in (await page(game)).partition("</head>")[0]
    assert (await Game.objects.aget(pk=game.pk)).ply == 1


async def test_a_page_waits_no_longer_than_anyone_would(alice, pool, monkeypatch):
    monkeypatch.setattr(replies, "REPLY_TIMEOUT", 0.1)
    game = await large_game(alice, Mark.O)
    with suspended(pool.pids()):
        late = await page(game)
        assert "Computer's turn" in late
        assert f'content="1; url=/g/{game.pk}/"' in late.partition("</head>")[0]
        assert "refresh" not in (await page(await large_game(alice))).partition("</head>")[0]
    await replies._under_way[game.pk]
    assert (await Game.objects.aget(pk=game.pk)).ply == 1


async def test_without_processes_a_weak_move_is_made(alice, monkeypatch, caplog):
    monkeypatch.setattr(pool_module, "COMMAND", ("/nowhere/python",))
    monkeypatch.setattr(replies, "pool", Pool(1))
    game = await large_game(alice, Mark.O)
    assert "refresh" not in (await page(game)).partition("</head>")[0]
    assert (await Game.objects.aget(pk=game.pk)).ply == 1
    assert "could not be started" in caplog.text


async def test_what_is_too_much_is_made_up_for_at_the_next_look(alice, pool):
    games = [await large_game(alice, Mark.O) for _ in range(6)]
    with suspended(pool.pids()):
        tasks = {replies.start(game.pk) for game in games}
        # Three wait, and one may be under way.
        waiting = tasks
        while len(waiting) > 4:
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.gather(*tasks)
    assert 3 <= await Game.objects.filter(ply=1).acount() <= 4
    for game in games:
        async with connected(game, alice) as o:
            while o.state["ply"] == 0:
                await o.receive()
