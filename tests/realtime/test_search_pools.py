"""How many search processes each server process may have."""

from __future__ import annotations

import pytest

from games.ai.workers.shared_semaphore import SharedSemaphore
from games.realtime.search_pools import new_pool


@pytest.mark.parametrize(
    ("servers", "searches", "each"), [(1, 3, 3), (2, 3, 2), (3, 3, 1), (4, 3, 1)]
)
def test_servers_share_what_the_machine_may_do_at_once(
    settings, tmp_path, servers: int, searches: int, each: int
):
    settings.SERVER_PROCESSES, settings.DATA_DIR = servers, tmp_path
    pool = new_pool("replies", searches, limit=1)
    assert (pool.size, pool.limit) == (each, 1)
    assert isinstance(pool._semaphore, SharedSemaphore) is (servers > 1)
    if pool._semaphore:
        with pool._semaphore.held():
            assert len(list(tmp_path.glob("replies-*.lock"))) == searches
