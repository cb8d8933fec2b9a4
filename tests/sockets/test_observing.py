"""What is counted of sockets, and what the log says of them."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest

from games.bus.db_queue import in_database, send_after_commit
from games.models import Game
from games.ops.request_context import RequestContext, current_request
from games.play import limits
from tests.metrics import counted, value
from tests.sessions import session_cookie
from tests.sockets.failures import missing_table
from tests.sockets.polling import async_client, messages_url
from tests.sockets.sockets import GameSocket, connected, opened

pytestmark = pytest.mark.django_db(transaction=True)

REFUSALS, LIMITS = "tictactoe_refusals_total", "tictactoe_limits_hit_total"
REFERENCE = re.compile(r"\(Reference: ([A-Z2-9]{4})\)")


def referred(caplog: pytest.LogCaptureFixture, message: str) -> logging.LogRecord:
    """Return the line of the log that has the reference of a message."""
    found = REFERENCE.search(message)
    assert found, message
    [record] = [each for each in caplog.records if getattr(each, "reference", "") == found.group(1)]
    return record


async def test_sockets_are_counted_while_they_are_open(game: Game, alice, bob):
    before = value("tictactoe_sockets")
    async with connected(game, alice):
        assert value("tictactoe_sockets") == before + 1
        async with connected(game, bob):
            assert value("tictactoe_sockets") == before + 2
    assert value("tictactoe_sockets") == before


async def test_a_socket_in_the_place_of_a_lost_one_is_a_reconnect(game: Game, alice):
    with counted("tictactoe_reconnects_total", 1):
        async with connected(game, alice):
            pass
        again = GameSocket(game.pk, await session_cookie(alice))
        again.scope["query_string"] = b"again"
        async with opened(again):
            await again.receive()


async def test_a_move_is_timed_to_its_commit_and_once_to_its_broadcast(game: Game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        with (
            counted("tictactoe_move_commit_seconds_count", 3),  # one was sent again
            counted("tictactoe_move_broadcast_seconds_count", 2),
        ):
            assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
            for socket in (x, o):
                await socket.receive_ply(1)
            assert (await o.request("move", ply=1, cell=4))["type"] == "no"
            assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
            await o.request("move", ply=1, cell=0)
            for socket in (x, o):
                await socket.receive_ply(2)
                await socket.request("ping")
    assert value("tictactoe_move_commit_seconds_sum") > 0


async def test_refusals_and_resyncs_are_counted(game: Game, alice):
    async with connected(game, alice) as x:
        with counted(REFUSALS, 1, code="no_such_cell"):
            await x.request("move", ply=0, cell=9)
        with counted(REFUSALS, 1, code="unknown_type"):
            await x.request("nonsense")
        with counted("tictactoe_resyncs_total", 1):
            await x.request("sync")
    client = await async_client(alice)
    with counted(REFUSALS, 1, code="no_such_cell"):
        move = {"type": "move", "id": "k", "ply": 0, "cell": 9}
        await client.post(messages_url(game), move, "application/json")


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


async def test_an_error_is_found_by_what_a_polling_page_was_told(game, alice, caplog):
    client = await async_client(alice)
    async with missing_table("games_game"):
        sync = {"type": "sync", "id": "k"}
        response = await client.post(messages_url(game), sync, "application/json")
    assert referred(caplog, response.json()["message"]).exc_info


async def test_calls_of_a_socket_have_its_id(game: Game, alice, monkeypatch):
    seen: list[str] = []
    read = limits.count
    monkeypatch.setattr(
        limits,
        "count",
        lambda *args, **who: (seen.append(current_request.get().request_id), read(*args, **who)),
    )
    given = (b"x-request-id", b"proxy-7.a_b")
    socket = GameSocket(game.pk, await session_cookie(alice), given)
    async with opened(socket):
        await socket.receive()
    assert seen == ["proxy-7.a_b"]


@pytest.mark.sqlite  # where calls of several share a batch
async def test_a_broadcast_that_fails_is_not_blamed_on_whoever_came_first(caplog):
    seen: list[str] = []

    async def fail() -> None:
        seen.append(current_request.get().request_id)
        raise ValueError

    token = current_request.set(RequestContext("first"))
    try:
        await in_database(send_after_commit)(fail)
    finally:
        current_request.reset(token)
    async with asyncio.timeout(20):
        while "A broadcast failed" not in caplog.text:
            await asyncio.sleep(0)
    assert seen == [""]
