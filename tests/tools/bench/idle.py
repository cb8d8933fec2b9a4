"""What open sockets cost: memory, and the answers to their heartbeats."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.server_games import Seats, create_games
from tests.tools.bench import figures, machine
from tests.tools.bench.clients import Clients, Steps
from tests.tools.bench.installation import Installation, Usage
from tests.tools.bench.light_socket import LightSocket
from tests.tools.bench.rooms import AT_A_TIME, Address, open_room

SOCKETS = 10_000
VISIBLE, HIDDEN = (
    5,
    25,
)  # seconds between two pings of a page that is in view, and of one that is not
PERIODS = 2  # between two pings, for which the pings are measured
SETTLED_AFTER = HIDDEN + VISIBLE  # seconds until all have pinged at a new pace
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
    opening: Usage  # for each, with the pings of those that are open already
    hidden: Heartbeats
    visible: Heartbeats


def idle_connections(installation: Installation) -> None:
    idle = hold(installation, SOCKETS)
    print(f"{SOCKETS:,} idle connections: {idle.memory:.1f} KB each;")
    print(f"    CPU to open each: {figures.parts(idle.opening.seconds)}")
    _report("hidden", HIDDEN, idle.hidden)
    _report("in view", VISIBLE, idle.visible)


def hold(installation: Installation, sockets: int) -> Idle:
    """Open sockets, two at each game, which ping as pages do: first hidden ones, then in view."""
    games = create_games(installation.data, sockets // 2, **installation.environment)
    work = [(installation.addresses, seats) for seats in games]
    memory, before = _memory(installation), installation.usage()
    with Clients(installation.plan.clients, _hold, work) as clients:
        clients.reach()
        opening = installation.usage() - before
        clients.reach()
        grown = _memory(installation) - memory
        hidden = _measure(installation, clients)
        clients.reach()
        visible = _measure(installation, clients)
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


class Pages:
    """Pages that are open, all of them hidden or all in view."""

    def __init__(self, pause: float) -> None:
        self.pause = pause  # seconds between two pings of each
        self.times: list[float] = []  # until pings were answered
        self._heartbeats: list[asyncio.Task[None]] = []

    async def open(self, addresses: list[Address], games: Sequence[Seats]) -> None:
        few = asyncio.Semaphore(AT_A_TIME)

        async def one(seats: Seats) -> None:
            async with few:
                room = await open_room(addresses, seats)
            self._heartbeats += [asyncio.create_task(self._ping(socket)) for socket in room]

        await asyncio.gather(*map(one, games))

    async def settle(self) -> None:
        """Wait until all ping at this pace, and what that says of their presence has been sent."""
        await asyncio.sleep(SETTLED_AFTER)

    async def measure(self) -> list[float]:
        self.times = []
        await asyncio.sleep(PERIODS * self.pause)
        return self.times

    def close(self) -> None:
        for each in self._heartbeats:
            each.cancel()

    async def _ping(self, socket: LightSocket) -> None:
        """Ping now and then, beginning at a time of its own, as pages are opened when they are."""
        try:
            wait = random.uniform(0, self.pause)
            while True:
                await asyncio.sleep(wait)
                began = time.perf_counter()
                socket.send(type="ping", id="p", visible=self.pause == VISIBLE)
                await socket.receive_type("pong")
                self.times.append(time.perf_counter() - began)
                wait = max(0, self.pause - self.times[-1])
        finally:
            socket.close()


async def _hold(work: Sequence[tuple[list[Address], Seats]], steps: Steps) -> list[list[float]]:
    """Open the sockets of both players of each game; return the times until pings are answered."""
    pages, times = Pages(HIDDEN), []
    await pages.open(work[0][0], [seats for _, seats in work])
    await steps.reach()
    for pause in (HIDDEN, VISIBLE):
        pages.pause = pause
        await pages.settle()
        await steps.reach()
        times.append(await pages.measure())
        await steps.reach()
    pages.close()
    return times
