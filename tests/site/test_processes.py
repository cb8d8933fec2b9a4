"""Two server processes with one PostgreSQL and one Redis, as systemd or compose starts them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from http import HTTPStatus
from itertools import cycle
from signal import SIGTERM
from urllib.request import urlopen

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection

from tests.playing import DRAW
from tests.processes import TIMEOUT, wait_until
from tests.server import Server, manage
from tests.server_games import Seats, create_games, open_socket
from tests.site.clients import Page, Polling, SlowRequest
from tests.site.pairs import two_servers
from tests.site.rooms import stored_moves

RESTARTING = 4012
BEAT = 0.3  # seconds between moves, as of people

pytestmark = pytest.mark.xdist_group("server processes")  # one worker starts what they share


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory, redis_url: str
) -> Iterator[tuple[Server, Server]]:
    with two_servers(tmp_path_factory, redis_url) as servers:
        yield servers
        for server in servers:
            assert server.stop(SIGTERM) == 0
            assert "Every game is kept" in server.output
            assert "Traceback" not in server.output, server.output


def new_games(server: Server, count: int) -> list[Seats]:
    return create_games(server.data, count, **server.environment)


# What happens in one process and is shown by another


async def test_players_at_different_processes_are_at_one_game(servers: tuple[Server, Server]):
    [seats] = new_games(servers[0], 1)
    x, o = [
        await open_socket(server, seats.game_id, cookie)
        for server, cookie in zip(servers, seats.cookies, strict=True)
    ]
    for player in (x, o):
        await receive(player, type="presence", seats={"X": "here", "O": "here"})
    await send(o, type="react", id="r", reaction="nice")
    await receive(x, type="reaction", mark="O", reaction="nice")
    await send(x, type="move", id="m", ply=0, cell=4)
    await receive(o, type="state", ply=1, cells="....X....")
    await send(o, type="move", id="m", ply=1, cell=0)
    await receive(x, type="state", ply=2, cells="O...X....")
    for player in (x, o):
        await player.close()


async def test_a_page_that_polls_knows_what_other_processes_know(servers: tuple[Server, Server]):
    [seats] = new_games(servers[0], 1)
    poll = Polling(servers[0], seats.game_id, seats.cookies[0])
    assert poll.messages()["presence"]["seats"] == {"X": "here", "O": "away"}
    o = await open_socket(servers[1], seats.game_id, seats.cookies[1])
    await asyncio.to_thread(wait_until, lambda: poll.messages()["presence"]["seats"]["O"] == "here")
    await send(o, type="react", id="r", reaction="nice")
    await asyncio.to_thread(wait_until, lambda: "reaction" in poll.messages())
    assert poll.messages()["reaction"]["reaction"] == "nice"
    poll.close()
    await o.close()


async def send(socket: ClientConnection, **message: object) -> None:
    await socket.send(json.dumps(message))


async def receive(socket: ClientConnection, **fields: object) -> None:
    """Receive messages until one has these fields."""
    async with asyncio.timeout(TIMEOUT):
        while not fields.items() <= json.loads(await socket.recv()).items():
            continue


# Periodic tasks

OVERDUE_GAME = """
from games.engine import Mark, clock
from games.models import Game, Player
from games.play import services
x, o = Player.objects.create(), Player.objects.create()
game = services.create_game(host=x, mark=Mark.X, guest=o, control="3+2")
Game.objects.filter(pk=game.pk).update(deadline_at=clock.now())
print(game.pk)
"""


def test_an_overdue_game_is_ended_by_whichever_process_is_left(servers: tuple[Server, Server]):
    for gone, left in (servers, servers[::-1]):
        gone.kill()
        environment = left.environment
        command = ("shell", "--no-imports", "-c", OVERDUE_GAME)
        status, game_id = manage(*command, data=left.data, **environment)
        assert status == 0, game_id
        wait_until(lambda: ending(left, game_id.strip()) == "time")  # noqa: B023 - in this turn
        gone.start()


def ending(server: Server, game_id: str) -> str:
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        query = "SELECT reason FROM games_game WHERE id = %s"
        [[reason]] = database.execute(query, [game_id]).fetchall()
    return str(reason)


# Restarts under play


def test_a_process_that_is_stopped_answers_what_it_was_asked(servers: tuple[Server, Server]):
    server = servers[0]
    assert server.process
    request = SlowRequest(server, server.process.pid)
    with ThreadPoolExecutor() as threads:
        stopping = threads.submit(server.stop, SIGTERM)
        wait_until(lambda: is_refused(server))
        assert request.go_on().status == HTTPStatus.OK
        assert stopping.result() == 0
    server.start()


def is_refused(server: Server) -> bool:
    try:
        with urlopen(server.url):  # noqa: S310 - our own server
            return False
    except OSError:
        return True


async def test_restarts_one_after_the_other_lose_no_move(servers: tuple[Server, Server]):
    games, acknowledged = iter(new_games(servers[0], 40)), list[str]()
    closed_with, is_over = list[int](), asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(3):
            tasks.create_task(play_on(servers, games, acknowledged, closed_with, is_over))
        for server in servers:
            await asyncio.sleep(3 * BEAT)
            assert await asyncio.to_thread(server.stop, SIGTERM) == 0
            await asyncio.to_thread(server.start)
        is_over.set()
    assert closed_with, f"{len(acknowledged)} moves were made."
    assert set(closed_with) == {RESTARTING}
    for game_id in set(acknowledged):
        cells = stored_moves(servers[0].environment["DATABASE_URL"], game_id)
        assert cells == list(DRAW[: len(cells)])
        assert len(cells) >= acknowledged.count(game_id)


async def play_on(
    servers: tuple[Server, Server],
    games: Iterator[Seats],
    acknowledged: list[str],
    closed_with: list[int],
    is_over: asyncio.Event,
) -> None:
    """Play one game after the other, and note each move that was acknowledged, by its game."""
    while not is_over.is_set():
        seats = next(games)
        async with AsyncExitStack() as stack:
            pages = [
                await stack.enter_async_context(
                    Page(cycle(order), seats.game_id, cookie, closed_with)
                )
                for order, cookie in zip((servers, servers[::-1]), seats.cookies, strict=True)
            ]
            for ply, cell in enumerate(DRAW):
                await pages[ply % 2].move(ply, cell)
                acknowledged.append(seats.game_id)
                await asyncio.sleep(BEAT)
