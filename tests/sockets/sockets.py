from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator

from games.models import Game, Player
from games.protocol import DEFAULTS, SEAT_DEFAULTS
from tests.sessions import session_cookie
from tictactoe_site.asgi import application

TIMEOUT = 20  # seconds
HEADERS = [(b"host", b"testserver:8000"), (b"origin", b"http://testserver:8000")]


class Socket(WebsocketCommunicator):
    async def connect(self, timeout: float = TIMEOUT):
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = TIMEOUT):
        return await super().receive_output(timeout)

    async def receive_json_from(self, timeout: float = TIMEOUT):
        return await super().receive_json_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = TIMEOUT) -> None:
        await super().disconnect(code, timeout)

    async def receive(self) -> dict[str, Any]:
        return dict(await self.receive_json_from())

    async def request(self, type: str, **fields: object) -> dict[str, Any]:
        if type == "ping":
            fields.setdefault("visible", True)
        await self.send_json_to({"type": type, "id": "k", **fields})
        return await self.receive()


def complete(state: dict[str, Any]) -> dict[str, Any]:
    seats = {mark: seat and {**SEAT_DEFAULTS, **seat} for mark, seat in state["seats"].items()}
    return {**DEFAULTS, **state, "seats": seats}


class GameSocket(Socket):
    state: dict[str, Any]

    def __init__(self, game_id: str, *headers: tuple[bytes, bytes], query: str = "") -> None:
        path = f"/ws/g/{game_id}/{query}"
        super().__init__(application, path, headers=[*headers, *HEADERS])

    async def receive(self) -> dict[str, Any]:
        while (message := await self.receive_json_from())["type"] == "presence":
            continue
        if message["type"] == "state":
            message = self.state = complete(message)
        return message

    async def receive_ply(self, ply: int) -> dict[str, Any]:
        while (message := await self.receive()).get("ply") != ply:
            continue
        return message

    async def receive_presence(self, **expected: object) -> None:
        while True:
            message = await self.receive_json_from()
            if message["type"] == "presence" and expected.items() <= message.items():
                return

    async def request_hint(self, *, ply: int) -> dict[str, Any]:
        message = await self.request("hint", ply=ply)
        while message["type"] == "state":
            message = await self.receive()
        return message

    async def has_no_message(self) -> bool:
        return (await self.request("ping"))["type"] == "pong"


@asynccontextmanager
async def opened(socket: WebsocketCommunicator):
    is_accepted, _ = await socket.connect()
    assert is_accepted
    try:
        yield
    finally:
        await socket.disconnect()


@asynccontextmanager
async def open_socket(game_id: str, player: Player | None, query: str = ""):
    socket = GameSocket(game_id, await session_cookie(player), query=query)
    async with opened(socket):
        yield socket


@asynccontextmanager
async def connected(game: Game, player: Player | None, query: str = ""):
    async with open_socket(game.pk, player, query) as socket:
        assert (await socket.receive())["type"] == "state"
        yield socket
