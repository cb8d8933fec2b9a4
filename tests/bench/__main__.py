"""``python -m tests.bench``: how fast the real server is, over real sockets. Not a test.

``python -m tests.bench one_game fifty_games`` takes these measures alone, of ``MEASURES``;
``python -m tests.bench search`` measures the search instead.

The server has one core and the clients another. Every move is committed before it is answered;
a move's time runs from sending it until both players have it. To compare two versions on a busy
machine, run them in turn several times, and compare the server's CPU time for each move.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from http.client import HTTPConnection
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.bench import search
from tests.bench.games import Seats, create_games
from tests.bench.sockets import open_both
from tests.server import Server

DRAW = (0, 4, 8, 1, 7, 6, 2, 5, 3)
IDLE = 2000  # connections
PAGES = 300  # requests


def main() -> None:
    print(f"{_cpu()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    names = sys.argv[1:]
    if names == ["search"]:
        search.main()
    elif unknown := set(names) - MEASURES.keys():
        sys.exit(f"Not a measure: {', '.join(unknown)}. Choose from search, {', '.join(MEASURES)}.")
    else:
        _measure_server(names or list(MEASURES))


def _measure_server(names: list[str]) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16384), hard))
    for name in names:
        with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
            _pin(server)
            asyncio.run(MEASURES[name](server))


async def one_game(server: Server) -> None:
    await _play("1 game at once", server, slots=1, rounds=30)


async def fifty_games(server: Server) -> None:
    await _play("50 games at once", server, slots=50, rounds=5)


async def _play(name: str, server: Server, *, slots: int, rounds: int) -> None:
    games = create_games(server.data, slots * rounds)
    rooms = await _each(games, lambda seats: open_both(server, seats))
    await asyncio.sleep(2)  # until the presence messages have been sent
    times: list[float] = []
    began, busy = time.perf_counter(), _busy(server)
    await asyncio.gather(*(_play_all(rooms[slot::slots], times) for slot in range(slots)))
    seconds, busy = time.perf_counter() - began, _busy(server) - busy
    print(f"{name}: {len(times) / seconds:.0f} moves a second, {_percentiles(times)};")
    print(f"    {busy / len(times) * 1000:.2f} ms of the server's core for each")
    await asyncio.gather(*(socket.close() for room in rooms for socket in room))


async def _play_all(rooms: list[list[ClientConnection]], times: list[float]) -> None:
    for sockets in rooms:
        for ply, cell in enumerate(DRAW):
            began = time.perf_counter()
            message = {"type": "move", "id": f"m{ply}", "ply": ply, "cell": cell}
            await sockets[ply % 2].send(json.dumps(message))
            await asyncio.gather(*(_receive_state(socket, ply + 1) for socket in sockets))
            times.append(time.perf_counter() - began)


async def _receive_state(socket: ClientConnection, ply: int) -> None:
    while json.loads(await socket.recv()).get("ply") != ply:
        continue


async def idle_connections(server: Server) -> None:
    games = create_games(server.data, IDLE // 2)
    await open_both(server, games[0])
    before = _memory(server)
    rooms = await _each(games[1:], lambda seats: open_both(server, seats))
    await asyncio.sleep(2)  # until the last presence messages have been sent
    each = (_memory(server) - before) / (2 * len(rooms))
    print(f"{2 * len(rooms)} idle connections: {each:.1f} KB each")


async def pages(server: Server) -> None:
    seats = create_games(server.data, 1)[0]
    for name, path in (("first page", "/"), ("game page", f"/g/{seats.game_id}/")):
        times = await asyncio.to_thread(_fetch, server, path, seats.cookies[0])
        print(f"{name}: {len(times) / sum(times):.0f} a second, {_percentiles(times)}")


def _fetch(server: Server, path: str, cookie: str) -> list[float]:
    connection = HTTPConnection(server.host, server.port)
    times = []
    for _ in range(PAGES):
        began = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": cookie})
        response = connection.getresponse()
        response.read()
        times.append(time.perf_counter() - began)
        assert response.status == 200
    return times


async def _each(
    games: Iterable[Seats], action: Callable[[Seats], Awaitable[list[ClientConnection]]]
) -> list[list[ClientConnection]]:
    """Open the sockets of the games, those of a few games at a time."""
    few = asyncio.Semaphore(20)

    async def one(seats: Seats) -> list[ClientConnection]:
        async with few:
            return await action(seats)

    return await asyncio.gather(*map(one, games))


def _percentiles(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"{cuts[49] * 1000:.1f} ms at the 50th percentile, {cuts[98] * 1000:.1f} ms at the 99th"


def _memory(server: Server) -> float:
    """Return the server's resident memory, in KB."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])


def _busy(server: Server) -> float:
    """Return the CPU time that the server has used, in seconds."""
    assert server.process
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _pin(server: Server) -> None:
    assert server.process
    cores = sorted(os.sched_getaffinity(0))
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {cores[0]})
    os.sched_setaffinity(0, set(cores[1:] or cores))


def _cpu() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next(line.split(": ")[1] for line in lines if line.startswith("model name"))


MEASURES: dict[str, Callable[[Server], Coroutine[None, None, None]]] = {
    measure.__name__: measure for measure in (one_game, fifty_games, idle_connections, pages)
}

if __name__ == "__main__":
    main()
