"""Client processes, which begin together what is measured."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing import get_context
from threading import BrokenBarrierError
from typing import Any, Generic, TypeVar

from tests.tools.bench import machine

T = TypeVar("T")

TIMEOUT = 900  # seconds until all clients must have come to the next step

spawn = get_context("spawn")


class Steps:
    """What the clients and the one who measures wait for together: all are ready, all are done."""

    def __init__(self, barrier: Any) -> None:
        self._barrier = barrier
        self.cpu = 0.0  # seconds that this process has used between the last two steps
        self._cpu_before = 0.0

    def wait(self) -> None:
        self._barrier.wait(TIMEOUT)
        now = time.process_time()
        self.cpu, self._cpu_before = now - self._cpu_before, now

    async def reach(self) -> None:
        await asyncio.to_thread(self.wait)


Job = Callable[[Sequence[Any], Steps], Coroutine[Any, Any, T]]


class Clients(AbstractContextManager["Clients[T]"], Generic[T]):
    """Processes that each do a job with a share of the work."""

    def __init__(self, count: int, job: Job[T], work: Sequence[Any]) -> None:
        barrier = spawn.Barrier(count + 1)
        self._steps = Steps(barrier)
        self._pool = spawn.Pool(count, _begin, [barrier])
        shares = [work[number::count] for number in range(count)]
        self._results = self._pool.map_async(partial(_run, job), shares, chunksize=1)

    def reach(self) -> None:
        """Wait until all clients have come to the next step, and let them go on.

        :raises Exception: that of a client which failed.
        """
        try:
            self._steps.wait()
        except BrokenBarrierError:
            self.results()
            raise

    def results(self) -> list[T]:
        return self._results.get(TIMEOUT)

    def __exit__(self, *_: object) -> None:
        self._pool.terminate()
        self._pool.join()


def _begin(barrier: Any) -> None:
    global _steps
    machine.raise_open_files_limit()
    _steps = Steps(barrier)


def _run(job: Job[T], share: Sequence[Any]) -> T:
    try:
        return asyncio.run(job(share, _steps))
    except Exception:
        _steps._barrier.abort()
        raise


_steps: Steps
