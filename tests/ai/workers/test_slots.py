"""Searches of several server processes, which share the slots of their machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from games.ai.workers.pool import Pool
from games.ai.workers.slots import Slots
from games.ai.workers.tasks import ChooseMove
from games.engine import Board, Variant
from tests.processes import TIMEOUT, suspended, wait_until

SEARCH = ChooseMove.of("easy", Board(Variant(5, 5, 4)))


@pytest.fixture
def pools(tmp_path: Path) -> Iterator[list[Pool]]:
    """The pools of three server processes, which may make two searches at once."""
    pools = [Pool(1, limit=TIMEOUT, slots=Slots(tmp_path, "replies", 2)) for _ in range(3)]
    for pool in pools:
        pool.submit("warm", SEARCH).result(TIMEOUT)
    yield pools
    for pool in pools:
        pool.close()


def test_together_they_make_no_more_searches_than_there_are_slots(pools: list[Pool]):
    processes = [pid for pool in pools for pid in pool.pids()]
    with suspended(processes):
        searches = [pool.submit("a", SEARCH) for pool in pools]
        wait_until(lambda: sum(search.running() for search in searches) == 2)
        [waiting] = [search for search in searches if not search.running()]
        assert waiting.cancel(), "It has not begun, so nobody has to wait for its end."
    for search in searches:
        assert search.cancelled() or search.result(TIMEOUT) in range(25)
    assert all(pool.submit("b", SEARCH).result(TIMEOUT) in range(25) for pool in pools)


def test_whoever_waits_gets_the_slot_that_becomes_free(tmp_path: Path):
    first, second = Slots(tmp_path, "walks", 1), Slots(tmp_path, "walks", 1)
    has_slot = Event()

    def wait() -> None:
        with second.taken():
            has_slot.set()

    waiting = Thread(target=wait)
    with first.taken():
        waiting.start()
        assert not has_slot.is_set()
    waiting.join(TIMEOUT)
    assert has_slot.is_set()


def test_kinds_do_not_wait_for_each_other(tmp_path: Path):
    with Slots(tmp_path, "walks", 1).taken(), Slots(tmp_path, "hints", 1).taken():
        assert len(list(tmp_path.glob("*.slot"))) == 2
