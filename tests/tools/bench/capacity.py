"""What operators plan by: the memory of a process and of its sockets, and the disk for games."""

import asyncio
import sqlite3
from contextlib import closing

import psutil
import psycopg

from tests.game_pages import open_rooms
from tests.server_games import Seats
from tests.tools.bench import moves
from tests.tools.bench.installation import Installation

GAMES = 1000
MB = 1_000_000


def capacity(installation: Installation) -> None:
    before, alone = _bytes_on_disk(installation), _memory(installation)
    games = installation.create_games(GAMES)
    beside = asyncio.run(_memory_with_sockets(installation, games))
    sockets = 2 * len(games)
    print(f"memory of a process: {alone / MB:.0f} MB, with {sockets} sockets {beside / MB:.0f} MB;")
    print(f"    {(beside - alone) / sockets / 1000:.0f} KB for each socket")
    moves.play(installation, games, slots=50)
    grown = _bytes_on_disk(installation) - before
    print(f"disk for {GAMES} games of nine moves, each of two new guests: {grown / MB:.1f} MB")


async def _memory_with_sockets(installation: Installation, games: list[Seats]) -> int:
    async with open_rooms(games, *installation.servers):
        return _memory(installation)


def _memory(installation: Installation) -> int:
    process = installation.servers[0].process
    assert process
    return int(psutil.Process(process.pid).memory_info().rss)


def _bytes_on_disk(installation: Installation) -> int:
    if url := installation.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as postgres:
            [size] = postgres.execute("SELECT pg_database_size(current_database())").fetchone()
            return int(size)
    with closing(sqlite3.connect(installation.data / "games.sqlite3")) as database:
        [pages] = database.execute("PRAGMA page_count").fetchone()
        [size] = database.execute("PRAGMA page_size").fetchone()
        return int(pages * size)
