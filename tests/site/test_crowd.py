import asyncio
from pathlib import Path

from tests.game_pages import open_rooms, wait_until_confirmed
from tests.playing import DRAW
from tests.server import Server, open_database
from tests.server_games import create_games


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
