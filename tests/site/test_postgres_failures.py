import asyncio
import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from games.protocol import Close
from tests.game_pages import Page, open_rooms, stored_moves, wait_until_confirmed
from tests.playing import DRAW
from tests.postgres_server import PostgresServer, new_database
from tests.processes import suspended
from tests.pupils import playing
from tests.server import Server
from tests.server_games import Seats, create_games

GAMES = 20

pytestmark = pytest.mark.xdist_group("PostgreSQL failures")  # one worker starts what they share


@pytest.fixture(scope="module")
def database(postgres: PostgresServer) -> Iterator[str]:
    with new_database(postgres.url, is_empty=False) as address:
        yield address


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site"), DATABASE_URL=database) as running:
        yield running


@pytest.fixture(scope="module")
def games(site: Server) -> list[Seats]:
    return create_games(site.data, GAMES + 2, **site.environment)


@pytest.fixture
def server(site: Server) -> Iterator[Server]:
    site.output = ""
    yield site
    assert "Traceback" not in site.output


async def test_moves_go_on_while_it_is_killed_again_and_again(postgres, database, server, games):
    async with open_rooms(games[:GAMES], server) as rooms:
        playing = [asyncio.create_task(room.play(DRAW)) for room in rooms]
        for mode, moves in (("immediate", 20), ("fast", 65)):
            await wait_until_confirmed(moves, rooms, playing)
            await asyncio.to_thread(postgres.restart, mode)
        await asyncio.gather(*playing)
    for room in rooms:
        assert stored_moves(database, room.game_id) == room.confirmed == list(DRAW)
        assert room.closed_with == []
    assert server.output.count("The database does not save") <= 1


async def test_what_comes_while_it_is_away_is_told_to_come_again(postgres, database, server, games):
    seats = games.pop()
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
    # Once, or not again if an outage of another test was a moment ago.
    assert server.output.count("The database does not save") <= 1


async def test_what_comes_while_it_hangs_is_told_to_come_again(postgres, database, server, games):
    seats = games.pop()
    async with open_rooms([seats], server) as [room]:
        await room.move(0)
        with suspended(postgres.pids()):
            move = {"id": "m1", "ply": 1, "cell": 4}
            assert (await room.pages[1].request("move", **move))["code"] == "not_saved"
            assert (await room.pages[0].request("ping", visible=True))["code"] == "not_saved"
            await asyncio.to_thread(refused_page, server, seats.game_id)
        await room.move(4)
        assert room.closed_with == []
    assert stored_moves(database, seats.game_id) == [0, 4]


async def test_a_class_waits_while_it_is_away_and_is_told_so(postgres, database, server):
    async with playing(6, server) as it:
        await asyncio.to_thread(postgres.stop)
        page = await it.host.get(f"/t/{it.code}/")
        assert (page.status, "One moment, please" in page.text) == (503, True)
        assert (await it.host.get(f"/t/{it.code}/state/")).status == 503
        assert (await it.act("pause")).status == 503
        await asyncio.to_thread(postgres.start)
        await it.wait_until_begun(2)


def refused_page(server: Server, game_id: str) -> None:
    page = server.get(f"g/{game_id}/", Accept="text/html")
    assert (page.status, page.headers["Retry-After"]) == (503, "5")
    assert "One moment, please" in page.text
    state = server.get(f"g/{game_id}/", Accept="application/json")
    assert (state.status, json.loads(state.body)["code"]) == (503, "not_saved")
