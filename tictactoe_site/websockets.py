"""Daphne's websocket connection, writing to the socket at once.

``python -m tests.tools.bench departures websockets`` shows what that saves.
"""

from __future__ import annotations

from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection


class DirectWebSocketProtocol(WebSocketProtocol):  # type: ignore[misc]
    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        elif rest := self._write_now(data):
            self.transport.write(rest)

    def _write_now(self, data: bytes) -> bytes:
        # That is all of it if older data waits, or if the connection is lost or about to be closed,
        # with which Twisted deals when it writes.
        # The transport may be a wrapper that counts connections.
        connection: Any = getattr(self.transport, "transport", self.transport)
        if not isinstance(connection, Connection):
            return data
        if connection.disconnecting or not connection.connected:
            return data
        if connection.dataBuffer or connection._tempDataBuffer:
            return data
        written = connection.writeSomeData(data)
        return data[written:] if isinstance(written, int) else data
