"""Two processes do all that is done to games to the same games, in opposite orders.

    python -m tests.tools.contention --seconds 60 --games 200

They run on a PostgreSQL server of their own, whose log is then searched for deadlocks. This prints
how often what was done, and what was refused, and ends with status 1 if there was a deadlock.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests import server_games
from tests.postgres_server import PostgresServer, new_database

PREPARE = "from tests.tools.contention_worker import prepare; prepare({games})"
WORK = "from tests.tools.contention_worker import work; work({is_reversed}, {seconds})"


def run(server: PostgresServer, *, seconds: float, games: int) -> Counter[str]:
    with (
        new_database(server.url, is_empty=False) as database,
        tempfile.TemporaryDirectory() as data,
        ThreadPoolExecutor(2) as pool,
    ):
        settings = {"DATABASE_URL": database, "ALLOWED_HOSTS": "testserver"}
        run_code = partial(server_games.run, data=Path(data), **settings)
        run_code(PREPARE.format(games=games))
        work = (WORK.format(is_reversed=which, seconds=seconds) for which in (False, True))
        return sum(map(Counter, pool.map(run_code, work)), Counter[str]())


def deadlocks(server: PostgresServer) -> int:
    return server.log().count("deadlock detected")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=200)
    options, server = parser.parse_args(), PostgresServer()
    try:
        counts = run(server, seconds=options.seconds, games=options.games)
        print(*(f"{count:8} {what}" for what, count in sorted(counts.items())), sep="\n")
        print(f"{deadlocks(server):8} deadlocks")
        return min(1, deadlocks(server))
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
