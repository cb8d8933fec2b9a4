"""Pages of games on real servers: each has a socket, on which it sends and receives JSON."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server import Server
from tests.server_games import Seats

AT_A_TIME = 20  # games whose pages are opened
RETRY = 0.25  # seconds, as a page waits before it sends again what was not saved

Message = dict[str, Any]


class Page:
    connection: ClientConnection

    def __init__(self, game_id: str, cookie: str, *servers: Server) -> None:
        self.game_id = game_id
        self.state: Message = {"version": 0}  # the newest
        self.records: list[list[int]] = []  # the moves of each state that was newer than the last
        self.refusals: list[str] = []  # their codes
        self.closed_with: list[int | None] = []  # the codes of the sockets that were lost
        self.bytes = 0  # of messages, both ways
        self._cookie = cookie
        self._servers = deque(servers)

    async def open(self) -> Message:
        server = self._servers[0]
        self.connection = await connect(
            f"ws://{server.host}:{server.port}/ws/g/{self.game_id}/?states",
            origin=server.url.rstrip("/"),  # type: ignore[arg-type]
            additional_headers={"Cookie": self._cookie},
            compression=None,
            max_queue=None,
            open_timeout=None,
            ping_interval=None,
        )
        return await self.receive(type="state")

    async def open_elsewhere(self) -> Message:
        while True:
            self._servers.rotate(-1)
            try:
                return await self.open()
            except (OSError, InvalidHandshake):  # The server has stopped, or is about to.
                await asyncio.sleep(0)
            except ConnectionClosed:  # The server began to stop before it had sent the state.
                self.closed_with.append(self.connection.close_code)

    def close(self) -> None:
        self.connection.transport.abort()

    async def send(self, **message) -> None:
        text = json.dumps(message)
        self.bytes += len(text)
        await self.connection.send(text)

    async def receive(self, **fields) -> Message:
        while True:
            text = await self.connection.recv()
            self.bytes += len(text)
            message: Message = json.loads(text)
            self._note(message)
            if fields.items() <= message.items():
                return message

    async def request(self, type: str, *, id: str = "k", **fields) -> Message:
        await self.send(type=type, id=id, **fields)
        while id not in ((message := await self.receive()).get("id"), message.get("answers")):
            continue
        return message

    async def move(self, ply: int, cell: int) -> None:
        while True:
            try:
                answer = await self.request("move", id=f"m{ply}", ply=ply, cell=cell)
            except ConnectionClosed:
                self.closed_with.append(self.connection.close_code)
                await self.open_elsewhere()
            else:
                if answer["type"] in {"ok", "state"}:
                    return
                assert answer["code"] == "not_saved"
                await asyncio.sleep(RETRY)

    async def wait_for(self, ply: int) -> None:
        for number in range(100):
            answer = await self.request("ping", id=f"p{number}", visible=True)
            if answer["type"] == "pong" and answer["version"] > ply:
                return
            await asyncio.sleep(RETRY)
        raise AssertionError(f"ply {ply} was not seen")

    def _note(self, message: Message) -> None:
        match message["type"]:
            case "state" if message["version"] > self.state["version"]:
                self.state = message
                self.records.append(message.get("moves", []))
            case "no":
                self.refusals.append(message["code"])


class Room:
    def __init__(self, seats: Seats, *servers: Server) -> None:
        self.game_id = seats.game_id
        x, o = seats.cookies
        self.pages = [
            Page(seats.game_id, x, *servers),
            Page(seats.game_id, o, *servers[1:], *servers[:1]),
        ]
        self.confirmed: list[int] = []  # cells of the moves that were answered with "ok"

    @property
    def refusals(self) -> list[str]:
        return [code for page in self.pages for code in page.refusals]

    @property
    def closed_with(self) -> list[int | None]:
        return [code for page in self.pages for code in page.closed_with]

    async def play(self, cells: Sequence[int], pause: float = 0) -> None:
        for cell in cells:
            await self.move(cell)
            await asyncio.sleep(pause)

    async def move(self, cell: int) -> None:
        ply = len(self.confirmed)
        await self.pages[ply % 2].move(ply, cell)
        self.confirmed.append(cell)

    def close(self) -> None:
        for page in self.pages:
            page.close()


@asynccontextmanager
async def open_rooms(
    games: Sequence[Seats], *servers: Server, opened: Callable[[Room], object] | None = None
) -> AsyncIterator[list[Room]]:
    few = asyncio.Semaphore(AT_A_TIME)

    async def open_room(seats: Seats) -> Room:
        room = Room(seats, *servers)
        async with few:
            for page in room.pages:
                await page.open()
        if opened:
            opened(room)
        return room

    rooms = await asyncio.gather(*map(open_room, games))
    try:
        yield rooms
    finally:
        for room in rooms:
            room.close()


async def wait_until_confirmed(
    moves: int, rooms: list[Room], playing: Sequence[asyncio.Task[None]]
) -> None:
    while sum(len(room.confirmed) for room in rooms) < moves:
        done, _ = await asyncio.wait(playing, timeout=0.01)
        for task in done:
            task.result()


def stored_moves(database: str, game_id: str) -> list[int]:
    with psycopg.connect(database) as connection:
        moves = "SELECT cell FROM games_move WHERE game_id = %s ORDER BY ply"
        return [cell for (cell,) in connection.execute(moves, [game_id])]
