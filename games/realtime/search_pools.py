"""The pools of search processes, of a size that suits the machine however many servers run on it.

The server processes of a machine share its searches by a semaphore, so together they make no more
at once than one alone would.
"""

from __future__ import annotations

import atexit
from math import ceil
from typing import Any

from django.conf import settings

from games.ai.workers.pool import Pool
from games.ai.workers.shared_semaphore import SharedSemaphore

_pools: list[Pool] = []


def new_pool(kind: str, searches: int, **options: Any) -> Pool:
    """Return a pool that ends with this process.

    :param searches: of this kind, that are made at once on this machine.
    """
    servers = settings.SERVER_PROCESSES
    semaphore = SharedSemaphore(settings.DATA_DIR, kind, searches) if servers > 1 else None
    pool = Pool(ceil(searches / servers), semaphore=semaphore, **options)
    _pools.append(pool)
    return pool


@atexit.register
def close_all() -> None:
    """End all searches of this process."""
    for pool in _pools:
        pool.close()
