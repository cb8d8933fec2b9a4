"""Daphne with limits on requests, periodic tasks and a graceful shutdown.

Importing this module installs Twisted's reactor as the event loop of the process.
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
from django.conf import settings
from twisted.internet import task

from games import services
from games.protocol import Close
from games.realtime import hints, replies
from games.realtime.db_queue import in_database
from tictactoe_site.asgi import application
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.request_limits import (
    LimitedConnections,
    LimitedHTTPFactory,
    raise_open_files_limit,
)

logger = logging.getLogger(__name__)

# Bytes. The protocol's own limit is smaller, so that the server can still answer what exceeds it.
WEBSOCKET_MESSAGE_SIZE = 64 * 1024
# What is done periodically, and the seconds between one time and the next. The search for games in
# which a clock has run out is frequent also because the database file is looked at before it.
ERRANDS = [
    (services.close_stale_games, 60 * 60),
    (services.purge, 60 * 60),
    (services.end_overdue_games, 1),
]
SHUTDOWN_SECONDS = 0.3  # for close frames to leave and for moves under way to be committed


class ServerFailed(Exception):
    """The server had to stop. The message says why in a sentence for the operator."""


class GameServer(Server):  # type: ignore[misc]
    """Serves the site on a socket that is listening already.

    :param database: the file that must stay in its place, None if the database is a server.
    :param on_start: called once connections are accepted.
    """

    def __init__(
        self,
        listener: socket.socket,
        database: DatabaseFile | None,
        on_start: Callable[[], object],
    ) -> None:
        super().__init__(
            application=application,
            endpoints=build_endpoint_description_strings(file_descriptor=listener.fileno()),
            websocket_max_message_size=WEBSOCKET_MESSAGE_SIZE,
            websocket_max_frame_size=WEBSOCKET_MESSAGE_SIZE,
            server_name="",
            application_close_timeout=2,
        )
        self._database = database
        self._on_start = on_start
        self._failure: str | None = None
        self._errands: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM.

        :raises ServerFailed: if the server had to stop by itself.
        """
        raise_open_files_limit()
        reactor.callWhenRunning(self._on_start)
        reactor.callWhenRunning(self._start_errands)
        super().run()
        if self._failure:
            raise ServerFailed(self._failure)

    def listen_success(self, port: Any) -> None:
        """Let the port make limited connections instead of Daphne's.

        ``Server.run`` makes its HTTPFactory itself and takes no other. It calls this method once
        the port listens, before the first connection is accepted.
        """
        factory: Any = LimitedHTTPFactory(self)
        if not settings.PRODUCTION:
            factory = LimitedConnections(factory)
        port.factory.doStop()
        port.factory = factory
        factory.doStart()
        super().listen_success(port)

    def kill_all_applications(self) -> Any:
        """Tell every browser that the server restarts, then end what still runs.

        Called by Daphne before the reactor stops, which waits for the returned Deferred.
        """
        # A search may be long, and a consumer that waits for it would keep the process running.
        replies.pool.close()
        hints.pool.close()
        for errand in self._errands:
            errand.cancel()
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                protocol.serverClose(int(Close.RESTARTING))
        return task.deferLater(reactor, SHUTDOWN_SECONDS, self._cancel_applications)

    def _cancel_applications(self) -> None:
        for details in self.connections.values():
            # A connection that is idle between two requests has no application.
            if application := details.get("application_instance"):
                application.cancel()

    def _start_errands(self) -> None:
        for function, seconds in ERRANDS:
            self._errands.append(asyncio.ensure_future(self._repeat(function, seconds)))

    async def _repeat(self, function: Callable[[], object], seconds: float) -> None:
        """Call a function that uses the database, now and so many seconds after it was done."""
        while self._has_database():
            await self._call(function)
            await asyncio.sleep(seconds)
        self._stop_without_database()

    async def _call(self, function: Callable[[], object]) -> None:
        try:
            await in_database(function)()
        except Exception:
            if self._has_database():
                logger.exception("A periodic task failed: %s", function.__name__)
            else:
                self._stop_without_database()

    def _has_database(self) -> bool:
        return self._database is None or self._database.is_in_place()

    def _stop_without_database(self) -> None:
        """Stop, rather than confirm moves that are written to a deleted file."""
        if self._failure or self._database is None:
            return
        self._failure = (
            f"The database {self._database.path} was deleted or replaced while the server was "
            "running, so the server has stopped. What was played in the last second may be lost."
        )
        self.stop()
