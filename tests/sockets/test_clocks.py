import pytest
from channels.db import database_sync_to_async as database

from games.models import Game, Player
from games.play import services
from tests.playing import play, use_time
from tests.sockets.sockets import connected
from tests.timed_games import LONGER_THAN_ANY_CLOCK, is_lost_on_time

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("look", ["connect", "sync", "ping"])
async def test_a_look_over_the_socket_stores_it(timed_game: Game, alice: Player, look: str):
    await database(play)(timed_game, 0, 4)
    if look == "connect":
        await database(use_time)(timed_game, LONGER_THAN_ANY_CLOCK)
    async with connected(timed_game, alice) as x:
        if look != "connect":
            assert x.state["clock"]["running"] == "X"
            await database(use_time)(timed_game, LONGER_THAN_ANY_CLOCK)
            await x.request(look)
        while x.state["status"] != "finished":
            await x.receive()
        assert x.state["words"] == "You ran out of time."
        assert x.state["clock"] == {
            "control": "3+2",
            "total": 180_000,
            "left": {"X": 0, "O": 182_000},
            "running": None,
        }
    assert await database(is_lost_on_time)(timed_game)


async def test_the_sweep_tells_the_room(timed_game: Game, alice: Player):
    await database(play)(timed_game, 0, 4)
    async with connected(timed_game, alice) as x, connected(timed_game, None) as watcher:
        await database(use_time)(timed_game, LONGER_THAN_ANY_CLOCK)
        await database(services.end_overdue_games)()
        for socket in (x, watcher):
            assert (await socket.receive())["outcome"]["reason"] == "time"
