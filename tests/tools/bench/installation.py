"""What is measured: server processes, the database and what carries their events.

The servers have a core each. Clients, PostgreSQL and Valkey have the cores that are left, as if
they were on another machine; where none is left, all of them share all cores, and only what a move
costs in CPU time can be compared.

Several server processes listen on ports of their own, as those of several machines do.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
from redis import Redis

from tests import postgres_server
from tests.redis_server import RedisServer
from tests.server import Server
from tests.tools.bench import machine

SQLITE, POSTGRES = "sqlite", "postgres"
DATABASES = (SQLITE, POSTGRES)

_numbers = itertools.count()


@dataclass(frozen=True)
class Plan:
    """What to measure with.

    PostgreSQL comes with Valkey, which several processes need, so that the figures for one and for
    two can be compared.
    """

    database: str = SQLITE
    synchronous: str = "NORMAL"  # of SQLite
    processes: int = 1
    clients: int = 1
    games: int = 100_000  # in the record that staff look through

    def __str__(self) -> str:
        database = "PostgreSQL and Valkey" if self.database == POSTGRES else self._sqlite
        numbers = f"processes: {self.processes} of the server, {self.clients} of the client"
        return f"{database}; {numbers}; {self._pins}"

    @property
    def _sqlite(self) -> str:
        return f"SQLite, synchronous={self.synchronous}"

    @property
    def _pins(self) -> str:
        servers = sorted(set().union(*machine.cores_of_servers(self.processes)))
        others = sorted(machine.cores_beside(self.processes))
        return f"servers on cores {servers}, all else on {others}"


@dataclass(frozen=True)
class Usage:
    """Seconds of CPU time that the parts of an installation have used, by their names."""

    seconds: dict[str, float]

    def __sub__(self, before: Usage) -> Usage:
        return Usage({part: used - before.seconds[part] for part, used in self.seconds.items()})

    def __truediv__(self, divisor: float) -> Usage:
        return Usage({part: used / divisor for part, used in self.seconds.items()})


class Installation:
    """Servers that run, and the processes beside them."""

    def __init__(self, plan: Plan, data: Path, environment: dict[str, str]) -> None:
        self.plan = plan
        self.data = data
        self.environment = environment
        self.servers: list[Server] = []
        self.beside: dict[str, int] = {}  # process ids by name

    @property
    def server_pids(self) -> list[int]:
        return [server.process.pid for server in self.servers if server.process]

    @property
    def addresses(self) -> list[tuple[str, int]]:
        return [(server.host, server.port) for server in self.servers]

    def usage(self) -> Usage:
        used = {name: machine.cpu_seconds([pid]) for name, pid in self.beside.items()}
        return Usage({"servers": machine.cpu_seconds(self.server_pids), **used})


@contextmanager
def installed(plan: Plan) -> Iterator[Installation]:
    """Start all that the plan names, with an empty database; stop the servers at the end."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        installation = Installation(plan, data, {"SQLITE_SYNCHRONOUS": plan.synchronous})
        with machine.pinned_to(machine.cores_beside(plan.processes)):
            if plan.database == POSTGRES:
                _start_postgres(installation)
                _start_valkey(installation, stack)
        for cores in machine.cores_of_servers(plan.processes):
            server = Server(data, **installation.environment)
            with machine.pinned_to(cores):
                installation.servers.append(stack.enter_context(server))
        yield installation


def _start_postgres(installation: Installation) -> None:
    """Use a new database on the server of this run, which the first call starts."""
    url, name = postgres_server.url(), f"bench_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        backend = psutil.Process(connection.info.backend_pid)
        installation.beside["PostgreSQL"] = backend.ppid()
    installation.environment["DATABASE_URL"] = urlsplit(url)._replace(path=f"/{name}").geturl()


def _start_valkey(installation: Installation, stack: ExitStack) -> None:
    valkey = RedisServer()
    stack.callback(valkey.kill)
    with Redis(port=valkey.port) as client:
        installation.beside["Valkey"] = client.info("server")["process_id"]
    installation.environment["REDIS_URL"] = f"redis://127.0.0.1:{valkey.port}"
