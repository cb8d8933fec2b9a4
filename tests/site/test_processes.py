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

from tests.game_pages import Page, Room, stored_moves
from tests.playing import DRAW
from tests.processes import child_pids, suspended, wait_until
from tests.pupils import playing
from tests.server import Server
from tests.server_games import Seats, create_games, run

RESTARTING = 4012
JSON = "application/json"
BEAT = 0.3  # seconds between moves, as of people
PUPILS = 8
BACK_WITHIN = 10  # seconds after a start, in which everybody of a class plays on

pytestmark = pytest.mark.xdist_group("server processes")  # one worker starts what they share


@pytest.fixture(scope="module")
def servers(two_servers: tuple[Server, Server]) -> Iterator[tuple[Server, Server]]:
    yield two_servers
    for server in two_servers:
        assert server.stop(SIGTERM) == 0
        assert "Every game is kept" in server.output
        assert "Traceback" not in server.output, server.output


def new_games(server: Server, count: int) -> list[Seats]:
    return create_games(server.data, count, **server.environment)


async def test_a_page_that_polls_knows_who_is_at_other_processes(servers: tuple[Server, Server]):
    [seats] = new_games(servers[0], 1)
    x, cookie = seats.cookies
    poll = partial(servers[0].get, f"g/{seats.game_id}/?visible=true", Cookie=x, Accept=JSON)

    def seat_of_o() -> str:
        return str(json.loads(poll().body)["presence"]["seats"]["O"])

    assert seat_of_o() == "away"
    o = Page(seats.game_id, cookie, servers[1])
    await o.open()
    await asyncio.to_thread(wait_until, lambda: seat_of_o() == "here")
    o.close()


# Periodic tasks

OVERDUE_GAME = """
import json
from games.engine import Mark, clock
from games.models import Game, Player
from games.play import services
x, o = Player.objects.create(), Player.objects.create()
game = services.create_game(host=x, mark=Mark.X, guest=o, control="3+2")
Game.objects.filter(pk=game.pk).update(deadline_at=clock.now())
print(json.dumps(game.pk))
"""


def test_an_overdue_game_is_ended_by_whichever_process_is_left(servers: tuple[Server, Server]):
    gone, left = servers
    gone.kill()
    game_id = run(OVERDUE_GAME, left.data, **left.environment)
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


async def test_the_clock_of_who_is_sent_away_stands_still(servers: tuple[Server, Server]):
    [seats] = create_games(servers[0].data, 1, control="10+5", **servers[0].environment)
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


async def test_restarts_one_after_the_other_lose_no_move(servers: tuple[Server, Server]):
    games, is_over = iter(new_games(servers[0], 200)), asyncio.Event()
    playing = [asyncio.create_task(play_on(servers, games, is_over)) for _ in range(3)]
    for server in servers:
        await asyncio.sleep(3 * BEAT)
        assert await asyncio.to_thread(server.stop, SIGTERM) == 0
        await asyncio.to_thread(server.start)
    is_over.set()
    rooms = sum(await asyncio.gather(*playing), list[Room]())
    assert {code for room in rooms for code in room.closed_with} == {RESTARTING}
    for room in rooms:
        cells = stored_moves(servers[0].environment["DATABASE_URL"], room.game_id)
        assert cells == room.confirmed == list(DRAW)


async def play_on(
    servers: tuple[Server, Server], games: Iterator[Seats], is_over: asyncio.Event
) -> list[Room]:
    rooms: list[Room] = []
    while not is_over.is_set():
        rooms.append(Room(next(games), *servers))
        for page in rooms[-1].pages:
            await page.open_elsewhere()
        await rooms[-1].play(DRAW, pause=BEAT)
        rooms[-1].close()
    return rooms


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

        def has_looked() -> bool:
            return time_left(servers[0], it.code)[1] != ticked_at

        def all_have_acted() -> bool:
            return all(pupil.acted_at > began for pupil in it.pupils)

        await asyncio.to_thread(wait_until, has_looked, BACK_WITHIN)
        assert left - time_left(servers[0], it.code)[0] < (began - stopped) / 2
        in_time = BACK_WITHIN - time.monotonic() + began
        await asyncio.to_thread(wait_until, all_have_acted, in_time)
        await asyncio.to_thread(servers[1].start)
        await it.wait_until_begun(1)


def time_left(server: Server, code: str) -> tuple[float, float]:
    """Return the seconds that are left, and when a process last looked."""
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        columns = "extract(epoch FROM ends_at - ticked_at), extract(epoch FROM ticked_at)"
        query = f"SELECT {columns} FROM games_tournament WHERE id = %s"  # noqa: S608
        [[left, ticked_at]] = database.execute(query.encode(), [code]).fetchall()
    return float(left), float(ticked_at)
