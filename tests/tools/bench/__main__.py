"""``python -m tests.tools.bench``: how fast real servers are, over real sockets.

``python -m tests.tools.bench one_game fifty_games`` takes these measures alone, and ``--database
postgres --processes 2`` takes them with PostgreSQL, Valkey and two servers. ``search`` measures the
search instead, ``capacity`` how many players so many servers carry.

To compare two versions on a busy machine, run them in turn several times, and compare the servers'
CPU time for each move.
"""

from __future__ import annotations

import resource
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial

from tests.tools.bench import (
    capacity,
    idle,
    move_profile,
    moves,
    pages,
    ratings,
    search,
    seeks,
    storm,
)
from tests.tools.bench.abuse import abuse, sign_ins
from tests.tools.bench.installation import POSTGRES, SQLITE, Installation, installed, machine
from tictactoe_site.database import SYNCHRONOUS

MEASURES: dict[str, Callable[[Installation], object]] = {
    "one_game": partial(moves.measure, slots=1, rounds=100),
    "fifty_games": partial(moves.measure, slots=50, rounds=8),
    "four_hundred_games": partial(moves.measure, slots=400, rounds=2),
    "idle_connections": idle.idle_connections,
    "join_storm": storm.join_storm,
    "crash_storm": storm.crash_storm,
    "new_games": pages.new_games,
    "seeks": seeks.seeks,
    "ratings": ratings.ratings,
    "pages": pages.pages,
    "abuse": abuse,
    "sign_ins": sign_ins,
    "own_games": pages.own_games,
    "profile": pages.profile,
    "admin": pages.admin,
    "move_profile": move_profile.move_profile,
}
OTHERS = {"search": search.main, "capacity": capacity.main}


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.tools.bench", description=__doc__.splitlines()[0])
    names = [*MEASURES, *OTHERS]
    parser.add_argument("measures", nargs="*", metavar="measure", help=", ".join(names))
    parser.add_argument("--database", choices=(SQLITE, POSTGRES), default=SQLITE)
    parser.add_argument("--synchronous", choices=SYNCHRONOUS, default="NORMAL", help="of SQLite")
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    options = parser.parse_args()
    if unknown := set(options.measures) - set(names):
        parser.error(f"Not a measure: {', '.join(unknown)}. Choose from {', '.join(names)}.")
    if options.processes > 1 and options.database == SQLITE:
        parser.error("Several server processes need --database postgres.")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each socket
    print(machine(), flush=True)
    for name in options.measures or MEASURES:
        if name in OTHERS:
            OTHERS[name]()
        else:
            with installed(options.database, options.processes, options.synchronous) as it:
                MEASURES[name](it)


if __name__ == "__main__":
    main()
