"""Websockets to a running server."""

from __future__ import annotations

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.games import Seats
from tests.server import Server


async def open_both(server: Server, seats: Seats) -> list[ClientConnection]:
    """Open the socket of each player of a game, and receive the first state on each."""
    address = f"ws://{server.host}:{server.port}/ws/g/{seats.game_id}/"
    origin = server.url.rstrip("/")
    sockets = []
    for cookie in seats.cookies:
        headers = {"Cookie": cookie}
        socket = await connect(
            address,
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            max_queue=None,
            ping_interval=None,
        )
        await socket.recv()
        sockets.append(socket)
    return sockets
