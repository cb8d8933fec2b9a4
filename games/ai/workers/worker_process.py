"""One worker process, as the thread of the server sees it that the process belongs to."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from games.ai.workers.tasks import Task

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
# -S leaves out site-packages, which a search does not need: Python starts in half the time.
COMMAND = (sys.executable, "-S", "-m", "games.ai.workers.worker")


class SearchRejected(Exception):
    """The search was not made, because too many others wait or the pool is closed."""


class SearchFailed(Exception):
    """The search raised an exception; the message is its traceback."""


class WorkerDied(Exception):
    """The process ended before it returned a result."""


class SearchTimeout(Exception):
    """The search took longer than its time limit."""


class WorkerProcess:
    """A process, started with its first task and again if it has died.

    It belongs to one thread. Other threads may only call ``stop`` and ``pid``.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process else None

    def run(self, task: Task[T], limit: float) -> T:
        """Carry out a task in the process, in at most ``limit`` seconds, and return its result.

        :raises WorkerDied: if the process ends first.
        :raises SearchTimeout: if it takes longer; the process is killed then.
        :raises SearchFailed: if the search raises an exception.
        :raises SearchRejected: if the worker has been stopped.
        """
        process = self._running_process()
        try:
            line = _exchange(process, task.line(), limit)
        except (WorkerDied, SearchTimeout):
            self.end()
            raise
        result: T = _read_result(line)
        return result

    def stop(self) -> None:
        """Kill the process, and let no other be started."""
        with self._lock:
            self._is_stopped = True
            if self._process:
                self._process.kill()

    def end(self) -> None:
        """Kill the process and wait for its end; the next task starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()

    def _running_process(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_stopped:
                raise SearchRejected
            if self._process is None:
                self._process = _start()
            return self._process


def _start() -> subprocess.Popen[bytes]:
    # In a process group of its own, so that Ctrl-C in the terminal reaches only the server, which
    # ends it then.
    return subprocess.Popen(  # noqa: S603 - our own program
        COMMAND,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    )


def _exchange(process: subprocess.Popen[bytes], line: bytes, limit: float) -> bytes:
    """Send a line and return the line that comes back within ``limit`` seconds.

    :raises WorkerDied, SearchTimeout: if none does.
    """
    assert process.stdin and process.stdout  # noqa: S101, PT018 - they are pipes
    try:
        process.stdin.write(line)
        process.stdin.flush()
    except BrokenPipeError:
        raise WorkerDied from None
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    if not poll.poll(limit * 1000):
        raise SearchTimeout
    result = process.stdout.readline()
    # It may have died in the middle of the line.
    if not result.endswith(b"\n"):
        raise WorkerDied
    return result


def _read_result(line: bytes) -> Any:
    """Return the result in a worker's line.

    :raises SearchFailed: if the line holds an error instead.
    """
    answer = json.loads(line)
    if "error" in answer:
        raise SearchFailed(answer["error"])
    return answer["answer"]
