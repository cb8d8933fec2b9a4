"""Searches in worker processes; none is lost if a process dies."""

# ``ProcessPoolExecutor`` cannot end a search that takes too long, and breaks as a whole when one
# process dies. ``pebble.ProcessPool`` breaks for good when a process dies that has nothing to do,
# and starts all of its processes at once. ``multiprocessing.Process`` would need one process more,
# of 13 MB, and imports the program that the server was started as.

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from multiprocessing.connection import Pipe
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeVar

from games.ai import opening_book
from games.computer.fair_queue import FairQueue
from games.ops import metrics

T = TypeVar("T")

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-S", "-m", "games.computer.worker")
LIMIT = 5.0  # seconds for a search; every level takes less
ATTEMPTS = 3  # at a search whose process dies, which may be the search's own fault
WAITING = 200  # searches that may wait, of either priority
RETIREMENT = 300.0  # seconds without work after which a process ends, to free its memory
# Each may need some 100 MB. One is always left for the computer's moves and hints.
MIN_PROCESSES, MAX_PROCESSES = 2, 4


class SearchRejected(Exception):
    """It did not run, because too many others wait or the pool is closed."""


class SearchFailed(Exception):
    """It took too long or raised an error, or its process died or did not start."""


class SearchTooSlow(SearchFailed):
    pass


class Job(NamedTuple):
    task: str
    search: Callable[[], Any]
    pickled: bytes
    result: Future[Any]
    limit: float
    in_background: bool

    def log(self, error: SearchFailed) -> None:
        is_error = not (self.in_background and isinstance(error, SearchTooSlow))
        level = logging.ERROR if is_error else logging.WARNING
        logger.log(level, "A search failed: %s. %s", self.search, error)

    def reject(self) -> None:
        if self.result.set_running_or_notify_cancel():
            self.result.set_exception(SearchRejected())


class Worker:
    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self.process:
            return
        self._connection, theirs = Pipe()
        with theirs:
            # The process inherits its end of the pipe and nothing else. It has its own process
            # group, so that Ctrl-C in the terminal reaches only the server, which then ends it.
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [*COMMAND, str(theirs.fileno())],
                cwd=ROOT,
                # Where the book of openings is, which it cannot find without site-packages.
                env=os.environ | {opening_book.BOOK_VARIABLE: opening_book.book_path()},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )

    def run(self, pickled: bytes, limit: float) -> Any:
        self._connection.send_bytes(pickled)
        if not self._connection.poll(limit):
            raise TimeoutError
        result, error = self._connection.recv()
        if error:
            raise SearchFailed(error)
        return result

    def end(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()
            self._connection.close()


class Pool:
    # ``limit`` is the seconds for a search, ``waiting`` how many of each priority may wait.
    # Background searches wait for all others, and leave one process free for them.
    def __init__(
        self,
        size: int,
        *,
        limit: float = LIMIT,
        waiting: int = WAITING,
        retirement: float = RETIREMENT,
    ) -> None:
        self.size, self.limit, self.retirement = size, limit, retirement
        self._changed = Condition()
        self._urgent: FairQueue[Job] = FairQueue(waiting)
        self._background: FairQueue[Job] = FairQueue(waiting)
        self._workers: set[Worker] = set()
        self._idle = self._in_background = 0
        self.is_closed = False

    def pids(self) -> list[int]:
        processes = [worker.process for worker in list(self._workers)]
        return [process.pid for process in processes if process]

    @property
    def is_full(self) -> bool:
        return any(len(queue) >= queue.limit for queue in self._queues)

    @property
    def _queues(self) -> tuple[FairQueue[Job], FairQueue[Job]]:
        return self._urgent, self._background

    def submit(
        self,
        person: Hashable,
        search: Callable[[], T],
        *,
        task: str = "search",
        limit: float | None = None,
        in_background: bool = False,
    ) -> Future[T]:
        """The future may raise ``SearchRejected`` or ``SearchFailed``."""
        limit = limit or self.limit
        job = Job(task, search, pickle.dumps(search), Future(), limit, in_background)
        queue = self._background if in_background else self._urgent
        with self._changed:
            dropped: Job | None = job
            if not self.is_closed:
                dropped = queue.put(person, job)
                metrics.SEARCH_QUEUE.inc(0 if dropped else 1)
            if sum(map(len, self._queues)) > self._idle and len(self._workers) < self.size:
                self._add_worker()
            self._changed.notify()
        if dropped:
            dropped.reject()
        return job.result

    def close(self) -> None:
        with self._changed:
            self.is_closed = True
            waiting = [queue.take() for queue in self._queues for _ in range(len(queue))]
            metrics.SEARCH_QUEUE.dec(len(waiting))
            self._changed.notify_all()
            for worker in self._workers:
                if process := worker.process:
                    process.kill()
        for job in waiting:
            job.reject()

    def _add_worker(self) -> None:
        worker = Worker()
        self._workers.add(worker)
        # A daemon thread, so that the server can end during a search.
        Thread(target=self._serve, args=(worker,), name="search", daemon=True).start()

    def _serve(self, worker: Worker) -> None:
        while job := self._next(worker):
            if job.result.set_running_or_notify_cancel():
                self._complete(worker, job)
            with self._changed:
                self._in_background -= job.in_background
                self._changed.notify()
        worker.end()

    def _next(self, worker: Worker) -> Job | None:
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self.is_closed or self._ready, self.retirement)
            self._idle -= 1
            if queue := self._ready:
                metrics.SEARCH_QUEUE.dec()
                job = queue.take()
                self._in_background += job.in_background
                return job
            self._workers.remove(worker)
            return None

    @property
    def _ready(self) -> FairQueue[Job] | None:
        if self._urgent:
            return self._urgent
        is_free = self._in_background < max(1, self.size - 1)
        return self._background if self._background and is_free else None

    def _complete(self, worker: Worker, job: Job) -> None:
        try:
            job.result.set_result(self._search(worker, job))
        except Exception as error:
            if isinstance(error, SearchFailed):
                metrics.GUESSES.labels(job.task).inc()
                job.log(error)
            job.result.set_exception(error)

    def _search(self, worker: Worker, job: Job) -> Any:
        for _ in range(ATTEMPTS):
            try:
                with self._changed:
                    if self.is_closed:
                        raise SearchRejected
                    worker.start()
                return worker.run(job.pickled, job.limit)
            except TimeoutError:
                worker.end()
                raise SearchTooSlow(f"It took longer than {job.limit} seconds.") from None
            except (EOFError, OSError):
                worker.end()
        raise SearchFailed("Its process died each time, or could not be started.")


def default_size() -> int:
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(cores, MAX_PROCESSES)
