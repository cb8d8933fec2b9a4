"""Games with a socket of each player, open on the servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.server import Server
from tests.server_games import Seats, connect_socket

AT_A_TIME = 20  # games whose sockets are opened


@dataclass
class Socket:
    """A player's socket, on which messages are sent and received as JSON."""

    connection: ClientConnection
    state: dict[str, Any] = field(default_factory=dict)  # the first that has come
    bytes: int = 0  # of messages, both ways

    async def send(self, **message: Any) -> None:
        text = json.dumps(message)
        self.bytes += len(text)
        await self.connection.send(text)

    async def receive(self, type: str, **fields: Any) -> dict[str, Any]:
        """Return the next message of a type with these fields, and drop those before it."""
        while True:
            text = await self.connection.recv()
            self.bytes += len(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == type and fields.items() <= message.items():
                return message


Room = list[Socket]


async def open_rooms(
    servers: list[Server], games: Iterable[Seats], opened: Callable[[Room], object] | None = None
) -> list[Room]:
    """Open the sockets of both players of each game, at different servers if there are several.

    The first state has come on each. ``opened`` is called with each room.
    """
    few = asyncio.Semaphore(AT_A_TIME)

    async def open_room(seats: Seats) -> Room:
        async with few:
            room = [
                await open_socket(servers[seat % len(servers)], seats.game_id, cookie)
                for seat, cookie in enumerate(seats.cookies)
            ]
        if opened:
            opened(room)
        return room

    return await asyncio.gather(*map(open_room, games))


async def open_socket(server: Server, game_id: str, cookie: str) -> Socket:
    """Open a socket, and wait for the first state for as long as that takes."""
    socket = Socket(await connect_socket(server, game_id, cookie, open_timeout=None))
    socket.state = await socket.receive("state")
    return socket


def close_rooms(rooms: Iterable[Room]) -> None:
    for room in rooms:
        for socket in room:
            socket.connection.transport.abort()
