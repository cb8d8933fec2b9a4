"""Searches of several server processes, of which so many are made at once on their machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from games.ai.workers.pool import Pool
from games.ai.workers.shared_semaphore import SharedSemaphore
from games.ai.workers.tasks import ChooseMove
from games.engine import Board, Variant
from tests.processes import TIMEOUT, suspended, wait_until

SEARCH = ChooseMove.of("easy", Board(Variant(5, 5, 4)))


@pytest.fixture
def pools(tmp_path: Path) -> Iterator[list[Pool]]:
    """The pools of three server processes, which may make two searches at once."""
    pools = [
        Pool(1, limit=TIMEOUT, semaphore=SharedSemaphore(tmp_path, "replies", 2)) for _ in range(3)
    ]
    for pool in pools:
        pool.submit("warm", SEARCH).result(TIMEOUT)
    yield pools
    for pool in pools:
        pool.close()


def test_together_they_make_no_more_searches_than_they_may(pools: list[Pool]):
    processes = [pid for pool in pools for pid in pool.pids()]
    with suspended(processes):
        searches = [pool.submit("a", SEARCH) for pool in pools]
        wait_until(lambda: sum(search.running() for search in searches) == 2)
        [waiting] = [search for search in searches if not search.running()]
        assert waiting.cancel(), "It has not begun, so nobody has to wait for its end."
    for search in searches:
        assert search.cancelled() or search.result(TIMEOUT) in range(25)
    assert all(pool.submit("b", SEARCH).result(TIMEOUT) in range(25) for pool in pools)


def test_whoever_waits_gets_it_when_it_becomes_free(tmp_path: Path):
    first, second = SharedSemaphore(tmp_path, "trees", 1), SharedSemaphore(tmp_path, "trees", 1)
    has_it = Event()

    def wait() -> None:
        with second.held():
            has_it.set()

    waiting = Thread(target=wait)
    with first.held():
        waiting.start()
        assert not has_it.is_set()
    waiting.join(TIMEOUT)
    assert has_it.is_set()


def test_kinds_do_not_wait_for_each_other(tmp_path: Path):
    with SharedSemaphore(tmp_path, "trees", 1).held(), SharedSemaphore(tmp_path, "hints", 1).held():
        assert len(list(tmp_path.glob("*.lock"))) == 2


def test_a_search_fails_if_its_files_cannot_be_opened_and_the_next_one_is_made(tmp_path: Path):
    folder = tmp_path / "removed"
    pool = Pool(1, limit=TIMEOUT, semaphore=SharedSemaphore(folder, "replies", 1))
    with pytest.raises(FileNotFoundError):
        pool.submit("a", SEARCH).result(TIMEOUT)
    folder.mkdir()
    assert pool.submit("a", SEARCH).result(TIMEOUT) in range(25)
    pool.close()
