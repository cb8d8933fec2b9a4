"""Daphne with limits on requests, periodic tasks and a graceful shutdown.

Importing this module installs Twisted's reactor as the event loop of the process.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from django.core.management import CommandError
from twisted.internet import defer

from games.computer import pool
from games.protocol import Close
from games.web.health import health
from tictactoe_site import request_queue
from tictactoe_site.asgi import application
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.periodic_tasks import do_periodic_tasks
from tictactoe_site.request_limits import (
    LimitedConnections,
    LimitedHTTPFactory,
    raise_open_files_limit,
)

# Bytes. The protocol's own limit is smaller, so that the server can still answer what exceeds it.
WEBSOCKET_MESSAGE_SIZE = 64 * 1024
SHUTDOWN_SECONDS = 0.3  # for close frames to leave and for moves under way to be committed
SWITCH_INTERVAL = 0.001  # seconds for which a thread runs while another waits; Python's own is 5 ms
END_SECONDS = 5  # for the threads of requests that were not answered in time to end
LOOK_EVERY = 1.0  # seconds between two looks whether the database file is in its place
# Seconds without a message from a browser before Daphne asks whether it is still there. A page that
# is not in view sends one every 25, so that at 20, as is the default, all of those would be asked.
PING_INTERVAL = 30
GRACE = 10.0  # seconds that requests under way have to be answered when the server is to end
LOOK_AGAIN = 0.05  # seconds between two looks whether there are any


class GameServer(Server):  # type: ignore[misc]
    """Serves the site on a socket that is listening already, which it takes over.

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
            # Twisted closes the descriptor that it is given; closed again by the socket object, it
            # might be that of another file by then.
            endpoints=build_endpoint_description_strings(file_descriptor=listener.detach()),
            websocket_max_message_size=WEBSOCKET_MESSAGE_SIZE,
            websocket_max_frame_size=WEBSOCKET_MESSAGE_SIZE,
            server_name="",
            application_close_timeout=2,
            ping_interval=PING_INTERVAL,
        )
        self._database = database
        self._on_start = on_start
        self._failure: str | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM.

        :raises CommandError: if the server had to stop by itself; the message says why.
        """
        raise_open_files_limit()
        _give_way_to_moves()
        reactor.callWhenRunning(self._on_start)
        reactor.callWhenRunning(self._start_tasks)
        super().run()
        # A signal that comes now has nothing left to stop, and there is no event loop to wake.
        signal.set_wakeup_fd(-1)
        if self._failure:
            raise CommandError(self._failure)

    def listen_success(self, port: Any) -> None:
        """Let the port make limited connections instead of Daphne's.

        ``Server.run`` makes its HTTPFactory itself and takes no other. It calls this method once
        the port listens, before the first connection is accepted.
        """
        self._port, factory = port, LimitedConnections(LimitedHTTPFactory(self))
        port.factory.doStop()
        port.factory = factory
        factory.doStart()
        super().listen_success(port)

    def kill_all_applications(self) -> Any:
        """Tell every browser that the server restarts, answer what was asked, then end the rest.

        Called by Daphne before the reactor stops, which waits for the returned Deferred.
        """
        health.stop()
        self._port.stopListening()
        for each in self._tasks:
            each.cancel()
        for websocket in self._open_websockets():
            # Its browser comes back, to another process or to the next one here.
            websocket.serverClose(int(Close.RESTARTING))
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        await asyncio.sleep(SHUTDOWN_SECONDS)
        # Without its database nothing more is to be confirmed.
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if self._failure else GRACE):
                await self._finish_requests()
        # A search may be long, and whoever waits for it would keep the process running.
        pool.close_all()
        for each in self._applications():
            each.cancel()
        # The threads of requests need the event loop: without it one would wait for ever, and keep
        # the process running.
        await request_queue.finish(END_SECONDS)

    async def _finish_requests(self) -> None:
        while any(not each.done() for each in self._applications(WebRequest)):
            await asyncio.sleep(LOOK_AGAIN)

    def _applications(self, kind: type = object) -> list[asyncio.Future[Any]]:
        """Return what runs for connections. One that is idle between two requests has nothing."""
        return [
            details["application_instance"]
            for protocol, details in self.connections.items()
            if isinstance(protocol, kind) and "application_instance" in details
        ]

    def _open_websockets(self) -> list[WebSocketProtocol]:
        """Return those that were accepted: Autobahn refuses to close any other."""
        return [
            each
            for each, details in self.connections.items()
            if isinstance(each, WebSocketProtocol)
            and "disconnected" not in details
            and each.state != WebSocketProtocol.STATE_CONNECTING
        ]

    def _start_tasks(self) -> None:
        tasks = [self._watch_database(), do_periodic_tasks(self._has_database)]
        self._tasks = [asyncio.ensure_future(task) for task in tasks]

    # The database file

    async def _watch_database(self) -> None:
        while self._has_database():
            await asyncio.sleep(LOOK_EVERY)
        self._stop_without_database()

    def _has_database(self) -> bool:
        return self._database is None or self._database.is_in_place()

    def _stop_without_database(self) -> None:
        """Stop, rather than confirm moves that are written to a deleted file."""
        if self._database:
            self._failure = self._database.explain_loss()
            self.stop()


def _give_way_to_moves() -> None:
    """Keep threads that make pages from holding up the event loop for long.

    With ``python -m tests.tools.bench abuse``, 2 cores of an AMD EPYC, 23 November 2026: the
    slowest hundredth of moves took 171 ms beside the page that refuses a new game and shows its 190
    moves; 137 to 160 ms with the shorter turns, at no cost for a move, and 71 ms without what is
    there from the start in each search for garbage, which stops all threads.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()
