"""PostgreSQL goes away under play, and comes back: a real server, and one of ours on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from games.bus.db_queue import THREADS
from games.protocol import Close
from tests.game_pages import Page, open_rooms, stored_moves, wait_until_confirmed
from tests.playing import DRAW
from tests.postgres_server import PostgresServer, new_database
from tests.server import Server
from tests.server_games import create_games
from tests.site.computer_games import play_computer_games

GAMES = 40
LOCKED = 3 * THREADS

pytestmark = pytest.mark.xdist_group("PostgreSQL failures")  # one worker starts what they share


@pytest.fixture
def database(postgres: PostgresServer) -> Iterator[str]:
    with new_database(postgres.url, is_empty=False) as address:
        yield address


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[Server]:
    with Server(tmp_path, DATABASE_URL=database) as running:
        yield running


async def test_moves_go_on_while_it_is_killed_again_and_again(
    postgres: PostgresServer, database: str, server: Server
):
    """A commit under way when it is killed may be stored or not; the repeat finds out."""
    games = create_games(server.data, GAMES, DATABASE_URL=database)
    async with open_rooms(games, server) as rooms:
        playing = [asyncio.create_task(room.play(DRAW)) for room in rooms]
        for mode, moves in (("immediate", 40), ("fast", 130), ("immediate", 230)):
            await wait_until_confirmed(moves, rooms, playing)
            await asyncio.to_thread(postgres.restart, mode)
        await asyncio.gather(*playing)
    for room in rooms:
        assert stored_moves(database, room.game_id) == room.confirmed == list(DRAW)
        assert room.closed_with == []
    server.stop()
    assert "Traceback" not in server.output
    assert server.output.count("The database does not save") <= 1


async def test_what_comes_while_it_is_away_is_told_to_come_again(
    postgres: PostgresServer, database: str, server: Server
):
    seats = create_games(server.data, 1, DATABASE_URL=database)[0]
    async with open_rooms([seats], server) as [room]:
        await room.move(0)
        postgres.stop()
        move = {"id": "m1", "ply": 1, "cell": 4}
        x, o = room.pages
        assert (await o.request("move", **move))["code"] == "not_saved"
        # Nobody else waits for long: the next attempt to connect is some time away.
        assert (await x.request("ping", visible=True))["code"] == "not_saved"
        late = Page(seats.game_id, seats.cookies[0], server)
        with pytest.raises(ConnectionClosed):
            await late.open()
        assert late.connection.close_code == Close.UNAVAILABLE
        await asyncio.to_thread(refused_page, server, seats.game_id)
        postgres.start()
        await room.move(4)
        await x.wait_for(2)
        assert room.closed_with == []
    assert stored_moves(database, seats.game_id) == [0, 4]
    server.stop()
    assert "Traceback" not in server.output
    assert server.output.count("The database does not save") == 1


async def test_the_computer_moves_on_when_it_is_back(
    postgres: PostgresServer, database: str, server: Server
):
    async with play_computer_games(server) as games:
        await games.wait_until(lambda: games.plies >= 10)
        postgres.stop()
        await games.wait_until(lambda: games.refusals >= len(games.pages))
        postgres.start()
        plies = games.plies
        await games.wait_until(lambda: games.plies >= plies + 10)
        await asyncio.to_thread(postgres.restart)
        await games.finish()
    for page in games.pages:
        stored = stored_moves(database, page.game_id)
        assert page.records[-1] == stored
        # What a page was shown once is never taken back.
        assert all(record == stored[: len(record)] for record in page.records)
    server.stop()
    assert "Traceback" not in server.output


def refused_page(server: Server, game_id: str) -> None:
    page = server.get(f"g/{game_id}/", Accept="text/html")
    assert (page.status, page.headers["Retry-After"]) == (503, "5")
    assert "One moment, please" in page.text
    state = server.get(f"g/{game_id}/", Accept="application/json")
    assert (state.status, json.loads(state.body)["code"]) == (503, "not_saved")


async def test_many_locked_games_keep_no_other_waiting(database: str, server: Server):
    """More are locked than there are threads, and stay so until all others are over."""
    games = create_games(server.data, LOCKED + 5, DATABASE_URL=database)
    ids = [seats.game_id for seats in games[:LOCKED]]
    async with open_rooms(games, server) as rooms:
        with psycopg.connect(database) as other:
            other.execute("SELECT FROM games_game WHERE id = ANY(%s) FOR UPDATE", [ids])
            late = [asyncio.create_task(room.play(DRAW)) for room in rooms[:LOCKED]]
            await asyncio.gather(*(room.play(DRAW) for room in rooms[LOCKED:]))
            assert not any(room.confirmed for room in rooms[:LOCKED])
            other.rollback()
        await asyncio.gather(*late)
    assert [room.refusals for room in rooms[LOCKED:]] == [[]] * 5
    assert {code for room in rooms[:LOCKED] for code in room.refusals} <= {"not_saved"}
