"""Durable moves: so many games at once are played to their end.

Every move is committed before it is answered; a move's time runs from sending it until both
players have it, each from the server process that they are connected to.
"""

import asyncio
import random
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field

from tests.game_pages import Page, Room, open_rooms
from tests.server_games import Seats
from tests.tools.bench.installation import Installation, Used, parts, percentiles

DRAW = (0, 4, 8, 1, 7, 6, 2, 5, 3)
MISSED_AFTER = 5.0  # seconds: a page that sees no move learns of it from its next ping

During = AbstractAsyncContextManager[object]


@dataclass
class Played:
    times: list[float] = field(default_factory=list)
    missed: int = 0  # moves that a player learned of from a ping
    bytes: int = 0  # of messages, both ways
    used: Used = field(default_factory=Used)

    @property
    def cpu(self) -> dict[str, float]:
        return self.used.each(len(self.times))


def measure(installation: Installation, *, slots: int, rounds: int) -> None:
    played = play(installation, installation.create_games(slots * rounds), slots=slots)
    a_second = len(played.times) / played.used.seconds
    print(f"{slots} games at once: {a_second:.0f} moves a second, {percentiles(played.times)};")
    print(f"    CPU for each: {parts(played.cpu)}")
    print(f"    {1 / played.cpu['servers']:.0f} moves for a second of the servers' CPU")
    if played.missed:
        print(f"    {played.missed} moves reached a player only with the answer to a ping")


def play(
    installation: Installation,
    games: list[Seats],
    *,
    slots: int,
    pause: float = 0,
    during: During | None = None,
) -> Played:
    return asyncio.run(_play(installation, games, slots, pause, during or nullcontext()))


async def _play(
    installation: Installation, games: list[Seats], slots: int, pause: float, during: During
) -> Played:
    played = Played()
    async with open_rooms(games, *installation.servers) as rooms:
        await asyncio.sleep(2)  # until the presence messages have been sent
        played.bytes = -_bytes(rooms)
        async with during:
            with installation.meter() as played.used:
                shares = (rooms[slot::slots] for slot in range(slots))
                await asyncio.gather(*(_play_all(share, pause, played) for share in shares))
        played.bytes += _bytes(rooms)
    return played


async def _play_all(rooms: list[Room], pause: float, played: Played) -> None:
    await asyncio.sleep(pause * random.random())
    for room in rooms:
        for ply, cell in enumerate(DRAW):
            await asyncio.sleep(pause)
            began = time.perf_counter()
            await room.pages[ply % 2].send(type="move", id=f"m{ply}", ply=ply, cell=cell)
            for page in room.pages:
                await _receive_move(page, ply + 1, played)
            played.times.append(time.perf_counter() - began)


async def _receive_move(page: Page, ply: int, played: Played) -> None:
    try:
        async with asyncio.timeout(MISSED_AFTER):
            await page.receive(type="state", ply=ply)
    except TimeoutError:
        played.missed += 1
        await page.send(type="sync", id=f"s{ply}")
        await page.receive(type="state", ply=ply)


def _bytes(rooms: list[Room]) -> int:
    return sum(page.bytes for room in rooms for page in room.pages)
