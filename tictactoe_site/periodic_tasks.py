"""The periodic tasks of each server process.

Several processes may run a task at the same moment. Each task locks the rows that it handles, skips
rows that are locked already, and checks each row again under its lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from games.bus.db_queue import in_database
from games.models import SIGNS_STORED_EVERY
from games.ops import database_outages
from games.people.matching.job import tend_queue
from games.people.matching.services import remove_abandoned
from games.play import services
from games.study.reviews import job

# The tasks, and the seconds between two runs. Coroutine functions run on the event loop, all others
# in a thread of the database queue.
TASKS: dict[Callable[[], object], float] = {
    services.close_stale_games: 10,
    services.purge: 60 * 60,
    services.end_overdue_games: 1,
    job.start_latest: 10,
    tend_queue: SIGNS_STORED_EVERY,
    remove_abandoned: 20,
}

logger = logging.getLogger(__name__)


async def do_periodic_tasks(has_database: Callable[[], bool]) -> None:
    """Repeat all tasks until this is cancelled.

    :param has_database: whether the database file is in place; if not, errors are not logged
    """
    await asyncio.gather(*(_repeat(task, has_database) for task in TASKS))


async def _repeat(task: Callable[[], Any], has_database: Callable[[], bool]) -> None:
    call = task if iscoroutinefunction(task) else in_database(task)
    while True:
        try:
            await call()
        except Exception as error:
            if has_database() and not database_outages.is_transient(error):
                logger.exception("A periodic task failed: %s", task.__name__)
        await asyncio.sleep(TASKS[task])
