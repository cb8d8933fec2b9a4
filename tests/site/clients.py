"""Clients of several server processes: a page with a socket, one that polls, a slow request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.processes import child_pids, suspended, wait_until
from tests.server import Server
from tests.server_games import open_socket


class Page:
    """A player's page: connects again when it is sent away, and repeats what was not answered.

    It takes the servers in turn until one accepts it, as a proxy before them does.
    """

    def __init__(
        self, servers: Iterator[Server], game_id: str, cookie: str, closed_with: list[int]
    ) -> None:
        self._servers, self._game_id, self._cookie = servers, game_id, cookie
        self.socket: ClientConnection | None = None
        self._closed_with = closed_with

    async def __aenter__(self) -> Page:
        self.socket = await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.socket
        await self.socket.close()

    async def move(self, ply: int, cell: int) -> None:
        message = json.dumps({"type": "move", "id": f"m{ply}", "ply": ply, "cell": cell})
        while True:
            assert self.socket
            try:
                await self.socket.send(message)
                assert await self._answer() == "ok"
                return
            except ConnectionClosed as closed:
                self._closed_with.append(closed.rcvd.code if closed.rcvd else 0)
                self.socket = await self._open()

    async def _open(self) -> ClientConnection:
        while True:
            with suppress(ConnectionRefusedError):
                return await open_socket(next(self._servers), self._game_id, self._cookie)

    async def _answer(self) -> str:
        assert self.socket
        kind = ""
        while kind not in ("ok", "no"):
            kind = json.loads(await self.socket.recv())["type"]
        return kind


class SlowRequest:
    """A request for a search tree through a process, whose search stands still for now."""

    def __init__(self, server: Server, process: int) -> None:
        self._connection = HTTPConnection(server.host, server.port)
        others = set(child_pids(process))  # a game may just be reviewed there
        self._connection.request("GET", "/tree/?board=gomoku")
        wait_until(lambda: set(child_pids(process)) - others)
        self._search = suspended(child_pids(process))
        self._search.__enter__()

    def go_on(self) -> HTTPResponse:
        """Let the search go on, and return the response."""
        self._search.__exit__(None, None, None)
        with closing(self._connection):
            response = self._connection.getresponse()
            response.read()
        return response


class Polling:
    """A page that polls, on one connection, and so through one process."""

    def __init__(self, server: Server, game_id: str, cookie: str) -> None:
        self._connection = HTTPConnection(server.host, server.port)
        self._path = f"/g/{game_id}/messages/?page=p&visible=true"
        self._headers = {"Cookie": cookie}
        self.close = self._connection.close

    def messages(self) -> dict[str, dict[str, Any]]:
        """Return the last message of each type."""
        self._connection.request("GET", self._path, headers=self._headers)
        messages = json.loads(self._connection.getresponse().read())
        return {message["type"]: message for message in messages}
