import asyncio
import json
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress

import pytest
from asgiref.testing import ApplicationCommunicator
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.backends.utils import CursorWrapper

from games.bus import broadcast, presence
from games.bus.db_queue import in_database
from games.models import Game, Player
from games.play import limits, services
from games.sockets.game_consumer import GameConsumer
from games.sockets.live_games import feed
from tests.sessions import session_cookie
from tests.sockets.sockets import HEADERS, GameSocket, connected
from tictactoe_site.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

TIMEOUT = 20  # seconds
DISCONNECT = {"type": "websocket.disconnect", "code": 1001}


def received(**message) -> dict[str, str]:
    return {"type": "websocket.receive", "text": json.dumps({"id": "k", **message})}


async def wait_until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.01)


def has_no_groups_or_listeners() -> bool:
    return not (get_channel_layer().groups or feed._listeners or feed._task)


def pages_at(game: Game) -> list[str]:
    room = presence._rooms.get(game.pk)
    return list(room.pages) if room else []


class ServerSocket(ApplicationCommunicator):
    def __init__(self, path: str, *headers: tuple[bytes, bytes]) -> None:
        self.is_closed = False
        scope = {"type": "websocket", "path": path, "headers": [*HEADERS, *headers]}
        super().__init__(self._run, {**scope, "query_string": b"", "subprotocols": []})

    async def _run(self, scope, receive, send) -> None:
        async def send_if_open(message) -> None:
            if self.is_closed:
                raise Disconnected("Attempt to send on a closed protocol")
            await send(message)

        await application(scope, receive, send_if_open)

    async def open(self) -> None:
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output(TIMEOUT))["type"] == "websocket.accept"
        await self.receive_output(TIMEOUT)


@pytest.fixture(params=["watch", "game"])
def path(request: pytest.FixtureRequest, game: Game) -> str:
    return {"watch": "/ws/watch/", "game": f"/ws/g/{game.pk}/"}[request.param]


async def test_a_socket_whose_peer_is_gone_ends_and_leaves_everything(path, game, alice, caplog):
    socket = ServerSocket(path, await session_cookie(alice))
    await socket.open()
    assert not has_no_groups_or_listeners()
    socket.is_closed = True
    await socket.send_input(received(type="sync"))
    await socket.send_input(DISCONNECT)
    await socket.wait(TIMEOUT)
    assert has_no_groups_or_listeners()
    assert not pages_at(game)
    assert caplog.text == ""


async def test_a_move_that_arrived_before_its_peer_was_gone_is_played(game, alice):
    socket = ServerSocket(f"/ws/g/{game.pk}/", await session_cookie(alice))
    await socket.open()
    socket.is_closed = True
    await socket.send_input(received(type="sync"))
    await socket.send_input(received(type="move", ply=0, cell=4))
    await socket.send_input(DISCONNECT)
    await socket.wait(TIMEOUT)
    assert [move.cell async for move in game.moves.all()] == [4]


async def test_a_socket_that_the_server_cancels_leaves_everything(path, game, alice):
    socket = ServerSocket(path, await session_cookie(alice))
    await socket.open()
    assert not has_no_groups_or_listeners()
    socket.future.cancel()
    with suppress(asyncio.CancelledError):
        await socket.future
    await wait_until(has_no_groups_or_listeners)
    assert not pages_at(game)


async def test_a_socket_cancelled_while_it_connects_leaves_everything(path, alice, monkeypatch):
    layer, joining = get_channel_layer(), asyncio.Event()
    join = layer.group_add

    async def join_and_wait(group: str, channel: str) -> None:
        await join(group, channel)
        joining.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(layer, "group_add", join_and_wait)
    socket = ServerSocket(path, await session_cookie(alice))
    await socket.send_input({"type": "websocket.connect"})
    await asyncio.wait_for(joining.wait(), TIMEOUT)
    socket.future.cancel()
    with suppress(asyncio.CancelledError):
        await socket.future
    await wait_until(has_no_groups_or_listeners)


@asynccontextmanager
async def missing_table(table: str):
    await _rename_table(table, "elsewhere")
    try:
        yield
    finally:
        await _rename_table("elsewhere", table)


@database_sync_to_async
def _rename_table(old: str, new: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")


@pytest.mark.parametrize("frame", ["hello", '{"type": "hint", "id": "k", "ply": 0}'])
async def test_an_error_while_refusing_is_answered_and_keeps_the_socket(game, alice, frame):
    async with connected(game, alice) as x:
        assert (await x.request("ping"))["type"] == "pong"  # all that connecting does is done
        async with missing_table("games_game"):
            await x.send_to(text_data=frame)
            assert (await x.receive())["code"] == "failed"
        assert (await x.request("move", ply=0, cell=4))["type"] == "ok"


@pytest.mark.sqlite  # where one thread has the only connection
async def test_no_socket_that_plays_or_leaves_closes_the_connection_to_the_database(game, alice):
    async with connected(game, alice) as x:
        async with connected(game, None):
            before = await in_database(lambda: connection.connection)()
            await x.request("move", ply=0, cell=4)
        await x.receive_ply(1)
        assert await in_database(lambda: connection.connection)() is before


async def test_an_error_in_handling_an_event_ends_the_socket(game, alice, monkeypatch):
    async def fail(*_: object) -> None:
        raise ValueError("event")

    monkeypatch.setattr(GameConsumer, "game_presence", fail)
    with pytest.raises(ExceptionGroup) as caught:
        async with connected(game, alice) as x:
            await asyncio.wait([x.future])
    assert caught.group_contains(ValueError, match="event")
    await wait_until(has_no_groups_or_listeners)


async def test_a_malformed_message_that_comes_too_fast_costs_no_look_at_the_game(game, alice):
    async with connected(game, alice) as x:
        for _ in range(limits.PACE.amount - 1):
            limits.count_message(alice.pk, "")
        await x.send_to(text_data='{"id": "k"}')
        assert (await x.receive())["code"] == "unknown_type"
        await x.send_to(text_data='{"id": "k"}')
        refusal = await x.receive()
        assert (refusal["id"], refusal["code"], refusal["state"]) == ("k", "too_fast", None)


async def test_a_player_who_connects_too_often_is_closed(game, alice, bob):
    for _ in range(60):
        limits.count(limits.CONNECTIONS, address="", player_id=alice.pk)
    socket = GameSocket(game.pk, await session_cookie(alice))
    await socket.connect()
    assert (await socket.receive_output(TIMEOUT))["code"] == 4008
    await socket.disconnect()
    async with connected(game, bob):
        pass


async def test_an_address_that_connects_too_often_costs_no_query(game, alice, monkeypatch):
    for _ in range(limits.PER_ADDRESS[limits.CONNECTIONS][0].amount):
        limits.count(limits.CONNECTIONS, address="192.0.2.7")
    socket = GameSocket(game.pk, await session_cookie(alice))
    socket.scope["client"] = ("192.0.2.7", 50000)
    queries: list[str] = []
    monkeypatch.setattr(CursorWrapper, "execute", lambda _, sql, *args: queries.append(sql))
    await socket.connect()
    assert (await socket.receive_output(TIMEOUT))["code"] == 4008
    await socket.disconnect()
    assert queries == []


async def test_a_departure_between_reading_the_session_and_joining_the_group_is_noticed(
    game: Game, alice: Player, monkeypatch
):
    header = await session_cookie(alice)
    secret = await database_sync_to_async(services.offer_transfer)(alice)
    layer = get_channel_layer()
    join = layer.group_add

    async def leave_and_join(group: str, channel: str) -> None:
        if group == broadcast.player_group(alice.pk):
            await database_sync_to_async(services.accept_transfer)(secret)
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", leave_and_join)
    socket = GameSocket(game.pk, header)
    await socket.connect()
    assert (await socket.receive())["you"] == []
    await socket.disconnect()
