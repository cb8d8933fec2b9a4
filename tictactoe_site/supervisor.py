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
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from django.conf import settings

from tictactoe_site import metrics_folder
from tictactoe_site.data_folder import DatabaseFile
from tictactoe_site.serving import ServerFailed

READY = "ready"  # the line that a server process writes once it accepts connections
START_SECONDS = 60  # until it has to be ready
RETIRE_SECONDS = 70  # until a retired one has to be gone; it gives requests under way a minute
STOP_SECONDS = 10  # until all have to be gone when this one stops
# Seconds before another one is started, by how many died in a row without a long life.
PAUSES = (0, 1, 2, 4, 8, 16, 30)
LONG_LIFE = 60  # seconds

logger = logging.getLogger(__name__)


class CannotStart(Exception):
    """A server process ended, or hung, before it was ready. The message says how."""


class ServerProcess:
    """A process that serves, or has served."""

    def __init__(self, process: Process) -> None:
        self.started_at = time.monotonic()
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def wait_until_ready(self) -> None:
        """Wait until it accepts connections.

        :raises CannotStart: if it does not; it has ended then.
        """
        assert self._process.stdout  # noqa: S101 - it is a pipe
        try:
            async with asyncio.timeout(START_SECONDS):
                line = await self._process.stdout.readline()
        except TimeoutError:
            await self._kill()
            raise CannotStart(f"was not ready after {START_SECONDS} seconds") from None
        if line.decode().strip() != READY:
            raise CannotStart(await self.wait())

    async def wait(self) -> str:
        """Wait until it ends, and say how."""
        status = await self._process.wait()
        metrics_folder.forget(settings.DATA_DIR, self.pid)
        if status < 0:
            return f"was killed by {signal.Signals(-status).name}"
        return f"ended with status {status}"

    async def retire(self) -> None:
        """Have it accept no more and send its browsers to the others, and wait for its end."""
        assert self._process.stdin  # noqa: S101 - it is a pipe
        self._process.stdin.close()
        await self._end_within(RETIRE_SECONDS)

    async def stop(self) -> None:
        """Have it end at once, and wait for that."""
        with suppress(ProcessLookupError):
            self._process.terminate()
        await self._end_within(STOP_SECONDS)

    async def _end_within(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.wait()
        except TimeoutError:
            logger.warning("Server process %d did not end, and was killed.", self.pid)
            await self._kill()

    async def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class Launcher:
    """Starts processes of this installation, with the code that is there now."""

    def __init__(self, listener: socket.socket, host: str, count: int) -> None:
        self._descriptor, self._host = listener.fileno(), host
        # Not resolved: a link to the newest version is followed anew at each start.
        self._manage = (sys.executable, os.path.abspath(sys.argv[0]))
        counters = metrics_folder.prepare(settings.DATA_DIR)
        self._environment = {**os.environ, **counters, "SERVER_PROCESSES": str(count)}
        self._servers: list[ServerProcess] = []

    async def serve(self) -> ServerProcess:
        """Start a server process, and return it once it accepts connections.

        :raises CannotStart: if it does not.
        """
        socket = ("--descriptor", str(self._descriptor), "--host", self._host)
        pipes: dict[str, Any] = {"stdin": PIPE, "stdout": PIPE, "pass_fds": [self._descriptor]}
        server = ServerProcess(await self._start("serve", *socket, **pipes))
        self._servers = [server, *(each for each in self._servers if each.is_running)]
        await server.wait_until_ready()
        return server

    async def prepare(self) -> bool:
        """Bring database and static files up to date; return whether that was possible."""
        process = await self._start("prepare", stdin=DEVNULL)
        return await process.wait() == 0

    async def stop_all(self) -> None:
        """Stop every server process that still runs, also those that are about to."""
        await asyncio.gather(*(server.stop() for server in self._servers))

    async def _start(self, *arguments: str, **pipes: Any) -> Process:
        # In a process group of its own, so that Ctrl-C in the terminal reaches only this process.
        return await asyncio.create_subprocess_exec(
            *self._manage, *arguments, **pipes, process_group=0, env=self._environment
        )


class Place:
    """One of the processes: started again whenever it dies, and replaced when asked."""

    def __init__(self, launcher: Launcher, check: Callable[[], None]) -> None:
        self._launcher = launcher
        self._check = check
        self._server: ServerProcess | None = None
        self._deaths = 0  # in a row
        # So that a process that dies while it is being replaced is not started again as well.
        self._changing = asyncio.Lock()

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
            how = await server.wait()
            async with self._changing:
                if server is self._server:
                    await self._start_again(server, how)

    async def replace(self) -> None:
        """Start another process, retire the one before, and return when that has ended.

        :raises CannotStart: if the new one does not accept connections; the old one stays.
        """
        async with self._changing:
            new = await self._launcher.serve()
            old, self._server = self._server, new
        if old:
            logger.warning("Server process %d takes the place of %d.", new.pid, old.pid)
            await old.retire()

    async def _start_again(self, dead: ServerProcess, how: str) -> None:
        if time.monotonic() - dead.started_at > LONG_LIFE:
            self._deaths = 0
        what = f"Server process {dead.pid} {how}."
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
        self._places = [Place(self._launcher, self._check_database) for _ in range(count)]
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
        await _until_first([self._replace_when_asked(), *(each.keep() for each in self._places)])

    async def _start_all(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for place in self._places:
                    tasks.create_task(place.start())
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
        for place in self._places:
            await place.replace()
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
