"""Several server processes under one parent, with a real Redis server between them."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import ClientConnection

from tests.playing import DRAW
from tests.processes import TIMEOUT, have_ended, kill, suspended, wait_until
from tests.server import Server, manage, open_database
from tests.server_games import Seats, create_games, open_socket
from tests.site.clients import Page, Polling, SlowRequest
from tests.site.supervised import holder, home, restart, serving

RESTARTING = 4012
REQUEST = b"GET /offline/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
BEAT = 0.3  # seconds between moves, and between requests, as of people


pytestmark = pytest.mark.xdist_group("server processes")  # one worker starts what they share


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Server]:
    """Three processes on SQLite."""
    data = tmp_path_factory.mktemp("data")
    with Server(data, processes=3, REDIS_URL=redis_url) as server:
        yield server
        processes = serving(server)
        assert server.stop(signal.SIGINT) == 0
        assert "Every game is kept" in server.output
        assert have_ended(processes)
    assert "Traceback" not in server.output, server.output


# Processes that die


def test_one_that_dies_is_started_again_and_the_log_says_so(server: Server):
    before = serving(server)
    kill(before[:1])
    wait_until(lambda: f"Server process {before[0]} was killed by SIGKILL." in server.output)
    wait_until(lambda: len(set(serving(server)) - set(before)) == 1)
    assert set(before[1:]) <= set(serving(server))
    assert "Play the computer" in home(server)


# Periodic tasks


NOTE_HOLDERS = """
CREATE TABLE holders (holder TEXT, expired TEXT, taken_at TEXT);
CREATE TRIGGER note_holder AFTER UPDATE ON games_lease WHEN old.holder <> new.holder
BEGIN
    INSERT INTO holders VALUES (new.holder, old.expires_at, strftime('%Y-%m-%d %H:%M:%f', 'now'));
END;
"""
OVERDUE_GAME = """
from games import clock, services
from games.engine import Mark
from games.models import Game, Player
x, o = Player.objects.create(), Player.objects.create()
game = services.create_game(host=x, mark=Mark.X, guest=o, control="3+2")
Game.objects.filter(pk=game.pk).update(deadline_at=clock.now())
print(game.pk)
"""


def test_periodic_tasks_are_done_by_one_at_a_time_whoever_dies(server: Server):
    with open_database(server.data) as database:
        database.executescript(NOTE_HOLDERS)
    killed = [0]
    for _ in range(2):
        wait_until(lambda: holder(server) not in killed)
        killed.append(holder(server))
        kill(killed[-1:])
    wait_until(lambda: holder(server) not in killed)
    status, game_id = manage("shell", "--no-imports", "-c", OVERDUE_GAME, data=server.data)
    assert status == 0, game_id
    wait_until(lambda: reason(server, game_id.strip()) == "time")
    with open_database(server.data) as database:
        rows = database.execute("SELECT expired, taken_at FROM holders").fetchall()
    assert len(rows) >= 2, "Two holders were killed."
    assert all(expired <= taken_at for expired, taken_at in rows)


def reason(server: Server, game_id: str) -> str:
    with open_database(server.data) as database:
        [found] = database.execute("SELECT reason FROM games_game WHERE id = ?", [game_id])
    return str(found[0])


# What happens in one process and is shown by another


async def test_players_at_different_processes_are_at_one_game(server: Server):
    [seats] = create_games(server.data, 1)
    first, *others = serving(server)
    with suspended(others):
        x = await open_socket(server, seats.game_id, seats.cookies[0])
    with suspended([first]):
        o = await open_socket(server, seats.game_id, seats.cookies[1])
    for player in (x, o):
        await receive(player, type="presence", seats={"X": "here", "O": "here"})
    await send(o, type="react", id="r", reaction="nice")
    await receive(x, type="reaction", mark="O", reaction="nice")
    await send(x, type="move", id="m", ply=0, cell=4)
    await receive(o, type="state", ply=1, cells="....X....")
    for player in (x, o):
        await player.close()


async def test_a_page_that_polls_knows_what_other_processes_know(server: Server):
    [seats] = create_games(server.data, 1)
    first, *others = serving(server)
    with suspended(others):
        poll = Polling(server, seats.game_id, seats.cookies[0])
        assert poll.messages()["presence"]["seats"] == {"X": "here", "O": "away"}
    with suspended([first]):
        o = await open_socket(server, seats.game_id, seats.cookies[1])
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


# Restarts under play


def test_a_process_that_is_replaced_answers_what_it_was_asked(server: Server):
    first, *others = serving(server)
    with suspended(others):
        request = SlowRequest(server, first)
    with ThreadPoolExecutor() as threads:
        restarting = threads.submit(restart, server)
        wait_until(lambda: f"takes the place of {first}." in server.output)
        assert request.go_on().status == 200
        restarting.result()


async def test_a_restart_loses_no_move_and_refuses_nobody(server: Server):
    games, acknowledged = iter(create_games(server.data, 120)), list[str]()
    before, closed_with = serving(server), list[int]()
    is_over = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(3):
            tasks.create_task(play_on(server, games, acknowledged, closed_with, is_over))
        tasks.create_task(ask_on(server, is_over))
        await asyncio.to_thread(restart, server)
        is_over.set()
    assert have_ended(before)
    assert len(serving(server)) == 3
    assert closed_with, f"{len(acknowledged)} moves were made."
    assert set(closed_with) == {RESTARTING}
    with open_database(server.data) as database:
        for game_id in set(acknowledged):
            of_game = "FROM games_move WHERE game_id = ? ORDER BY ply"
            cells = [cell for (cell,) in database.execute(f"SELECT cell {of_game}", [game_id])]
            assert cells == list(DRAW[: len(cells)])
            assert len(cells) >= acknowledged.count(game_id)


async def play_on(
    server: Server,
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
                await stack.enter_async_context(Page(server, seats.game_id, cookie, closed_with))
                for cookie in seats.cookies
            ]
            for ply, cell in enumerate(DRAW):
                await pages[ply % 2].move(ply, cell)
                acknowledged.append(seats.game_id)
                await asyncio.sleep(BEAT)


async def ask_on(server: Server, is_over: asyncio.Event) -> None:
    """Ask for a page again and again, each time on a new connection."""
    while not is_over.is_set():
        reader, writer = await asyncio.open_connection(server.host, server.port)
        writer.write(REQUEST)
        assert (await reader.read()).startswith(b"HTTP/1.1 200 OK")
        writer.close()
        await writer.wait_closed()
        await asyncio.sleep(BEAT)
