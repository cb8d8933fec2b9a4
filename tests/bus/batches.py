import asyncio
from collections.abc import Callable
from typing import Any

from games.bus.db_queue import in_database


async def run_as_batch(*calls: Callable[[], Any]) -> list[Any]:
    return await asyncio.gather(*(in_database(call)() for call in calls), return_exceptions=True)
