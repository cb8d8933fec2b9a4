"""The periodic tasks of each server process, registered by their owners.

Several processes may run a task at the same moment. Each task locks the rows that it handles, skips
rows that are locked already, and checks each row again under its lock.
"""

from __future__ import annotations

from collections.abc import Callable

TASKS: dict[Callable[[], object], float] = {}  # with the seconds between two runs


def register(task: Callable[[], object], every: float) -> None:
    """Run a task every so many seconds.

    A coroutine function runs on the event loop, any other in a thread of the database queue.
    """
    TASKS[task] = every
