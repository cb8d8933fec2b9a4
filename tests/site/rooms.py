"""Players of one game over real sockets, who go on asking while a server cannot save."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection

from tests.server import Server
from tests.server_games import Seats, connect_socket

RETRY = 0.25  # seconds, as a page waits before it sends again what was not saved


class Room:
    """A game, and the sockets of its two players, which may be at different servers."""

    def __init__(self, seats: Seats, sockets: list[ClientConnection]) -> None:
        self.game_id = seats.game_id
        self.sockets = sockets
        self.confirmed: list[int] = []  # cells of the moves that were answered with "ok"
        self.refusals: list[str] = []  # codes of the others

    async def play(self, cells: Sequence[int]) -> None:
        """Play cells in turn, each until it is confirmed."""
        for cell in cells:
            await self.move(cell)

    async def move(self, cell: int) -> None:
        ply = len(self.confirmed)
        fields = {"id": f"m{ply}", "ply": ply, "cell": cell}
        while (answer := await self.request(ply % 2, "move", **fields))["type"] != "ok":
            self.refusals.append(answer["code"])
            assert answer["code"] == "not_saved"
            await asyncio.sleep(RETRY)
        self.confirmed.append(cell)

    async def request(self, seat: int, type: str, **fields: object) -> dict[str, Any]:
        """Send a message from a seat, and return its answer."""
        await self.sockets[seat].send(json.dumps({"type": type, **fields}))
        while (message := await receive(self.sockets[seat])).get("id") != fields["id"]:
            continue
        return message

    async def wait_for(self, seat: int, ply: int) -> None:
        """Wait until a seat sees this ply, asking as often as a page that pings."""
        for number in range(100):
            answer = await self.request(seat, "ping", id=f"p{number}", visible=True)
            if answer["type"] == "pong" and answer["version"] > ply:
                return
            await asyncio.sleep(RETRY)
        raise AssertionError(f"ply {ply} was not seen")


def stored_moves(database: str, game_id: str) -> list[int]:
    """Return the cells of a game's moves as PostgreSQL has them."""
    with psycopg.connect(database) as connection:
        moves = "SELECT cell FROM games_move WHERE game_id = %s ORDER BY ply"
        return [cell for (cell,) in connection.execute(moves, [game_id])]


async def receive(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 30))
    return message


@asynccontextmanager
async def open_rooms(games: list[Seats], x: Server, o: Server) -> AsyncIterator[list[Room]]:
    """Open the sockets of games, those of X at one server and those of O at another."""
    rooms = [
        Room(
            seats,
            [
                await connect_socket(server, seats.game_id, cookie)
                for server, cookie in zip((x, o), seats.cookies, strict=True)
            ],
        )
        for seats in games
    ]
    for room in rooms:
        for socket in room.sockets:
            assert (await receive(socket))["type"] == "state"
    try:
        yield rooms
    finally:
        await asyncio.gather(*(socket.close() for room in rooms for socket in room.sockets))
