import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import parse

from games.play import limiters
from games.play.limiters import Count
from tests.play.conftest import FakeClock

THREADS = 8


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def count(limit: str, who: str) -> Count:
    return Count(parse(limit), "tests", who, is_shared=False)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_that_count_somebody_new_do_not_get_round_a_limit():
    at_once = threading.Barrier(THREADS)

    def hit(who: str) -> bool:
        at_once.wait()
        return limiters.hit(count("3/hour", who))

    with ThreadPoolExecutor(THREADS) as pool:
        for number in range(300):
            assert sum(pool.map(hit, [f"{number}"] * THREADS)) == 3


def test_what_has_expired_takes_no_memory(fake_clock: FakeClock):
    for number in range(100):
        limiters.hit(count("10/second" if number else "10/hour", f"{number}"))
    storage = limiters._process_limiter().storage
    assert len(storage.storage) == 100
    fake_clock.now += 60
    asyncio.run(limiters.sweep())
    assert len(storage.storage) == len(storage.expirations) == len(storage.locks) == 1
