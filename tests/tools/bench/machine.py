"""The cores of this machine, and what processes use of them and of its memory."""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

CORES = sorted(os.sched_getaffinity(0))
OPEN_FILES = 16384  # what a client needs for 10,000 sockets


def describe() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    return f"{name}, {len(CORES)} cores, Python {platform.python_version()}"


@contextmanager
def pinned_to(cores: Iterable[int]) -> Iterator[None]:
    """Have the processes that are started inside the block use these cores only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cores_of_servers(processes: int) -> list[set[int]]:
    """Return the core of each server process; they share cores where there are too few."""
    return [{CORES[number % len(CORES)]} for number in range(processes)]


def cores_beside(processes: int) -> set[int]:
    """Return the cores without a server process, or all of them if there is none."""
    return set(CORES[processes:] or CORES)


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU time that processes have used, with all that they have started."""
    return sum(_cpu_seconds(psutil.Process(pid)) for pid in pids)


def _cpu_seconds(process: psutil.Process) -> float:
    """Add up a process, its children that have ended, and those that run."""
    total = sum(process.cpu_times()[:4])
    for child in process.children():
        with suppress(psutil.NoSuchProcess):
            total += _cpu_seconds(child)
    return total


def memory(pids: Iterable[int]) -> float:
    """Return the resident memory of processes, in KB."""
    return sum(psutil.Process(pid).memory_info().rss for pid in pids) / 1024


def raise_open_files_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, OPEN_FILES), hard))
