"""How many players so many servers carry: arithmetic from the measured costs of what players do.

PostgreSQL and Valkey are in use, and the players of a game at different servers, so every move goes
over Valkey. What a player needs is what they do, each thing times what it costs.
"""

from __future__ import annotations

from dataclasses import dataclass

import psycopg

from tests.tools.bench import idle, moves, pages
from tests.tools.bench.installation import POSTGRES, Installation, installed, parts

# What is assumed of players and of machines.
MOVE_EVERY = 10  # seconds between two moves of a player
GAME_SECONDS = len(moves.DRAW) * MOVE_EVERY / 2
CORES = 8  # of a machine
BUSY = 0.7  # of a core that may be used, so that nobody waits for long
MACHINES = 10  # with servers; one more has PostgreSQL, and one Valkey, which uses one core

# How often a player does it, a second. One of the two creates the game, both go to its page.
RATES = {
    "move": 1 / MOVE_EVERY,
    "ping": 1 / idle.VISIBLE,
    "new game": 1 / GAME_SECONDS / 2,
    "game page": 1 / GAME_SECONDS,
    "socket": 1 / GAME_SECONDS,
}
GAMES, SOCKETS = 200, 1000  # by which a move and a socket are measured


@dataclass(frozen=True)
class Costs:
    """CPU time by what is done and the part that does it, and what else a player needs."""

    cpu: dict[str, dict[str, float]]
    memory: float  # KB for each socket
    wire: float  # bytes for each move
    disk: float  # bytes for each game

    def of_player(self, part: str) -> float:
        """Return the share of a core that a player needs of a part of the installation."""
        return sum(rate * self.cpu[what][part] for what, rate in RATES.items())


def main() -> None:
    costs = _measure()
    for what, rate in RATES.items():
        print(f"{what + ':':10} {rate:.3f} a second of each player; {parts(costs.cpu[what])}")
    print(f"{costs.memory:.0f} KB for each socket, {costs.wire / 1024:.1f} KB sent for each move, ")
    print(f"    {costs.disk / 1024:.1f} KB in PostgreSQL for each game")
    for name, limits in _limits(costs).items():
        carried = sorted((players, part) for part, players in limits.items())
        print(f"{name}:", ", then ".join(f"{part} {players:,.0f}" for players, part in carried))


def _measure() -> Costs:
    with installed(POSTGRES, processes=2) as installation:
        before = _disk(installation)
        played = moves.play(installation, slots=50, rounds=GAMES // 50)
        disk = (_disk(installation) - before) / GAMES
    with installed(POSTGRES, processes=2) as installation:
        held = idle.hold(installation, SOCKETS)
        cpu = {
            "move": played.cpu,
            "ping": held.ping,
            "new game": pages.new_games(installation),
            "game page": pages.game_page(installation),
            "socket": held.opening,
        }
    return Costs(cpu, held.memory, played.bytes / len(played.times), disk)


def _disk(installation: Installation) -> int:
    """Return how large the database is, in bytes."""
    with psycopg.connect(installation.environment["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row
    return int(row[0])


def _limits(costs: Costs) -> dict[str, dict[str, float]]:
    """Return how many players each part carries, for each size of an installation."""
    server, postgres, valkey = map(costs.of_player, ("servers", "PostgreSQL", "Valkey"))
    return {
        "one process": {"the server's core": BUSY / server},
        f"one machine of {CORES} cores": {
            "the cores, which all share": CORES * BUSY / (server + postgres + valkey)
        },
        f"{MACHINES} machines of {CORES} cores, and two for PostgreSQL and Valkey": {
            "the servers' cores": MACHINES * CORES * BUSY / server,
            "PostgreSQL's cores": CORES * BUSY / postgres,
            "Valkey's one core": BUSY / valkey,
        },
    }
