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
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, task

from games.computer import pool
from games.health import health
from games.protocol import Close
from tictactoe_site import request_queue
from tictactoe_site.asgi import application
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.periodic_tasks import PeriodicTasks
from tictactoe_site.request_limits import (
    LimitedConnections,
    LimitedHTTPFactory,
    raise_open_files_limit,
)
from tictactoe_site.serving import ServerFailed
from tictactoe_site.websockets import DirectWebSocketProtocol

# Bytes. The protocol's own limit is smaller, so that the server can still answer what exceeds it.
WEBSOCKET_MESSAGE_SIZE = 64 * 1024
SHUTDOWN_SECONDS = 0.3  # for close frames to leave and for moves under way to be committed
SWITCH_INTERVAL = 0.001  # seconds for which a thread runs while another waits; Python's own is 5 ms
END_SECONDS = 5  # then, for requests under way to end
LOOK_EVERY = 1.0  # seconds between two looks whether the database file is in its place
# Seconds without a message from a browser before Daphne asks whether it is still there. A page that
# is not in view sends one every 25, so that at 20, as is the default, all of those would be asked.
PING_INTERVAL = 30
# Seconds over which a retiring process spreads the closing of its websockets, so that the other
# processes are not asked for everything at once, and which requests under way then have at most.
SPREAD, GRACE = 2.0, 60.0
LOOK_AGAIN = 0.05  # seconds between two looks whether requests are still under way


class GameServer(Server):  # type: ignore[misc]
    """Serves the site on a socket that is listening already, which it takes over.

    :param database: the file that must stay in its place, None if the database is a server.
    :param on_start: called once connections are accepted.
    :param lifeline: a descriptor; when it ends, this process retires.
    """

    def __init__(
        self,
        listener: socket.socket,
        database: DatabaseFile | None,
        on_start: Callable[[], object],
        lifeline: int | None = None,
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
        self._lifeline = lifeline
        self._failure: str | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM, or until the lifeline ends.

        :raises ServerFailed: if the server had to stop by itself.
        """
        raise_open_files_limit()
        _give_way_to_moves()
        reactor.callWhenRunning(self._on_start)
        reactor.callWhenRunning(self._start_tasks)
        super().run()
        # A signal that comes now has nothing left to stop, and there is no event loop to wake.
        signal.set_wakeup_fd(-1)
        if self._failure:
            raise ServerFailed(self._failure)

    def listen_success(self, port: Any) -> None:
        """Let the port make limited connections instead of Daphne's, and direct websockets.

        ``Server.run`` makes its HTTPFactory itself and takes no other. It calls this method once
        the port listens, before the first connection is accepted.
        """
        self._port, self._factory = port, LimitedHTTPFactory(self)
        factory = LimitedConnections(self._factory)
        port.factory.doStop()
        port.factory = factory
        factory.doStart()
        self.ws_factory.protocol = DirectWebSocketProtocol
        super().listen_success(port)

    def kill_all_applications(self) -> Any:
        """Tell every browser that the server restarts, then end what still runs.

        Called by Daphne before the reactor stops, which waits for the returned Deferred.
        """
        health.stop()
        # A search may be long, and whoever waits for it would keep the process running.
        pool.close_all()
        for each in self._tasks:
            each.cancel()
        for websocket in self._open_websockets():
            _send_away(websocket)
        return task.deferLater(reactor, SHUTDOWN_SECONDS, self._cancel_applications)

    def _cancel_applications(self) -> Any:
        """End what still runs, and wait for the threads of requests, which need the event loop.

        Without it one would wait for ever, and keep the process running.
        """
        for details in self.connections.values():
            # A connection that is idle between two requests has no application.
            if application := details.get("application_instance"):
                application.cancel()
        return defer.Deferred.fromFuture(asyncio.ensure_future(request_queue.finish(END_SECONDS)))

    def _start_tasks(self) -> None:
        tasks = [self._watch_database(), PeriodicTasks(self._has_database).run()]
        if self._lifeline is not None:
            tasks.append(self._retire_after(self._lifeline))
        self._tasks = [asyncio.ensure_future(task) for task in tasks]

    # Retiring

    async def _retire_after(self, lifeline: int) -> None:
        loop, has_ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(lifeline, has_ended.set)
        await has_ended.wait()
        loop.remove_reader(lifeline)
        await self._retire()

    async def _retire(self) -> None:
        """Stop gently, while other processes accept connections on the same socket."""
        health.stop()
        self._port.stopListening()
        self._factory.is_retiring = True
        websockets = self._open_websockets()
        pause = SPREAD / (len(websockets) + 1)
        for websocket in websockets:
            await asyncio.sleep(pause)
            _send_away(websocket)
        # Whoever has just connected has had time to ask for something.
        await asyncio.sleep(pause)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._finish_requests()
        self.stop()

    async def _finish_requests(self) -> None:
        # A connection that was open already may have become a websocket meanwhile, or one that was
        # being opened may have been accepted.
        while self._open():
            for websocket in self._open_websockets():
                _send_away(websocket)
            await asyncio.sleep(LOOK_AGAIN)

    def _open(self) -> list[Any]:
        """Return the websockets that are open, and the requests that are under way."""
        return [
            protocol
            for protocol, details in self.connections.items()
            if "disconnected" not in details
        ]

    def _open_websockets(self) -> list[WebSocketProtocol]:
        """Return those that were accepted: Autobahn refuses to close any other."""
        websockets = [each for each in self._open() if isinstance(each, WebSocketProtocol)]
        return [each for each in websockets if each.state != WebSocketProtocol.STATE_CONNECTING]

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


def _send_away(websocket: WebSocketProtocol) -> None:
    """Close a websocket and have its browser come back, to another process or to this one."""
    websocket.serverClose(int(Close.RESTARTING))
