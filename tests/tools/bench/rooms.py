"""Games with a socket of each player, open on the servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from tests.server_games import Seats
from tests.tools.bench.light_socket import LightSocket, open_socket

AT_A_TIME = 20  # rooms

Address = tuple[str, int]  # the host and the port of a server
Room = list[LightSocket]


async def open_rooms(addresses: list[Address], games: Iterable[Seats]) -> list[Room]:
    few = asyncio.Semaphore(AT_A_TIME)

    async def one(seats: Seats) -> Room:
        async with few:
            return await open_room(addresses, seats)

    return await asyncio.gather(*map(one, games))


async def open_room(addresses: list[Address], seats: Seats) -> Room:
    """Open the socket of each player, on different servers if there are several.

    The first state has come when this returns.
    """
    room = []
    for seat, cookie in enumerate(seats.cookies):
        address = addresses[seat % len(addresses)]
        socket = await open_socket(*address, f"/ws/g/{seats.game_id}/", cookie)
        await socket.receive_type("state")
        room.append(socket)
    return room


def close_rooms(rooms: Iterable[Room]) -> None:
    for room in rooms:
        for socket in room:
            socket.close()
