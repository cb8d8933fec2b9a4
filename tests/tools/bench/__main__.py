"""``python -m tests.tools.bench``: how fast real servers are, over real sockets.

``python -m tests.tools.bench one_game fifty_games`` takes these measures alone, and ``--database
postgres --processes 2`` takes them with PostgreSQL, Valkey and two servers. ``search`` measures the
search instead, ``first_load`` what a new phone fetches. ``versus REVISION`` compares this code with
another revision's, and ``departures`` with itself without each departure from the stock way, in
turn, as only such figures can be compared on a busy machine.
"""

import resource
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial

from tests.tools.bench import first_load, moves, pages, search
from tests.tools.bench.abuse import abuse
from tests.tools.bench.capacity import capacity
from tests.tools.bench.installation import POSTGRES, SQLITE, Installation, installed, machine
from tests.tools.bench.tournament import tournament
from tests.tools.bench.versus import departures, versus

MEASURES: dict[str, Callable[[Installation], object]] = {
    "one_game": partial(moves.measure, slots=1, rounds=100),
    "fifty_games": partial(moves.measure, slots=50, rounds=8),
    "new_games": pages.new_games,
    "pages": pages.pages,
    "abuse": abuse,
    "capacity": capacity,
}
OTHERS: dict[str, Callable[[], object]] = {"search": search.main, "first_load": first_load.main}
TOURNAMENT = "tournament"


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.tools.bench", description=__doc__.splitlines()[0])
    names = [*MEASURES, *OTHERS, TOURNAMENT]
    usage = f"{', '.join(names)}; or versus and a revision; or departures, and some by name"
    parser.add_argument("measures", nargs="*", metavar="measure", help=usage)
    parser.add_argument("--database", choices=(SQLITE, POSTGRES), default=SQLITE)
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--people", type=int, default=200, help="of the tournament")
    parser.add_argument("--seconds", type=int, default=300, help="that it lasts")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each socket
    print(machine(), flush=True)
    match options.measures:
        case ["versus", revision]:
            return versus(revision, options.database)
        case ["departures", *names]:
            return departures(options.database, *names)
    if unknown := set(options.measures) - set(names):
        parser.error(f"Not a measure: {', '.join(unknown)}. Choose from {usage}.")
    if TOURNAMENT in options.measures and options.database == SQLITE:
        parser.error("A tournament needs --database postgres.")
    if options.processes > 1 and options.database == SQLITE:
        parser.error("Several server processes need --database postgres.")
    for name in options.measures or MEASURES:
        if name in OTHERS:
            OTHERS[name]()
        else:
            with installed(options.database, options.processes) as it:
                if name == TOURNAMENT:
                    tournament(it, options.people, options.seconds)
                else:
                    MEASURES[name](it)


if __name__ == "__main__":
    main()
