"""Runs the periodic tasks of each server process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from games.bus.db_queue import in_database
from games.ops import database_outages
from games.ops.periodic_tasks import TASKS

logger = logging.getLogger(__name__)


async def do_periodic_tasks(has_database: Callable[[], bool]) -> None:
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
