"""What open sockets cost: memory, and the answers to their heartbeats."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench import figures, machine
from tests.bench.clients import Clients, Steps
from tests.bench.games import create_games
from tests.bench.installation import Installation, Usage
from tests.bench.light_socket import LightSocket
from tests.bench.rooms import close_rooms, open_rooms

SOCKETS = 10_000
VISIBLE, HIDDEN = (
    5,
    25,
)  # seconds between two pings of a page that is in view, and of one that is not
ROUNDS = 2  # pings of each socket
LATE = 9.0  # seconds after which a page takes its connection for dead


@dataclass(frozen=True)
class Heartbeats:
    """Pings at the pace of so many pages, and what they cost a second."""

    times: list[float]
    seconds: float
    usage: Usage


@dataclass(frozen=True)
class Idle:
    """What so many open sockets cost."""

    memory: float  # KB for each
    opening: Usage  # for each
    hidden: Heartbeats
    visible: Heartbeats


def idle_connections(installation: Installation) -> None:
    idle = hold(installation, SOCKETS)
    print(f"{SOCKETS:,} idle connections: {idle.memory:.1f} KB each;")
    print(f"    CPU to open each: {figures.parts(idle.opening.seconds)}")
    _report("hidden", HIDDEN, idle.hidden)
    _report("in view", VISIBLE, idle.visible)


def hold(installation: Installation, sockets: int) -> Idle:
    """Open sockets, two at each game, and let them ping as pages do."""
    games = create_games(installation.data, sockets // 2, **installation.environment)
    work = [(installation.addresses, seats) for seats in games]
    memory, before = _memory(installation), installation.usage()
    with Clients(installation.plan.clients, _hold, work) as clients:
        clients.reach()
        opening = installation.usage() - before
        grown = _memory(installation) - memory
        hidden, visible = [_measure(installation, clients) for _ in (HIDDEN, VISIBLE)]
        times = clients.results()
    return Idle(
        grown / sockets,
        opening / sockets,
        Heartbeats([each for share in times for each in share[0]], *hidden),
        Heartbeats([each for share in times for each in share[1]], *visible),
    )


def _measure(
    installation: Installation, clients: Clients[list[list[float]]]
) -> tuple[float, Usage]:
    began, before = time.perf_counter(), installation.usage()
    clients.reach()
    seconds = time.perf_counter() - began
    return seconds, (installation.usage() - before) / seconds


def _report(name: str, pause: float, beats: Heartbeats) -> None:
    pings = len(beats.times) / beats.seconds
    late = sum(time > LATE for time in beats.times) / len(beats.times)
    print(f"    {name}, a ping every {pause} s: {pings:.0f} pings a second;")
    print(f"        CPU a second: {figures.parts(beats.usage.seconds)}")
    print(f"        answered after {figures.percentiles(beats.times)}; {late:.0%} too late")


def _memory(installation: Installation) -> float:
    return machine.memory(installation.server_pids)


async def _hold(
    work: Sequence[tuple[list[tuple[str, int]], object]], steps: Steps
) -> list[list[float]]:
    """Open the sockets of both players of each game; return the times until pings are answered."""
    rooms = await open_rooms(work[0][0], [seats for _, seats in work])
    sockets = [socket for room in rooms for socket in room]
    await asyncio.sleep(5)  # until the presence messages have been sent
    await steps.reach()
    times = []
    for pause in (HIDDEN, VISIBLE):
        times.append(await _ping_all(sockets, pause))
        await steps.reach()
    close_rooms(rooms)
    return times


async def _ping_all(sockets: list[LightSocket], pause: float) -> list[float]:
    pinged = await asyncio.gather(*(_ping(socket, pause) for socket in sockets))
    return [time for times in pinged for time in times]


async def _ping(socket: LightSocket, pause: float) -> list[float]:
    """Ping now and then, beginning at a time of its own, as pages are opened when they are."""
    times = []
    await asyncio.sleep(random.uniform(0, pause))
    for number in range(ROUNDS):
        began = time.perf_counter()
        socket.send(type="ping", id=f"p{pause}{number}", visible=pause == VISIBLE)
        await socket.receive_type("pong")
        times.append(time.perf_counter() - began)
        await asyncio.sleep(max(0, pause - times[-1]))
    return times
