from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

REMOVED_AT_ONCE = 1_000  # rows, so that others do not wait long

# Several processes may run one at once: it locks its rows, skips locked ones, and checks again.
TASKS: dict[Callable[[], object], float] = {}  # with the seconds between two runs


def register(task: Callable[[], object], every: float) -> None:
    TASKS[task] = every


def remove_some(rows: QuerySet[Any]) -> int:
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    return rows.model._default_manager.filter(pk__in=keys).delete()[0] if keys else 0
