import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from signal import SIGTERM

import psycopg
import pytest

from tests.game_pages import Page, Room, stored_moves, wait_until_confirmed
from tests.playing import DRAW
from tests.processes import child_pids, suspended, wait_until
from tests.pupils import playing
from tests.server import Server
from tests.server_games import Seats, create_games

RESTARTING = 4012
JSON = "application/json"
BEAT = 0.3  # seconds between moves, as of people
PUPILS = 8
BACK_WITHIN = 10  # times what a restart takes, a second where it is quiet, all of a class play on

pytestmark = pytest.mark.xdist_group("server processes")  # one worker starts what they share


@pytest.fixture(scope="module")
def servers(two_servers: tuple[Server, Server]) -> Iterator[tuple[Server, Server]]:
    yield two_servers
    for server in two_servers:
        assert server.stop(SIGTERM) == 0
        assert "Every game is kept" in server.output
        assert "Traceback" not in server.output, server.output


@pytest.fixture(scope="module")
def games(servers: tuple[Server, Server]) -> Iterator[Seats]:
    return iter(create_games(servers[0].data, 100, control="10+5", **servers[0].environment))


async def test_a_page_that_polls_knows_who_is_at_other_processes(servers, games):
    seats = next(games)
    x, cookie = seats.cookies
    poll = partial(servers[0].get, f"g/{seats.game_id}/?visible=true", Cookie=x, Accept=JSON)

    def seat_of_o() -> str:
        return str(json.loads(poll().body)["presence"]["seats"]["O"])

    assert seat_of_o() == "away"
    o = Page(seats.game_id, cookie, servers[1])
    await o.open()
    await asyncio.to_thread(wait_until, lambda: seat_of_o() == "here")
    o.close()


def test_an_overdue_game_is_ended_by_whichever_process_is_left(servers, games):
    (gone, left), game_id = servers, next(games).game_id
    gone.kill()
    left.get()  # or it would wait for those who had pages open before it started
    with psycopg.connect(left.environment["DATABASE_URL"]) as database:
        database.execute("UPDATE games_game SET deadline_at = now() WHERE id = %s", [game_id])
    wait_until(lambda: ending(left, game_id) == "time")
    gone.start()


def ending(server: Server, game_id: str) -> str:
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        query = "SELECT reason FROM games_game WHERE id = %s"
        [[reason]] = database.execute(query, [game_id]).fetchall()
    return str(reason)


def test_a_process_that_is_stopped_answers_what_it_was_asked(servers: tuple[Server, Server]):
    server = servers[0]
    server.stop(SIGTERM)
    server.start()  # so that it has to start a process that searches
    others = set(child_pids(server.process.pid))
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(server.get, "explore/5x5/?moves=a5-b5-e1")
        wait_until(lambda: set(child_pids(server.process.pid)) - others)
        with suspended(child_pids(server.process.pid)):  # or the search would be over soon
            stopping = threads.submit(server.stop, SIGTERM)
            wait_until(lambda: is_refused(server))
        assert asking.result().status == HTTPStatus.OK
        assert stopping.result() == 0
    server.start()


def is_refused(server: Server) -> bool:
    try:
        return not server.get()
    except OSError:
        return True


async def test_the_clock_of_who_is_sent_away_stands_still(servers, games):
    seats = next(games)
    room = Room(seats, *servers)
    for page in room.pages:
        await page.open()
    await room.play(DRAW[:2])  # X, whose page the first server has, is to move.
    await asyncio.to_thread(servers[0].stop, SIGTERM)
    assert seconds_held(servers[1], seats.game_id) == pytest.approx(10, abs=0.5)
    await room.pages[0].open_elsewhere()
    await asyncio.to_thread(wait_until, lambda: seconds_held(servers[1], seats.game_id) < 1)
    room.close()
    await asyncio.to_thread(servers[0].start)


def seconds_held(server: Server, game_id: str) -> float:
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        columns = "extract(epoch FROM deadline_at - x_left - touched_at)"
        query = f"SELECT {columns} FROM games_game WHERE id = %s"  # noqa: S608
        [[seconds]] = database.execute(query.encode(), [game_id]).fetchall()
    return float(seconds)


async def test_restarts_one_after_the_other_lose_no_move(servers, games):
    rooms, is_over = list[Room](), asyncio.Event()
    playing = [asyncio.create_task(play_on(servers, games, rooms, is_over)) for _ in range(3)]
    for server in servers:
        moves = sum(len(room.confirmed) for room in rooms)
        await wait_until_confirmed(moves + 6, rooms, playing)
        assert await asyncio.to_thread(server.stop, SIGTERM) == 0
        await asyncio.to_thread(server.start)
    is_over.set()
    await asyncio.gather(*playing)
    assert {code for room in rooms for code in room.closed_with} == {RESTARTING}
    for room in rooms:
        cells = stored_moves(servers[0].environment["DATABASE_URL"], room.game_id)
        assert cells == room.confirmed == list(DRAW)


async def play_on(servers, games, rooms: list[Room], is_over: asyncio.Event) -> None:
    while not is_over.is_set():
        rooms.append(room := Room(next(games), *servers))
        for page in room.pages:
            await page.open_elsewhere()
        await room.play(DRAW, pause=BEAT)
        room.close()


async def test_a_class_of_which_half_played_on_a_killed_process_plays_on(servers):
    async with playing(PUPILS, *servers) as it:
        servers[0].kill()
        await it.wait_until_begun(2)
        await asyncio.to_thread(servers[0].start)
        await it.wait_until_begun(1)


async def test_time_in_which_no_process_runs_is_nobodys_in_a_class_and_all_play_on(servers):
    async with playing(PUPILS, *servers) as it:
        for server in servers:
            await asyncio.to_thread(server.stop, SIGTERM)
        stopped, (left, ticked_at) = time.monotonic(), time_left(servers[0], it.code)
        await asyncio.to_thread(servers[0].start)
        began = time.monotonic()
        until = began + BACK_WITHIN * (began - stopped)

        def has_looked() -> bool:
            return time_left(servers[0], it.code)[1] != ticked_at

        def all_have_acted() -> bool:
            return all(pupil.acted_at > began for pupil in it.pupils)

        await asyncio.to_thread(wait_until, has_looked, until - began)
        assert left - time_left(servers[0], it.code)[0] < (began - stopped) / 2
        await asyncio.to_thread(wait_until, all_have_acted, until - time.monotonic())
        await asyncio.to_thread(servers[1].start)
        await it.wait_until_begun(1)


def time_left(server: Server, code: str) -> tuple[float, float]:
    """Return the seconds that are left, and when a process last looked."""
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        columns = "extract(epoch FROM ends_at - ticked_at), extract(epoch FROM ticked_at)"
        query = f"SELECT {columns} FROM games_tournament WHERE id = %s"  # noqa: S608
        [[left, ticked_at]] = database.execute(query.encode(), [code]).fetchall()
    return float(left), float(ticked_at)
