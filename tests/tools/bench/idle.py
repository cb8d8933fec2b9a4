"""What open sockets cost: memory, and the answers to their heartbeats."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from typing import NamedTuple

from tests.game_pages import Page, Room, open_rooms
from tests.tools.bench.installation import Installation, parts, percentiles

VISIBLE, HIDDEN = 5, 25  # seconds between two pings of a page in view, and of one that is not
PERIODS = 2  # between two pings, for which the pings are measured
SETTLED_AFTER = HIDDEN + VISIBLE  # seconds until all have pinged at a new pace
LATE = 9.0  # seconds after which a page takes its connection for dead


class Idle(NamedTuple):
    """What each of many open sockets costs."""

    memory: float  # KB
    opening: dict[str, float]  # CPU time, with the pings of those that are open already
    ping: dict[str, float]  # CPU time for a ping of a page in view


def idle_connections(installation: Installation) -> None:
    hold(installation, 10_000)


def hold(installation: Installation, sockets: int) -> Idle:
    """Open sockets, two at each game, which ping as pages do: first hidden ones, then in view."""
    return asyncio.run(_hold(installation, sockets))


async def _hold(installation: Installation, sockets: int) -> Idle:
    games, pages, before = installation.create_games(sockets // 2), Pages(), installation.memory()
    async with AsyncExitStack() as stack:
        with installation.meter() as used:
            opening = open_rooms(games, *installation.servers, opened=pages.begin)
            await stack.enter_async_context(opening)
        await asyncio.sleep(SETTLED_AFTER)
        memory = (installation.memory() - before) / sockets
        print(f"{sockets:,} idle connections: {memory:.1f} KB each;")
        print(f"    CPU to open each: {parts(used.each(sockets))}")
        await pages.measure(installation, "hidden")
        pages.pause = VISIBLE
        await asyncio.sleep(SETTLED_AFTER)
        return Idle(memory, used.each(sockets), await pages.measure(installation, "in view"))


class Pages:
    """Pages that are open, all of them hidden or all in view."""

    def __init__(self) -> None:
        self.pause = HIDDEN  # seconds between two pings of each
        self.times: list[float] = []  # until pings were answered
        self._heartbeats: list[asyncio.Task[None]] = []

    def begin(self, room: Room) -> None:
        self._heartbeats += [asyncio.create_task(self._ping(page)) for page in room.pages]

    async def measure(self, installation: Installation, name: str) -> dict[str, float]:
        """Print what pings cost at this pace; return the CPU time for each."""
        self.times.clear()
        with installation.meter() as used:
            await asyncio.sleep(PERIODS * self.pause)
        pings, late = len(self.times), sum(time > LATE for time in self.times)
        print(f"    {name}, every {self.pause} s: {pings / used.seconds:.0f} pings a second;")
        print(f"        CPU a second: {parts(used.each(used.seconds))}")
        print(f"        answered after {percentiles(self.times)}; {late / pings:.0%} too late")
        return used.each(pings)

    async def _ping(self, page: Page) -> None:
        """Ping now and then, beginning at a time of its own, as pages are opened when they are."""
        wait = random.uniform(0, self.pause)
        while True:
            await asyncio.sleep(wait)
            began = time.perf_counter()
            await page.send(type="ping", id="p", visible=self.pause == VISIBLE)
            await page.receive(type="pong")
            self.times.append(time.perf_counter() - began)
            wait = max(0, self.pause - self.times[-1])
