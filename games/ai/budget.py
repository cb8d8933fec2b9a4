"""How long a search may take."""

from __future__ import annotations

import time
from collections.abc import MutableMapping
from math import inf
from typing import Any

# Reading the clock takes as long as searching a small position, so it is read once every so many.
NODES_PER_CLOCK_CHECK = 16


class OutOfTime(Exception):
    """The deadline passed before the search was complete."""


def check_limits(deadline: float, table: MutableMapping[Any, Any], max_entries: int) -> None:
    """Empty a table that is full.

    :raises OutOfTime: after a deadline by ``time.monotonic``.
    """
    if time.monotonic() > deadline:
        raise OutOfTime
    if len(table) > max_entries:
        table.clear()


class Budget:
    """So many seconds from now and so many nodes, which the search spends one by one."""

    def __init__(self, *, seconds: float = inf, nodes: float = inf) -> None:
        self.deadline, self.nodes = time.monotonic() + seconds, nodes
        self.spent = 0

    @property
    def is_over(self) -> bool:
        return self.spent > self.nodes or time.monotonic() > self.deadline

    def spend(self) -> None:
        """Count a node.

        :raises OutOfTime: if the budget is used up.
        """
        self.spent += 1
        if self.spent > self.nodes:
            raise OutOfTime
        if not self.spent % NODES_PER_CLOCK_CHECK and time.monotonic() > self.deadline:
            raise OutOfTime

    def part(self, *, seconds: float, nodes: float = inf) -> Budget:
        return Budget(seconds=min(seconds, self.deadline - time.monotonic()), nodes=nodes)
