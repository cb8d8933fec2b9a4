"""What is measured: servers, the database and what carries their events, and the CPU time of each.

The servers have a core each, and listen on ports of their own, as those of several machines do.
Clients, PostgreSQL and Valkey have the cores that are left, as if they were on another machine;
where none is left, all of them share all cores, and only CPU time can be compared.
"""

import os
import platform
import re
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg
from redis import Redis

from tests import postgres_server, server_games
from tests.redis_server import RedisServer
from tests.server import MANAGE, Server

CORES = sorted(os.sched_getaffinity(0))
SQLITE, POSTGRES = "sqlite", "postgres"


@dataclass
class Used:
    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)

    def each(self, count: float) -> dict[str, float]:
        return {part: seconds / count for part, seconds in self.cpu.items()}


class Installation:
    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.environment = environment
        self.servers: list[Server] = []
        self.beside: dict[str, int] = {}  # process ids by name

    def create_games(self, count: int) -> list[server_games.Seats]:
        return server_games.create_games(self.data, count, **self.environment)

    def start(self, server: Server) -> None:
        if server not in self.servers:
            self.servers.append(server)
        number = self.servers.index(server)
        with pinned_to([CORES[number % len(CORES)]]):
            server.start()

    @contextmanager
    def meter(self) -> Iterator[Used]:
        used = Used()
        began, before = time.perf_counter(), self._cpu()
        yield used
        used.cpu = {part: seconds - before[part] for part, seconds in self._cpu().items()}
        used.seconds = time.perf_counter() - began

    def _cpu(self) -> dict[str, float]:
        beside = {name: _cpu_seconds(pid) for name, pid in self.beside.items()}
        servers = sum(_cpu_seconds(pid) for pid in self._pids())
        return {"servers": servers, **beside, "clients": time.process_time()}

    def _pids(self) -> list[int]:
        return [server.process.pid for server in self.servers if server.process]


@contextmanager
def installed(
    database: str = SQLITE,
    processes: int = 1,
    program: tuple[str, ...] = MANAGE,
    is_first: bool = False,
) -> Iterator[Installation]:
    others = CORES[processes:] or CORES
    kind = "PostgreSQL and Valkey" if database == POSTGRES else "SQLite"
    print(f"{kind}; servers: {processes}, on cores of their own; all else on {others}", flush=True)
    with ExitStack() as stack:
        stack.enter_context(pinned_to(others))
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        installation = Installation(data)
        if database == POSTGRES:
            _start_postgres(installation, stack)
            _start_valkey(installation, stack)
        for _ in range(processes):
            environment = installation.environment
            server = Server(data, program=program, is_first=is_first, **environment)
            stack.push(server)
            installation.start(server)
        yield installation


def _start_postgres(installation: Installation, stack: ExitStack) -> None:
    url = stack.enter_context(postgres_server.new_database(postgres_server.url()))
    with psycopg.connect(url) as connection:
        backend = psutil.Process(connection.info.backend_pid)
        installation.beside["PostgreSQL"] = backend.ppid()
    installation.environment["DATABASE_URL"] = url


def _start_valkey(installation: Installation, stack: ExitStack) -> None:
    valkey = RedisServer()
    stack.callback(valkey.kill)
    with Redis(port=valkey.port) as client:
        installation.beside["Valkey"] = client.info("server")["process_id"]
    installation.environment["REDIS_URL"] = valkey.url


@contextmanager
def pinned_to(cores: Iterable[int]) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _cpu_seconds(pid: int) -> float:
    process, total = psutil.Process(pid), 0.0
    for each in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += sum(each.cpu_times()[:4])
    return total


# How figures are written


def machine() -> str:
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{(names or ['?'])[0]}, {len(CORES)} cores, Python {platform.python_version()}"


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.1f} ms"


def percentiles(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"{seconds(cuts[49])} at the 50th percentile, {seconds(cuts[98])} at the 99th"


def parts(cpu: dict[str, float]) -> str:
    return ", ".join(f"{part} {each * 1000:.2f} ms" for part, each in cpu.items())
