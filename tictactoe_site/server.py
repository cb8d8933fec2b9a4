"""The server itself: Daphne, with limits of our own and a farewell.

Importing this module takes over the process's event loop.
"""

from __future__ import annotations

import logging
import socket
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from django.db import connection
from twisted.internet import task

from games import services
from games.protocol import Close
from tictactoe_site.asgi import application

logger = logging.getLogger(__name__)

SOCKET_LIMIT = 64 * 1024  # bytes; what is over the protocol's smaller limit can still be answered
TIDY_EVERY = 60 * 60  # seconds
FAREWELL = 0.3  # seconds for the closing frames to leave, and for moves under way to be committed


class GameServer(Server):  # type: ignore[misc]
    """Serves the site on a socket that listens already."""

    def __init__(self, listener: socket.socket) -> None:
        super().__init__(
            application=application,
            endpoints=build_endpoint_description_strings(file_descriptor=listener.fileno()),
            websocket_max_message_size=SOCKET_LIMIT,
            websocket_max_frame_size=SOCKET_LIMIT,
            server_name="",
            application_close_timeout=2,
        )

    def run(self) -> None:
        reactor.callLater(0, self._tidy)
        super().run()

    def _tidy(self) -> None:
        """Close stale games, now and every hour, beside everything else."""
        reactor.callInThread(_tidy_games)
        reactor.callLater(TIDY_EVERY, self._tidy)

    def kill_all_applications(self) -> Any:
        """Tell every browser that the server restarts, then end what still runs."""
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                protocol.serverClose(int(Close.RESTARTING))
        return task.deferLater(reactor, FAREWELL, self._cancel_applications)

    def _cancel_applications(self) -> None:
        for details in self.connections.values():
            # A connection that is idle between two requests has none.
            if application := details.get("application_instance"):
                application.cancel()


def _tidy_games() -> None:
    try:
        services.tidy()
    except Exception:
        logger.exception("Stale games could not be closed")
    finally:
        connection.close()
