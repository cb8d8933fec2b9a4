"""What each server process does periodically.

Several processes may do it at the same moment. Each task locks the rows that it handles, leaves
those that somebody else has locked, and looks again at each of them under its lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from games.bus.db_queue import in_database
from games.ops import database_outages
from games.play import services
from games.study.reviews import job

# What is done, and the seconds between one time and the next. Coroutine functions are called on the
# event loop, all others in a thread of the database.
TASKS: dict[Callable[[], object], float] = {
    services.close_stale_games: 10,
    services.purge: 60 * 60,
    services.end_overdue_games: 1,
    job.start_latest: 10,
}

logger = logging.getLogger(__name__)


async def do_periodic_tasks(has_database: Callable[[], bool]) -> None:
    """Do all tasks, each again and again, until this is cancelled.

    :param has_database: says if the database is there; where it is not, errors are not logged.
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
