"""A pool of worker processes for searches, so that no search blocks the server.

Each process belongs to a thread of the server, which sends it one task after another and waits for
the result. Tasks stay in the server until they are done, so none is lost if a process dies.

``concurrent.futures.ProcessPoolExecutor`` is not enough: it cannot end a search that takes too
long, it breaks as a whole when one process dies, and it serves tasks in the order of their arrival,
so that one person with many tasks would keep all others waiting.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Hashable
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import SystemRandom
from threading import Condition, Thread
from typing import Any, TypeVar

from games import metrics
from games.ai.workers.fair_queue import FairQueue
from games.ai.workers.shared_semaphore import SharedSemaphore
from games.ai.workers.tasks import Task
from games.ai.workers.worker_process import (
    SearchRejected,
    SearchTimeout,
    WorkerDied,
    WorkerProcess,
)

T = TypeVar("T")

logger = logging.getLogger(__name__)

LIMIT = 5.0  # seconds for a search; every level promises to take much less
ATTEMPTS = 3  # at a search whose process dies, because the search itself may be the cause
WAITING = 200  # the most searches that may wait
RETIREMENT = 300.0  # seconds without work after which a process ends, to free its memory
MAX_PROCESSES = 4  # each may need some hundred MB


@dataclass(frozen=True, slots=True)
class Job:
    """A task and the future for its result."""

    task: Task[Any]
    result: Future[Any] = field(default_factory=Future)

    def fail(self, error: Exception) -> None:
        """Let the future raise an error, unless it was cancelled."""
        if self.result.set_running_or_notify_cancel():
            self.result.set_exception(error)


class Pool:
    """Runs searches in worker processes, and serves people in turn.

    ``size`` is the most processes, ``limit`` the seconds for a search, ``waiting`` the most
    searches that may wait, and ``retirement`` the seconds without work after which a process ends.
    No process starts before the first search. With a ``semaphore`` each search waits for it.
    """

    def __init__(
        self,
        size: int | None = None,
        *,
        limit: float = LIMIT,
        waiting: int = WAITING,
        retirement: float = RETIREMENT,
        semaphore: SharedSemaphore | None = None,
    ) -> None:
        self._semaphore = semaphore
        self.size = size or default_size()
        self.limit = limit
        self.retirement = retirement
        self._changed = Condition()
        self._queue: FairQueue[Job] = FairQueue(waiting)
        self._workers: set[WorkerProcess] = set()
        self._idle = 0
        self.is_closed = False

    def pids(self) -> list[int]:
        """Return the ids of the processes that are running."""
        return [pid for worker in list(self._workers) if (pid := worker.pid)]

    @property
    def is_full(self) -> bool:
        """Whether as many searches wait as may."""
        return len(self._queue) >= self._queue.limit

    def submit(self, person: Hashable, task: Task[T], *, in_background: bool = False) -> Future[T]:
        """Queue a task on behalf of a person and return the future of its result.

        A task in the background waits for all others. The future may raise ``SearchRejected`` or
        ``SearchFailed``. Cancelling it before the search begins prevents the search.
        """
        job = Job(task)
        with self._changed:
            dropped: Job | None = job
            if not self.is_closed:
                dropped = self._queue.put(person, job, in_background=in_background)
                metrics.SEARCH_QUEUE.inc(0 if dropped else 1)
            if len(self._queue) > self._idle and len(self._workers) < self.size:
                self._start_worker()
            self._changed.notify()
        if dropped:
            dropped.fail(SearchRejected())
        return job.result

    def close(self) -> None:
        """Kill every process at once, drop all waiting searches, and accept no more."""
        with self._changed:
            self.is_closed = True
            waiting = [self._queue.take() for _ in range(len(self._queue))]
            metrics.SEARCH_QUEUE.dec(len(waiting))
            workers = list(self._workers)
            self._changed.notify_all()
        for worker in workers:
            worker.stop()
        for job in waiting:
            job.fail(SearchRejected())

    def _start_worker(self) -> None:
        worker = WorkerProcess()
        # A daemon thread, so that the server can end during a search.
        Thread(target=self._serve, args=(worker,), name="search", daemon=True).start()
        self._workers.add(worker)

    def _serve(self, worker: WorkerProcess) -> None:
        while job := self._next(worker):
            try:
                with self._semaphore.held() if self._semaphore else nullcontext():
                    if job.result.set_running_or_notify_cancel():
                        self._complete(worker, job)
            except OSError as error:
                job.fail(error)
        worker.end()

    def _next(self, worker: WorkerProcess) -> Job | None:
        """Wait for the next job. None means that the worker is not needed any more."""
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self.is_closed or self._queue, self.retirement)
            self._idle -= 1
            if self._queue:
                metrics.SEARCH_QUEUE.dec()
                return self._queue.take()
            self._workers.remove(worker)
            return None

    def _complete(self, worker: WorkerProcess, job: Job) -> None:
        try:
            with metrics.SEARCHES.labels(job.task.kind).time():
                result = self._search(worker, job.task)
            job.result.set_result(result)
        except Exception as error:
            job.result.set_exception(error)

    def _search(self, worker: WorkerProcess, task: Task[T]) -> T:
        for _ in range(ATTEMPTS):
            try:
                return worker.run(task, self.limit)
            except WorkerDied:
                continue
            except SearchTimeout:
                break
        # A weak move is better than a game that nobody continues.
        metrics.GUESSES.labels(task.kind).inc()
        logger.error("The answer is a guess, because the search failed: %s", task)
        return task.guess(SystemRandom())


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def default_size() -> int:
    """Return the number of cores less the one for the server: at least 1, at most 4."""
    return min(max(1, usable_cores() - 1), MAX_PROCESSES)
