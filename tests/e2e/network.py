"""A TCP relay between browsers and the server that delays, pauses and drops what it relays."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from tests.server import Server

CHUNK = 1 << 16
TIMEOUT = 20  # seconds


class Network:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.delay = 0.0  # seconds each way
        self.accepts_sockets = True
        self.is_cut = False
        self.port = 0
        self._links: dict[
            asyncio.StreamWriter, bool
        ] = {}  # both ends of a connection -> whether it is a websocket
        self._frozen: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    # Disturbances

    def freeze_sockets(self) -> None:
        self._call(self._freeze)

    def cut(self) -> None:
        self.is_cut = True
        self._call(self._drop)

    def restore(self) -> None:
        self.is_cut = False

    def pause_uploads(self) -> None:
        self._call(self._up.clear)

    def pause_downloads(self) -> None:
        self._call(self._down.clear)

    def resume(self) -> None:
        self._call(self._up.set)
        self._call(self._down.set)

    # Relaying

    def start(self) -> None:
        self._thread.start()
        self._run(self._listen())

    def stop(self) -> None:
        self.is_cut = True
        self._run(self._finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(TIMEOUT)
        self._loop.close()

    async def _listen(self) -> None:
        # The directions of the relay, each paused while it is not set.
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._up.set(), self._down.set()
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _finish(self) -> None:
        self._listener.close()
        self._drop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._relay(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            is_socket = b"upgrade: websocket" in head.lower()
            if self.is_cut or (is_socket and not self.accepts_sockets):
                return
            answers, server = await asyncio.open_connection("127.0.0.1", self.server.port)
            self._links |= {writer: is_socket, server: is_socket}
            self._write(server, head)
            directions = ((reader, server, self._up), (answers, writer, self._down))
            await asyncio.gather(*(self._pump(*each) for each in directions))
        except (OSError, asyncio.IncompleteReadError):
            pass  # either end is gone
        finally:
            writer.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: asyncio.Event
    ) -> None:
        while chunk := await reader.read(CHUNK):
            await direction.wait()
            self._write(writer, chunk)
        self._loop.call_later(self.delay, writer.close)

    def _write(self, writer: asyncio.StreamWriter, chunk: bytes) -> None:
        if writer not in self._frozen:
            self._loop.call_later(self.delay, writer.write, chunk)

    def _freeze(self) -> None:
        self._frozen |= {writer for writer, is_socket in self._links.items() if is_socket}

    def _drop(self) -> None:
        for writer in self._links:
            writer.transport.abort()
        self._links.clear()

    # The thread

    def _call(self, function: Callable[[], Any]) -> None:
        async def call() -> None:
            function()

        self._run(call())

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(TIMEOUT)


@contextmanager
def network_to(server: Server) -> Iterator[Network]:
    network = Network(server)
    network.start()
    try:
        yield network
    finally:
        network.stop()


NewNetwork = Callable[[], Network]
