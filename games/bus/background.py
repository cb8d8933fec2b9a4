from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_tasks: set[asyncio.Task[None]] = set()


def start(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task and keep it until it is done; needs a running event loop."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task
