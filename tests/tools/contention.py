"""Two processes do all that is done to games to the same games, in opposite orders.

    python -m tests.tools.contention --seconds 60 --games 200

They run on a PostgreSQL server of their own, whose log is then searched for deadlocks. This prints
how often what was done, and what was refused, and ends with status 1 if there was a deadlock.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.postgres_server import PostgresServer, new_database
from tests.server import manage, popen

PREPARE = "from tests.tools.contention_worker import prepare; prepare({games})"
WORK = "from tests.tools.contention_worker import work; work({is_reversed}, {seconds})"


def run(server: PostgresServer, *, seconds: float, games: int) -> Counter[str]:
    """Let the processes do that, and return how often what was done or refused."""
    with (
        new_database(server.url, is_empty=False) as database,
        tempfile.TemporaryDirectory() as folder,
    ):
        data, environment = Path(folder), {"DATABASE_URL": database, "ALLOWED_HOSTS": "testserver"}
        status, output = manage(*_shell(PREPARE.format(games=games)), data=data, **environment)
        assert status == 0, output
        workers = [
            popen(_shell(WORK.format(is_reversed=which, seconds=seconds)), data, **environment)
            for which in (False, True)
        ]
        outputs = [worker.communicate()[0] for worker in workers]
    assert not any(worker.returncode for worker in workers), "\n".join(outputs)
    counts = (Counter(json.loads(output.splitlines()[-1])) for output in outputs)
    return sum(counts, Counter())


def deadlocks(server: PostgresServer) -> int:
    return server.log().count("deadlock detected")


def _shell(code: str) -> list[str]:
    return ["shell", "--no-imports", "-c", code]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=200)
    server = PostgresServer()
    try:
        counts = run(server, **vars(parser.parse_args()))
        print(*(f"{count:8} {what}" for what, count in sorted(counts.items())), sep="\n")
        print(f"{deadlocks(server):8} deadlocks")
        return min(1, deadlocks(server))
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
