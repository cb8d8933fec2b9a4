"""``python -m tests.tools.bench``: how fast real servers are, over real sockets. Not a test.

``python -m tests.tools.bench one_game fifty_games`` takes these measures alone, and ``--database
postgres --processes 2`` takes them with PostgreSQL, Valkey and two servers. ``search`` measures the
search instead, ``capacity`` how many players so many servers carry.

To compare two versions on a busy machine, run them in turn several times, and compare the servers'
CPU time for each move.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from tests.tools.bench import (
    abuse,
    admin,
    capacity,
    idle,
    machine,
    move_profile,
    moves,
    own_games,
    pages,
    search,
    storm,
)
from tests.tools.bench.installation import DATABASES, SQLITE, Installation, Plan, installed
from tictactoe_site.database import SYNCHRONOUS

MEASURES: dict[str, Callable[[Installation], None]] = {
    measure.__name__: measure
    for measure in (
        moves.one_game,
        moves.fifty_games,
        moves.four_hundred_games,
        idle.idle_connections,
        storm.join_storm,
        storm.crash_storm,
        pages.new_games,
        pages.pages,
        abuse.abuse,
        own_games.own_games,
        admin.admin,
        move_profile.move_profile,
    )
}
OTHERS = {"search": search.main, "capacity": capacity.main}


def main() -> None:
    options = _parse(sys.argv[1:])
    plan = Plan(
        options.database, options.synchronous, options.processes, options.clients, options.games
    )
    print(machine.describe(), flush=True)
    for name in options.measures or MEASURES:
        if name in OTHERS:
            OTHERS[name]()
        else:
            _measure(name, plan)


def _measure(name: str, plan: Plan) -> None:
    print(plan, flush=True)
    with installed(plan) as installation:
        MEASURES[name](installation)


def _parse(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.tools.bench", description=__doc__.splitlines()[0])
    names = [*MEASURES, *OTHERS]
    parser.add_argument("measures", nargs="*", metavar="measure", help=", ".join(names))
    parser.add_argument("--database", choices=DATABASES, default=SQLITE)
    parser.add_argument("--synchronous", choices=SYNCHRONOUS, default="NORMAL", help="of SQLite")
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--clients", type=int, default=1, help="processes of the client")
    parser.add_argument("--games", type=int, default=100_000, help="in the record, for admin")
    options = parser.parse_args(arguments)
    if unknown := set(options.measures) - set(names):
        parser.error(f"Not a measure: {', '.join(unknown)}. Choose from {', '.join(names)}.")
    if min(options.processes, options.clients, options.games) < 1:
        parser.error("There is at least one process of each, and one game.")
    if options.processes > 1 and options.database == SQLITE:
        parser.error("Several server processes need --database postgres.")
    return options


if __name__ == "__main__":
    main()
