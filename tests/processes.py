import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import psutil

TIMEOUT = 60  # seconds


def wait_until(condition: Callable[[], object], seconds: float = TIMEOUT) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "The condition did not become true."
        time.sleep(0.05)


def child_pids(pid: int) -> list[int]:
    try:
        return [child.pid for child in psutil.Process(pid).children()]
    except psutil.NoSuchProcess:
        return []


def have_ended(pids: Iterable[int]) -> bool:
    return all(_status(pid) in (psutil.STATUS_DEAD, psutil.STATUS_ZOMBIE) for pid in pids)


@contextmanager
def suspended(pids: Iterable[int]) -> Iterator[None]:
    pids = list(pids)
    _send(pids, signal.SIGSTOP)
    wait_until(lambda: {*map(_status, pids)} <= {psutil.STATUS_STOPPED, psutil.STATUS_DEAD})
    try:
        yield
    finally:
        _send(pids, signal.SIGCONT)


def kill(pids: Iterable[int]) -> None:
    _send(pids, signal.SIGKILL)


def _send(pids: Iterable[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def _status(pid: int) -> str:
    try:
        return str(psutil.Process(pid).status())
    except psutil.NoSuchProcess:
        return psutil.STATUS_DEAD
