from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from django.core.management import CommandError
from django.db import connection
from twisted.internet import defer

from games.bus import presence
from games.bus.db_queue import in_database
from games.computer.replies import pool
from games.ops import database_outages
from games.ops.periodic_tasks import TASKS
from games.play import heartbeat, services
from games.protocol import Close
from games.web.health import health
from tictactoe_site import request_queue, serving
from tictactoe_site.asgi import application
from tictactoe_site.database import limit_waiting
from tictactoe_site.request_limits import (
    LimitedConnections,
    LimitedHTTPFactory,
    raise_open_files_limit,
)

# Bytes. The protocol's own limit is smaller, so that the server can answer a message above it.
WEBSOCKET_MESSAGE_SIZE = 64 * 1024
SHUTDOWN_SECONDS = 0.3  # for close frames to leave and for moves under way to be committed
HOLD_SECONDS = 1  # to store whose clocks stand still
SWITCH_INTERVAL = 0.001  # seconds for which a thread runs while another waits; Python's own is 5 ms
END_SECONDS = 5  # for the threads of requests that were not answered in time to end
LOOK_EVERY = 1.0  # seconds between two looks whether the database file is in its place
# Seconds without a message from a browser before Daphne sends a ping. A hidden page sends a message
# every 25 seconds, so with Daphne's default of 20 all hidden pages would get pings.
PING_INTERVAL = 30
GRACE = 10.0  # seconds at shutdown for the requests in progress
LOOK_AGAIN = 0.05  # seconds between two checks for requests in progress

logger = logging.getLogger(__name__)


class GameServer(Server):  # type: ignore[misc]
    def __init__(
        self, listener: socket.socket, database: Path | None, on_start: Callable[[], object]
    ) -> None:
        super().__init__(
            application=application,
            # Twisted closes the descriptor. If the socket object closed it again, the number might
            # belong to another file by then.
            endpoints=build_endpoint_description_strings(file_descriptor=listener.detach()),
            websocket_max_message_size=WEBSOCKET_MESSAGE_SIZE,
            websocket_max_frame_size=WEBSOCKET_MESSAGE_SIZE,
            server_name="",
            application_close_timeout=2,
            ping_interval=PING_INTERVAL,
        )
        self._database = database
        # An open file keeps its inode number, so no new file can have the same. The descriptor is
        # never closed: closing any descriptor of a file drops SQLite's locks on the file (see "How
        # to corrupt an SQLite database file", section 2.2).
        self._descriptor = os.open(database, os.O_RDONLY) if database else None
        self._on_start = on_start
        self._failure: str | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def run(self) -> None:
        raise_open_files_limit()
        _give_way_to_moves()
        heartbeat.expect()
        connection.close()  # which this thread needs no more
        limit_waiting()
        reactor.callWhenRunning(self._on_start)
        reactor.callWhenRunning(self._start_tasks)
        super().run()
        # A signal that comes now has no event loop to wake.
        signal.set_wakeup_fd(-1)
        if self._failure:
            raise CommandError(self._failure)

    def listen_success(self, port: Any) -> None:
        # ``Server.run`` makes its own HTTPFactory and accepts no other. It calls this method once
        # the port listens, before the first connection is accepted.
        # Daphne has Twisted take any socket for one of IPv4, which cuts off addresses of IPv6.
        port.socket = socket.socket(fileno=port.socket.detach())
        port.fileno = port.socket.fileno
        self._port, factory = port, LimitedConnections(LimitedHTTPFactory(self))
        port.factory.doStop()
        port.factory = factory
        factory.doStart()
        super().listen_success(port)

    def kill_all_applications(self) -> Any:
        health.stop()
        self._port.stopListening()
        for each in self._tasks:
            each.cancel()
        people = presence.people_here()
        for websocket in self._open_websockets():
            # The browser reconnects, to another process or to this one's successor.
            websocket.serverClose(int(Close.RESTARTING))
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end(people)))

    async def _end(self, people: dict[str, set[int]]) -> None:
        await asyncio.gather(asyncio.sleep(SHUTDOWN_SECONDS), self._hold_clocks(people))
        # Without the database nothing more must be confirmed.
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if self._failure else GRACE):
                while any(not each.done() for each in self._applications(WebRequest)):
                    await asyncio.sleep(LOOK_AGAIN)
        # A thread that waits for a long search would keep the process running.
        pool.close()
        for each in self._applications():
            each.cancel()
        # The threads of requests need the event loop: without it, one could wait for ever and keep
        # the process running.
        await request_queue.finish(END_SECONDS)

    async def _hold_clocks(self, people: dict[str, set[int]]) -> None:
        if not self._failure:
            hold = in_database(services.hold_clock)
            calls = [hold(game_id, players) for game_id, players in people.items()]
            with suppress(TimeoutError):
                async with asyncio.timeout(HOLD_SECONDS):
                    await asyncio.gather(*calls, return_exceptions=True)

    def _applications(self, kind: type = object) -> list[asyncio.Future[Any]]:
        return [
            details["application_instance"]
            for protocol, details in self.connections.items()
            if isinstance(protocol, kind) and "application_instance" in details
        ]

    def _open_websockets(self) -> list[WebSocketProtocol]:
        return [
            each
            for each, details in self.connections.items()
            if isinstance(each, WebSocketProtocol)
            and "disconnected" not in details
            and each.state != WebSocketProtocol.STATE_CONNECTING
        ]

    def _start_tasks(self) -> None:
        periodic = (self._repeat(task, every) for task, every in TASKS.items())
        tasks = (self._watch_database(), serving.feed_watchdog(), *periodic)
        self._tasks = [asyncio.ensure_future(task) for task in tasks]

    async def _repeat(self, task: Callable[[], Any], every: float) -> None:
        call = task if iscoroutinefunction(task) else in_database(task)
        while True:
            try:
                await call()
            except Exception as error:
                if self._has_database() and not database_outages.is_transient(error):
                    logger.exception("A periodic task failed: %s", task.__name__)
            await asyncio.sleep(every)

    # SQLite does not notice that its file is deleted or replaced: it would go on writing to it.

    async def _watch_database(self) -> None:
        while self._has_database():
            await asyncio.sleep(LOOK_EVERY)
        self._failure = (
            f"The database {self._database} was deleted or replaced while the server was running, "
            "so the server has stopped. What was played in the last second may be lost."
        )
        self.stop()

    def _has_database(self) -> bool:
        if not self._database or self._descriptor is None:
            return True
        try:
            return os.path.samestat(os.stat(self._database), os.fstat(self._descriptor))
        except OSError:
            return False


def _give_way_to_moves() -> None:
    # Measured with ``python -m tests.tools.bench abuse``, on 2 cores of an AMD EPYC, 23 November
    # 2026, beside the page that refuses a new game and shows its 190 moves: the slowest hundredth
    # of moves took 171 ms. With the shorter switch interval it took 137 to 160 ms, at no cost for a
    # move. It took 71 ms with the objects of the start frozen, so that garbage collection, which
    # stops all threads, skips them.
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()
