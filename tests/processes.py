"""Lists, suspends and kills processes, and waits for conditions."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

TIMEOUT = 60  # seconds


def wait_until(condition: Callable[[], object], seconds: float = TIMEOUT) -> None:
    """Wait until the condition is true.

    :raises AssertionError: if it is not after so many seconds.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "The condition did not become true."
        time.sleep(0.02)


def child_pids(pid: int) -> list[int]:
    return [child for child, parent, _ in _processes() if parent == pid]


def have_ended(pids: Iterable[int]) -> bool:
    """Return whether all of these processes have ended, reaped by their parent or not."""
    running = {pid for pid, _, state in _processes() if not state.startswith("Z")}
    return running.isdisjoint(pids)


@contextmanager
def suspended(pids: Iterable[int]) -> Iterator[None]:
    """Suspend processes with SIGSTOP, and continue them at the end of the block."""
    pids = list(pids)
    _send(pids, signal.SIGSTOP)
    wait_until(lambda: all(state.startswith("T") for pid, _, state in _processes() if pid in pids))
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


def _processes() -> list[tuple[int, int, str]]:
    """Return the id, the parent's id and the state (as in ``ps``) of every process."""
    command = ["ps", "-A", "-o", "pid=,ppid=,stat="]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = (line.split() for line in output.splitlines())
    return [(int(pid), int(parent), state) for pid, parent, state in lines]
