"""Many games at once, and a server that is killed in the middle of them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from channels.db import database_sync_to_async

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.game_pages import open_rooms, wait_until_confirmed
from tests.playing import DRAW, X_WINS
from tests.server import Server, open_database
from tests.server_games import create_games
from tests.sockets.sockets import GameSocket, connected


async def play_out(cells: tuple[int, ...], room: list[GameSocket]) -> None:
    """Play the cells in turn. In each turn both players send a move; one of them is refused."""
    for ply, cell in enumerate(cells):
        for socket in room:
            await socket.send_json_to({"type": "move", "id": "k", "ply": ply, "cell": cell})
        await asyncio.gather(*(socket.receive_ply(ply + 1) for socket in room))


@pytest.mark.django_db(transaction=True)
async def test_many_games_at_once_end_as_they_were_played():
    pairs = [(await Player.objects.acreate(), await Player.objects.acreate()) for _ in range(20)]
    create = database_sync_to_async(services.create_game)
    games = [await create(host=x, mark=Mark.X, guest=o) for x, o in pairs]
    played = [DRAW if number % 2 else X_WINS for number in range(20)]
    async with AsyncExitStack() as stack:
        rooms = [
            [await stack.enter_async_context(connected(game, player)) for player in pair]
            for game, pair in zip(games, pairs, strict=True)
        ]
        await asyncio.gather(*map(play_out, played, rooms))
        for cells, room in zip(played, rooms, strict=True):
            assert [socket.state["moves"] for socket in room] == [list(cells)] * 2
    for game, cells in zip(games, played, strict=True):
        assert [move.cell async for move in game.moves.all()] == list(cells)
        stored = await Game.objects.aget(pk=game.pk)
        assert (stored.status, stored.ply, stored.version) == (
            "finished",
            len(cells),
            len(cells) + 1,
        )


async def test_a_crash_loses_no_confirmed_move(tmp_path: Path):
    with Server(tmp_path) as server:
        async with open_rooms(create_games(tmp_path, 20), server) as rooms:
            playing = [asyncio.create_task(room.play(DRAW)) for room in rooms]
            await wait_until_confirmed(60, rooms, playing)
            server.kill()
            for task in playing:
                task.cancel()
    with open_database(tmp_path) as database:
        for room in rooms:
            of_game = "FROM games_move WHERE game_id = ? ORDER BY ply"
            rows = database.execute(f"SELECT cell {of_game}", [room.game_id]).fetchall()
            assert rows == [(cell,) for cell in DRAW[: len(rows)]]
            assert len(rows) >= len(room.confirmed)
