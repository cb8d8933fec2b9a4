"""The server processes that a supervisor starts, as it sees them from outside."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Any

from django.conf import settings

from tictactoe_site.metrics_folder import MetricsFolder

READY = "ready"  # the line that a server process writes once it accepts connections
START_SECONDS = 60  # until it has to be ready
RETIRE_SECONDS = 70  # until a retired one has to be gone; it gives requests under way a minute
STOP_SECONDS = 10  # until one that is stopped has to be gone

logger = logging.getLogger(__name__)


class CannotStart(Exception):
    """A server process ended, or hung, before it was ready. The message says how."""


class ServerProcess:
    """A process that serves, or has served."""

    def __init__(self, process: Process, metrics: MetricsFolder) -> None:
        self.started_at = time.monotonic()
        self._process = process
        self._metrics = metrics

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
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._read_until_ready()
        except TimeoutError:
            await self._kill()
            raise CannotStart(f"was not ready after {START_SECONDS} seconds") from None

    async def _read_until_ready(self) -> None:
        assert self._process.stdout  # noqa: S101 - it is a pipe
        # A library may print something first.
        async for line in self._process.stdout:
            if line.decode().strip() == READY:
                return
        raise CannotStart(await self.wait())

    async def wait(self) -> str:
        """Wait until it ends, and say how."""
        status = await self._process.wait()
        self._metrics.forget(self.pid)
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
        await self.wait()


class Launcher:
    """Starts processes of this installation, with the code that is there now.

    :raises CannotPrepare: if there is no place where they can count together.
    """

    def __init__(self, listener: socket.socket, host: str, count: int) -> None:
        self._descriptor, self._host = listener.fileno(), host
        # Not resolved: a link to the newest version is followed anew at each start.
        self._manage = (sys.executable, os.path.abspath(sys.argv[0]))
        self._metrics = MetricsFolder(settings.DATA_DIR)
        counting = {**self._metrics.environment, "SERVER_PROCESSES": str(count)}
        self._environment = {**os.environ, **counting}
        self._servers: list[ServerProcess] = []

    async def serve(self) -> ServerProcess:
        """Start a server process, and return it once it accepts connections.

        :raises CannotStart: if it does not.
        """
        socket = ("--descriptor", str(self._descriptor), "--host", self._host)
        pipes: dict[str, Any] = {"stdin": PIPE, "stdout": PIPE, "pass_fds": [self._descriptor]}
        server = ServerProcess(await self._start("serve", *socket, **pipes), self._metrics)
        self._servers = [server, *(each for each in self._servers if each.is_running)]
        await server.wait_until_ready()
        return server

    async def prepare(self) -> bool:
        """Bring database and static files up to date; return whether that was possible."""
        process = await self._start("prepare", stdin=DEVNULL)
        status = await process.wait()
        # It serves nobody, but the library has made files for it as for the others.
        self._metrics.forget(process.pid)
        return status == 0

    async def stop_all(self) -> None:
        """Stop every server process that still runs, also those that are about to."""
        await asyncio.gather(*(server.stop() for server in self._servers))
        self._metrics.remove()

    async def _start(self, *arguments: str, **pipes: Any) -> Process:
        # In a process group of its own, so that Ctrl-C in the terminal reaches only this process.
        return await asyncio.create_subprocess_exec(
            *self._manage, *arguments, **pipes, process_group=0, env=self._environment
        )
