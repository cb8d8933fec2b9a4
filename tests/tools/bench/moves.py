"""Durable moves: so many games at once are played to their end.

Every move is committed before it is answered; a move's time runs from sending it until both
players have it, each from the server process that they are connected to.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from tests.server_games import Seats, create_games
from tests.tools.bench import figures
from tests.tools.bench.clients import Clients, Steps
from tests.tools.bench.installation import Installation, Usage
from tests.tools.bench.light_socket import LightSocket
from tests.tools.bench.rooms import close_rooms, open_rooms

DRAW = (0, 4, 8, 1, 7, 6, 2, 5, 3)
MISSED_AFTER = 5.0  # seconds: a page that sees no move learns of it from its next ping


@dataclass
class Share:
    """What one client has measured."""

    times: list[float]
    missed: int  # moves that a player learned of from a ping
    sent: int  # bytes
    received: int
    cpu: float = 0.0  # seconds


@dataclass(frozen=True)
class Played:
    """What all of them have measured."""

    times: list[float]
    missed: int
    sent: float  # bytes for each move
    received: float
    seconds: float
    usage: Usage  # for each move; that of the clients too

    @property
    def a_second(self) -> float:
        return len(self.times) / self.seconds


def one_game(installation: Installation) -> None:
    report("1 game at once", play(installation, slots=1, rounds=100))


def fifty_games(installation: Installation) -> None:
    report("50 games at once", play(installation, slots=50, rounds=8))


def four_hundred_games(installation: Installation) -> None:
    report("400 games at once", play(installation, slots=400, rounds=2))


def play(
    installation: Installation,
    *,
    slots: int,
    rounds: int,
    pause: float = 0,
    during: AbstractContextManager[None] | None = None,
) -> Played:
    """Play in each of the slots one game after the other, in the context ``during``.

    :param pause: seconds between the moves of a slot.
    """
    games = create_games(installation.data, slots * rounds, **installation.environment)
    work = [(installation.addresses, games[slot::slots], pause) for slot in range(slots)]
    with Clients(installation.plan.clients, _play_slots, work) as clients:
        clients.reach()
        began, before = time.perf_counter(), installation.usage()
        with during or nullcontext():
            clients.reach()
        seconds, usage = time.perf_counter() - began, installation.usage() - before
        return _together(clients.results(), seconds, usage)


def report(name: str, played: Played) -> None:
    print(f"{name}: {played.a_second:.0f} moves a second, {figures.percentiles(played.times)};")
    print(f"    CPU for each: {figures.parts(played.usage.seconds)}")
    print(f"    {1 / played.usage.seconds['servers']:.0f} moves for a second of the servers' CPU")
    if played.missed:
        print(f"    {played.missed} moves reached a player only with the answer to a ping")


def _together(shares: list[Share], seconds: float, usage: Usage) -> Played:
    times = [each for share in shares for each in share.times]
    cpu = Usage({**usage.seconds, "clients": sum(share.cpu for share in shares)})
    return Played(
        times=times,
        missed=sum(share.missed for share in shares),
        sent=sum(share.sent for share in shares) / len(times),
        received=sum(share.received for share in shares) / len(times),
        seconds=seconds,
        usage=cpu / len(times),
    )


Slot = tuple[list[tuple[str, int]], list[Seats], float]


async def _play_slots(slots: Sequence[Slot], steps: Steps) -> Share:
    rooms = [await open_rooms(addresses, games) for addresses, games, _ in slots]
    pauses = [pause for _, _, pause in slots]
    await asyncio.sleep(2)  # until the presence messages have been sent
    share = Share([], 0, -_sent(rooms), -_received(rooms))
    await steps.reach()
    await asyncio.gather(*(_play_all(*slot, share) for slot in zip(rooms, pauses, strict=True)))
    share.sent += _sent(rooms)
    share.received += _received(rooms)
    await steps.reach()
    share.cpu = steps.cpu
    close_rooms(room for slot in rooms for room in slot)
    return share


async def _play_all(rooms: list[list[LightSocket]], pause: float, share: Share) -> None:
    await asyncio.sleep(pause * random.random())
    for sockets in rooms:
        for ply, cell in enumerate(DRAW):
            await asyncio.sleep(pause)
            began = time.perf_counter()
            sockets[ply % 2].send(type="move", id=f"m{ply}", ply=ply, cell=cell)
            for socket in sockets:
                await _receive_move(socket, ply + 1, share)
            share.times.append(time.perf_counter() - began)


async def _receive_move(socket: LightSocket, ply: int, share: Share) -> None:
    try:
        async with asyncio.timeout(MISSED_AFTER):
            await socket.receive_ply(ply)
    except TimeoutError:
        share.missed += 1
        socket.send(type="sync", id=f"s{ply}")
        await socket.receive_ply(ply)


def _sent(rooms: list[list[list[LightSocket]]]) -> int:
    return sum(socket.sent for slot in rooms for sockets in slot for socket in sockets)


def _received(rooms: list[list[list[LightSocket]]]) -> int:
    return sum(socket.received for slot in rooms for sockets in slot for socket in sockets)
