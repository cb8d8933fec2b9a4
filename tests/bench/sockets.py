"""Websockets to a running server."""

from __future__ import annotations

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.games import Seats
from tests.server import Server


async def open_both(server: Server, seats: Seats) -> list[ClientConnection]:
    """Open the socket of each player of a game, and receive the first state on each."""
    return [await open_socket(server, seats.game_id, cookie) for cookie in seats.cookies]


async def open_socket(server: Server, game_id: str, cookie: str) -> ClientConnection:
    """Open the socket of the player of a session cookie, and receive the first state on it."""
    socket = await connect(
        f"ws://{server.host}:{server.port}/ws/g/{game_id}/",
        origin=server.url.rstrip("/"),  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        compression=None,
        max_queue=None,
        ping_interval=None,
    )
    await socket.recv()
    return socket
