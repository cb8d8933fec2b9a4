import pytest

from games.bus.db_queue import in_database
from games.models import Game
from games.play import limits
from tests.metrics import counted, value
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

REFUSALS, LIMITS = "tictactoe_refusals_total", "tictactoe_limits_hit_total"


async def test_sockets_are_counted_while_they_are_open(game: Game, alice, bob):
    before = value("tictactoe_sockets")
    async with connected(game, alice):
        assert value("tictactoe_sockets") == before + 1
        async with connected(game, bob):
            assert value("tictactoe_sockets") == before + 2
    assert value("tictactoe_sockets") == before


async def test_a_move_is_timed_to_its_commit(game: Game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        with counted("tictactoe_move_commit_seconds_count", 2):  # one was sent again
            assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
            for socket in (x, o):
                await socket.receive_ply(1)
            assert (await o.request("move", ply=1, cell=4))["type"] == "no"
            assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
    assert value("tictactoe_move_commit_seconds_sum") > 0


async def test_refusals_and_resyncs_are_counted(game: Game, alice):
    async with connected(game, alice) as x:
        with counted(REFUSALS, 1, code="no_such_cell"):
            await x.request("move", ply=0, cell=9)
        with counted(REFUSALS, 1, code="unknown_type"):
            await x.request("nonsense")
        with counted("tictactoe_resyncs_total", 1):
            await x.request("sync")


async def test_limits_that_are_hit_are_counted_by_name(game: Game, alice):
    async with connected(game, alice) as x:
        for _ in range(limits.PACE.amount):
            limits.count_message(alice.pk, "")
        with counted(LIMITS, 1, limit="messages"), counted(REFUSALS, 1, code="too_fast"):
            await x.request("ping")


async def test_calls_that_wait_for_the_database_are_counted_until_they_do_not():
    before = value("tictactoe_database_queue")
    calls = [in_database(int)() for _ in range(3)]
    assert value("tictactoe_database_queue") == before + 3
    for call in calls:
        await call
    assert value("tictactoe_database_queue") == before
