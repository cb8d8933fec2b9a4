"""The storage in which a process counts what is limited."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from games.services import limit_storage
from games.services.limit_storage import BoundedMemoryStorage
from tests.services.conftest import FakeClock


@pytest.fixture
def storage() -> BoundedMemoryStorage:
    return BoundedMemoryStorage()


def test_what_has_expired_takes_no_memory(storage: BoundedMemoryStorage, fake_clock: FakeClock):
    for number in range(100):
        storage.acquire_entry(f"{number}", 10, 30 if number else 3600)
    fake_clock.now += 61
    storage.acquire_entry("last", 10, 30)
    assert set(storage.hits) == {"0", "last"}
    fake_clock.now += 59
    storage.acquire_entry("last", 10, 30)
    storage.acquire_entry("brief", 10, 1)
    fake_clock.now += 1
    storage.acquire_entry("last", 10, 30)
    assert "brief" in storage.hits, "all keys are looked through once a minute only"


def test_a_key_at_its_limit_takes_more_when_its_hits_have_expired(
    storage: BoundedMemoryStorage, fake_clock: FakeClock
):
    assert storage.acquire_entry("a", 2, 30)
    fake_clock.now = 10.0
    assert storage.acquire_entry("a", 2, 30)
    assert not storage.acquire_entry("a", 2, 30)
    fake_clock.now = 30.0
    assert storage.acquire_entry("a", 2, 30)
    assert not storage.acquire_entry("a", 2, 30)
    assert storage.get_moving_window("a", 2, 30) == (10.0, 2)
    assert storage.get_moving_window("never seen", 2, 30) == (30.0, 0)


def test_a_full_storage_drops_what_expires_soonest(
    storage: BoundedMemoryStorage, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limit_storage, "MAX_KEYS", 20)
    for number in range(50):
        assert storage.acquire_entry(f"{number}", 1, 1000 - number)
        assert len(storage.hits) <= 20
    assert "0" in storage.hits
    assert "30" not in storage.hits
    assert not storage.acquire_entry("0", 1, 1000)


def test_a_full_storage_drops_nothing_that_counts_if_something_has_expired(
    storage: BoundedMemoryStorage, monkeypatch: pytest.MonkeyPatch, fake_clock: FakeClock
):
    monkeypatch.setattr(limit_storage, "MAX_KEYS", 20)
    storage.acquire_entry("expired", 1, 10)
    for number in range(19):
        storage.acquire_entry(f"{number}", 1, 1000)
    fake_clock.now = 20.0
    storage.acquire_entry("new", 1, 1000)
    assert set(storage.hits) == {"new", *map(str, range(19))}


def test_the_storage_can_forget_one_or_all(storage: BoundedMemoryStorage):
    for key in "abc":
        storage.acquire_entry(key, 10, 30)
    storage.clear("a")
    storage.clear("never seen")
    assert set(storage.hits) == {"b", "c"}
    assert storage.reset() == 2
    assert not storage.hits


def test_several_threads_count_together(storage: BoundedMemoryStorage):
    with ThreadPoolExecutor(8) as pool:
        counted = pool.map(lambda _: storage.acquire_entry("a", 500, 60), range(1000))
    assert sum(counted) == 500
