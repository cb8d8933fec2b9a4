"""What is done periodically, by one process of the whole installation at a time.

Every server process asks for the lease again and again; the one that has it does them. When
that one ends, another gets the lease a few seconds later and begins with all of them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any
from uuid import uuid4

from games import database_outages, services
from games.realtime import reviews
from games.realtime.db_queue import in_database

Task = Callable[[], object]

LEASE = "periodic tasks"
ASK_EVERY = 1.0  # seconds
# What is done, and the seconds between one time and the next. Coroutine functions are called on the
# event loop, all others in a thread of the database.
TASKS: dict[Task, float] = {
    services.close_stale_games: 10,
    services.purge: 60 * 60,
    services.end_overdue_games: 1,
    reviews.start_latest: 10,
}

logger = logging.getLogger(__name__)


class PeriodicTasks:
    """Does the periodic tasks while this process has the lease.

    :param has_database: says if the database is there; where it is not, errors are not logged.
    """

    def __init__(self, has_database: Callable[[], bool]) -> None:
        # For people who look into the table; the last part tells processes of containers apart.
        self.holder = f"{socket.gethostname()[:40]} {os.getpid()} {uuid4().hex[:8]}"
        self._has_database = has_database
        self._due_at: dict[Task, float] = {}  # on the monotonic clock

    async def run(self) -> None:
        while True:
            await self._do_all_due()
            await asyncio.sleep(ASK_EVERY)

    async def _do_all_due(self) -> None:
        for task, seconds in TASKS.items():
            if self._due_at.get(task, 0.0) > time.monotonic():
                continue
            # Before each, for the one before may have taken longer than the lease lasts.
            if not await self._call(services.hold_lease, LEASE, self.holder):
                self._due_at.clear()
                return
            await self._call(task)
            self._due_at[task] = time.monotonic() + seconds

    async def _call(self, function: Callable[..., object], *args: str) -> Any:
        """Call a function that uses the database, and return None if it fails."""
        call = function if iscoroutinefunction(function) else in_database(function)
        try:
            return await call(*args)
        except Exception as error:
            if self._has_database() and not database_outages.is_transient(error):
                logger.exception("A periodic task failed: %s", function.__name__)
            return None
