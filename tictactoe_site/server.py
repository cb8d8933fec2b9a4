"""The server itself: Daphne, with limits of our own and a farewell.

Importing this module takes over the process's event loop.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import task

from games import services
from games.protocol import Close
from games.realtime import hints, replies
from games.realtime.db_queue import in_database
from tictactoe_site.asgi import application

logger = logging.getLogger(__name__)

SOCKET_LIMIT = 64 * 1024  # bytes; what is over the protocol's smaller limit can still be answered
TIDY_EVERY = 60 * 60  # seconds, for games that nobody touches
SWEEP_EVERY = 1  # seconds, for games in which a time has run out
FAREWELL = 0.3  # seconds for the closing frames to leave, and for moves under way to be committed


class GameServer(Server):  # type: ignore[misc]
    """Serves the site on a socket that listens already, and greets once it does."""

    def __init__(self, listener: socket.socket, greet: Callable[[], object]) -> None:
        super().__init__(
            application=application,
            endpoints=build_endpoint_description_strings(file_descriptor=listener.fileno()),
            websocket_max_message_size=SOCKET_LIMIT,
            websocket_max_frame_size=SOCKET_LIMIT,
            server_name="",
            application_close_timeout=2,
        )
        self._greet = greet
        self._errands: dict[Callable[[], object], asyncio.Future[None]] = {}

    def run(self) -> None:
        reactor.callWhenRunning(self._greet)
        reactor.callLater(0, self._repeat, services.tidy, TIDY_EVERY)
        reactor.callLater(0, self._repeat, services.sweep, SWEEP_EVERY)
        super().run()

    def _repeat(self, work: Callable[[], object], seconds: float) -> None:
        """Do something in the database now, and again and again, beside everything else."""
        self._errands[work] = asyncio.ensure_future(_try(work))
        reactor.callLater(seconds, self._repeat, work, seconds)

    def kill_all_applications(self) -> Any:
        """Tell every browser that the server restarts, then end what still runs."""
        # A search may be long, and what waits for it would keep the process from ending.
        replies.pool.close()
        hints.pool.close()
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                protocol.serverClose(int(Close.RESTARTING))
        return task.deferLater(reactor, FAREWELL, self._cancel_applications)

    def _cancel_applications(self) -> None:
        for details in self.connections.values():
            # A connection that is idle between two requests has none.
            if application := details.get("application_instance"):
                application.cancel()


async def _try(work: Callable[[], object]) -> None:
    try:
        await in_database(work)()
    except Exception:
        logger.exception("An errand of the server failed")
