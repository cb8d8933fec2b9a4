"""A few processes that search, so that no search holds up the server.

Each process has a thread here, which hands it one search after another. Searches are kept here
until they are answered, so a process that dies takes nothing with it.
"""

from __future__ import annotations

import json
import logging
import os
import select
import subprocess
import sys
from collections.abc import Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from threading import Condition, Lock, Thread
from typing import Any, TypeVar

from games.ai.workers.fair_queue import FairQueue
from games.ai.workers.tasks import Task

T = TypeVar("T")

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[3]
# Without site-packages, which a search does not need, Python starts in half the time.
COMMAND = (sys.executable, "-S", "-m", "games.ai.workers.worker")

LIMIT = 5.0  # seconds for a search; every level promises to take much less
ATTEMPTS = 3  # at a search whose process dies, for it may be the search that kills it
WAITING = 200  # searches that wait at most
RETIREMENT = 300.0  # seconds without work after which a process gives its memory back
MOST = 4  # processes; each may need some hundred MB


class PutOff(Exception):
    """This was not searched, for there was too much else, or the pool is closed: ask again."""


class SearchFailed(Exception):
    """The search raised an exception; this says which, with its traceback."""


class WorkerDied(Exception):
    """The process ended before it answered."""


class Overdue(Exception):
    """The search took longer than its limit."""


@dataclass(frozen=True, slots=True)
class Job:
    task: Task[Any]
    answer: Future[Any] = field(default_factory=Future)

    def put_off(self) -> None:
        if self.answer.set_running_or_notify_cancel():
            self.answer.set_exception(PutOff())


class Worker:
    """One process, which is started when there is something to ask, and again if it has died.

    It belongs to one thread; others may do no more than ``stop`` it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process else None

    def ask(self, task: Task[T], limit: float) -> T:
        """Return what comes of a task.

        :raises WorkerDied, Overdue, SearchFailed: if it comes to nothing.
        :raises PutOff: if the worker has been stopped.
        """
        process = self._started()
        try:
            line = _exchange(process, task.line(), limit)
        except (WorkerDied, Overdue):
            self.end()
            raise
        answer: T = _read_answer(line)
        return answer

    def stop(self) -> None:
        """Kill the process, whatever it does, and let there be no other."""
        with self._lock:
            self._is_stopped = True
            if self._process:
                self._process.kill()

    def end(self) -> None:
        """Kill the process and forget it."""
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_stopped:
                raise PutOff
            if self._process is None:
                self._process = _start()
            return self._process


class Pool:
    """Searches for whoever asks, in turn; starts no process before the first search."""

    def __init__(
        self,
        size: int | None = None,
        *,
        limit: float = LIMIT,
        waiting: int = WAITING,
        retirement: float = RETIREMENT,
    ) -> None:
        self.size = size or default_size()
        self.limit = limit
        self.retirement = retirement
        self._changed = Condition()
        self._queue: FairQueue[Job] = FairQueue(waiting)
        self._workers: set[Worker] = set()
        self._idle = 0
        self._is_closed = False

    def pids(self) -> list[int]:
        """Return the processes that run now."""
        return [pid for worker in list(self._workers) if (pid := worker.pid)]

    def submit(self, person: Hashable, task: Task[T]) -> Future[T]:
        """Search on behalf of a person, and return what will be the answer.

        It may come to ``PutOff`` or ``SearchFailed``.
        """
        job = Job(task)
        with self._changed:
            gives_way = job if self._is_closed else self._queue.put(person, job)
            if len(self._queue) > self._idle and len(self._workers) < self.size:
                self._hire()
            self._changed.notify()
        if gives_way:
            gives_way.put_off()
        return job.answer

    def close(self) -> None:
        """End every process at once, put off what waits, and take nothing more."""
        with self._changed:
            self._is_closed = True
            waiting = [self._queue.take() for _ in range(len(self._queue))]
            workers = list(self._workers)
            self._changed.notify_all()
        for worker in workers:
            worker.stop()
        for job in waiting:
            job.put_off()

    def _hire(self) -> None:
        worker = Worker()
        # A daemon, for the end of the server waits for no search.
        Thread(target=self._work, args=(worker,), name="search", daemon=True).start()
        self._workers.add(worker)

    def _work(self, worker: Worker) -> None:
        while job := self._next(worker):
            if job.answer.set_running_or_notify_cancel():
                self._answer(worker, job)
        worker.end()

    def _next(self, worker: Worker) -> Job | None:
        """Wait for a job; None sends the worker home."""
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self._is_closed or self._queue, self.retirement)
            self._idle -= 1
            if self._queue:
                return self._queue.take()
            self._workers.remove(worker)
            return None

    def _answer(self, worker: Worker, job: Job) -> None:
        try:
            job.answer.set_result(self._search(worker, job.task))
        except Exception as error:
            job.answer.set_exception(error)

    def _search(self, worker: Worker, task: Task[T]) -> T:
        for _ in range(ATTEMPTS):
            try:
                return worker.ask(task, self.limit)
            except WorkerDied:
                continue
            except Overdue:
                break
        # Weak, but no game waits for ever on a search that cannot be done.
        logger.error("The answer is a guess, for there is no end to %s", task)
        return task.guess(SystemRandom())


def default_size() -> int:
    """One process a core, but for the server's."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(max(1, cores - 1), MOST)


def _start() -> subprocess.Popen[bytes]:
    # In a group of its own, Ctrl-C in the terminal does not reach it: the server ends it.
    return subprocess.Popen(  # noqa: S603 - our own program
        COMMAND,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        process_group=0,
    )


def _exchange(process: subprocess.Popen[bytes], line: bytes, limit: float) -> bytes:
    """Send a line and return the one that comes back."""
    assert process.stdin and process.stdout  # noqa: S101, PT018 - they are pipes
    try:
        process.stdin.write(line)
    except BrokenPipeError:
        raise WorkerDied from None
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    if not poll.poll(limit * 1000):
        raise Overdue
    if not (answer := process.stdout.readline()):
        raise WorkerDied
    return answer


def _read_answer(line: bytes) -> Any:
    answer = json.loads(line)
    if "error" in answer:
        raise SearchFailed(answer["error"])
    return answer["answer"]
