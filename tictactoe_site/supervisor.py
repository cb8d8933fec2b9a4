"""Runs several server processes on one listening socket, and replaces them under play.

Each is a fresh ``manage.py serve``, which inherits the socket. So after an upgrade a process that
is started again runs the new code, while this one, the parent, does little enough to stay as it
is. SIGHUP replaces all processes one after the other: first the new one accepts connections, then
the old one is retired. The socket stays open all the time, so nobody is refused.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.server_processes import CannotStart, Launcher, ServerProcess
from tictactoe_site.serving import ServerFailed

# Seconds before another one is started, by how many died in a row without a long life.
PAUSES = (0, 1, 2, 4, 8, 16, 30)
LONG_LIFE = 60  # seconds

logger = logging.getLogger(__name__)


class SupervisedProcess:
    """One of the processes: started again whenever it dies, and replaced when asked."""

    def __init__(self, launcher: Launcher, check: Callable[[], None]) -> None:
        self._launcher = launcher
        self._check = check
        self._server: ServerProcess | None = None
        self._deaths = 0  # in a row
        # So that a process that dies while it is being replaced is not started again as well.
        self._changing = asyncio.Lock()
        self._replaced = asyncio.Event()

    async def start(self) -> None:
        """Start the first process.

        :raises CannotStart: if it does not accept connections.
        """
        self._server = await self._launcher.serve()

    async def keep(self) -> None:
        """Start the process again whenever it ends.

        :raises ServerFailed: if the check before a start fails.
        """
        while server := self._server:
            self._replaced.clear()
            # The one before may take a minute to end, and the new one may die first.
            await _until_first([server.wait(), self._replaced.wait()])
            async with self._changing:
                if server is self._server:
                    await self._start_again(server)

    async def replace(self) -> None:
        """Start another process, retire the one before, and return when that has ended.

        :raises CannotStart: if the new one does not accept connections; the old one stays.
        """
        async with self._changing:
            new = await self._launcher.serve()
            old, self._server = self._server, new
            self._replaced.set()
        if old:
            logger.warning("Server process %d takes the place of %d.", new.pid, old.pid)
            await old.retire()

    async def _start_again(self, dead: ServerProcess) -> None:
        if time.monotonic() - dead.started_at > LONG_LIFE:
            self._deaths = 0
        what = f"Server process {dead.pid} {await dead.wait()}."
        while self._server is dead:
            await self._pause(what)
            self._check()
            try:
                self._server = await self._launcher.serve()
            except CannotStart as error:
                what = f"A new server process {error}."

    async def _pause(self, what: str) -> None:
        pause = PAUSES[min(self._deaths, len(PAUSES) - 1)]
        self._deaths += 1
        logger.warning("%s Another one starts %s.", what, f"in {pause} s" if pause else "now")
        await asyncio.sleep(pause)


class Supervisor:
    """Runs ``count`` server processes until SIGINT or SIGTERM.

    :param host: that the listening socket was opened for.
    :param database: the file that must stay in its place, None if the database is a server.
    :param on_start: called once all processes accept connections.
    """

    def __init__(
        self,
        listener: socket.socket,
        host: str,
        count: int,
        database: DatabaseFile | None,
        on_start: Callable[[], object],
    ) -> None:
        self._launcher = Launcher(listener, host, count)
        self._processes = [
            SupervisedProcess(self._launcher, self._check_database) for _ in range(count)
        ]
        self._database = database
        self._on_start = on_start
        self._must_stop, self._must_replace = asyncio.Event(), asyncio.Event()
        self._had_terminal = os.isatty(0)

    def run(self) -> None:
        """Run the processes.

        :raises ServerFailed: if they do not start, or the database is gone.
        """
        asyncio.run(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self._must_stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        try:
            await _until_first([self._serve(), self._must_stop.wait()])
        except CannotStart as error:
            raise ServerFailed(f"A server process {error}, so all have stopped.") from None
        finally:
            await self._launcher.stop_all()

    async def _serve(self) -> None:
        await self._start_all()
        self._on_start()
        await _until_first([self._replace_when_asked(), *(each.keep() for each in self._processes)])

    async def _start_all(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for each in self._processes:
                    tasks.create_task(each.start())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    def _hang_up(self) -> None:
        """SIGHUP asks for new processes, unless it says that the terminal was closed."""
        is_terminal_gone = self._had_terminal and not os.isatty(0)
        (self._must_stop if is_terminal_gone else self._must_replace).set()

    async def _replace_when_asked(self) -> None:
        while await self._must_replace.wait():
            self._must_replace.clear()
            try:
                await self._replace_all()
            except CannotStart as error:
                logger.error("The new server process %s, so the old ones go on.", error)

    async def _replace_all(self) -> None:
        if not await self._launcher.prepare():
            logger.error("The preparation failed, so the old server processes go on.")
            return
        for each in self._processes:
            await each.replace()
        logger.warning("All server processes have been replaced.")

    def _check_database(self) -> None:
        """Make sure that no process begins to serve another file than the others.

        :raises ServerFailed: if the database file is gone.
        """
        if self._database and not self._database.is_in_place():
            raise ServerFailed(self._database.explain_loss())


async def _until_first(coroutines: Iterable[Coroutine[Any, Any, Any]]) -> None:
    """Run coroutines until the first one returns or raises, which this then raises as well."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        await task
