"""The network between a browser and the server: real bytes, which may come late or not at all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from tests.server import Server

CHUNK = 1 << 16
PATIENCE = 20  # seconds


class Direction:
    """One way over the network; ``is_open`` lets what has come so far through."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()


class Network:
    """A relay of its own address in front of a server, in a thread of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.delay = 0.0  # seconds each way
        self.takes_sockets = True
        self.is_cut = False
        self.port = 0
        self._links: dict[asyncio.StreamWriter, bool] = {}  # both ends -> whether of a websocket
        self._muted: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def here(self, link: str) -> str:
        """Return a link as it leads over this network."""
        return urlunsplit(urlsplit(link)._replace(netloc=f"127.0.0.1:{self.port}"))

    # What may happen to it

    def block_sockets(self) -> None:
        """Take no websocket any more, and end those there are."""
        self.takes_sockets = False
        self.drop_sockets()

    def drop_sockets(self) -> None:
        self._call(lambda: self._drop(sockets_only=True))

    def mute_sockets(self) -> None:
        """Let the websockets there are die without a word, as when a phone has slept."""
        self._call(self._mute)

    def cut(self) -> None:
        self.is_cut = True
        self._call(lambda: self._drop(sockets_only=False))

    def restore(self) -> None:
        self.is_cut = False
        self.takes_sockets = True

    def hold_up(self) -> None:
        """Keep what the browser says until ``let_go``."""
        self._call(self._up.is_open.clear)

    def hold_down(self) -> None:
        """Keep what the server says until ``let_go``."""
        self._call(self._down.is_open.clear)

    def let_go(self) -> None:
        self._call(self._up.is_open.set)
        self._call(self._down.is_open.set)

    # Carrying

    def start(self) -> None:
        self._thread.start()
        self._run(self._listen())

    def stop(self) -> None:
        self.is_cut = True
        self._run(self._finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _listen(self) -> None:
        self._up, self._down = Direction(), Direction()
        self._listener = await asyncio.start_server(self._welcome, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _finish(self) -> None:
        self._listener.close()
        self._drop(sockets_only=False)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            is_socket = b"upgrade: websocket" in head.lower()
            if self.is_cut or (is_socket and not self.takes_sockets):
                return
            answers, server = await asyncio.open_connection("127.0.0.1", self.server.port)
            self._links |= {writer: is_socket, server: is_socket}
            self._write(server, head)
            ways = ((reader, server, self._up), (answers, writer, self._down))
            await asyncio.gather(*(self._pump(*way) for way in ways))
        except (OSError, asyncio.IncompleteReadError):
            pass  # either end is gone
        finally:
            writer.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Direction
    ) -> None:
        while chunk := await reader.read(CHUNK):
            await way.is_open.wait()
            self._write(writer, chunk)
        self._loop.call_later(self.delay, writer.close)

    def _write(self, writer: asyncio.StreamWriter, chunk: bytes) -> None:
        if writer not in self._muted:
            self._loop.call_later(self.delay, writer.write, chunk)

    def _mute(self) -> None:
        self._muted |= {writer for writer, is_socket in self._links.items() if is_socket}

    def _drop(self, *, sockets_only: bool) -> None:
        for writer, is_socket in list(self._links.items()):
            if is_socket or not sockets_only:
                writer.transport.abort()
                del self._links[writer]

    # Its thread

    def _call(self, function: Callable[[], Any]) -> None:
        async def call() -> None:
            function()

        self._run(call())

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)


@contextmanager
def network_to(server: Server) -> Iterator[Network]:
    network = Network(server)
    network.start()
    try:
        yield network
    finally:
        network.stop()


NewNetwork = Callable[[], Network]
