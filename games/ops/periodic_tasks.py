"""The periodic tasks of each server process, registered by their owners.

Several processes may run a task at the same moment. Each task locks the rows that it handles, skips
rows that are locked already, and checks each row again under its lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

REMOVED_AT_ONCE = 1_000  # rows, so that others do not wait long

TASKS: dict[Callable[[], object], float] = {}  # with the seconds between two runs


def register(task: Callable[[], object], every: float) -> None:
    """Run a task every so many seconds.

    A coroutine function runs on the event loop, any other in a thread of the database queue.
    """
    TASKS[task] = every


def remove_some(rows: QuerySet[Any]) -> int:
    """Remove the first rows of a query, and return how many."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    return rows.model._default_manager.filter(pk__in=keys).delete()[0] if keys else 0
