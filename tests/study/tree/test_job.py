"""Search trees, built in a process of their own and remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import pytest

from games.computer.pool import Pool
from games.engine import Board
from games.play import errors
from games.study.tree import job
from games.study.tree.job import TreeSearch
from games.study.tree.recorded_search import search_tree
from games.study.tree.search_methods import METHODS

SEARCH = TreeSearch(Board.parse("XO./.X./..."), METHODS["alpha-beta"], None)


@pytest.fixture(autouse=True)
def _forget_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job.trees, "kept", OrderedDict())
    monkeypatch.setattr(job, "counts", {})


class CountingPool(Pool):
    """A pool that counts what it is asked for, and notes for whom."""

    submitted = 0

    def __init__(self, size: int) -> None:
        super().__init__("tree", size)
        self.people: set[str] = set()

    def submit(self, person, search):
        self.submitted += 1
        self.people.add(person)
        return super().submit(person, search)


async def test_two_who_ask_for_the_same_tree_share_one_search(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(job.trees, "pool", pool)
    try:
        first, second = await asyncio.gather(*(job.find(SEARCH, "") for _ in range(2)))
        assert first is second
        assert await job.find(SEARCH, "") is first
        assert pool.submitted == 1
        assert job.counts[SEARCH] == (first.nodes, True)
    finally:
        pool.close()


async def test_a_client_with_many_addresses_has_one_turn(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(job.trees, "pool", pool)
    try:
        for number, board in enumerate((Board(), Board().play(0), Board().play(4)), 1):
            await job.find(TreeSearch(board, METHODS["computer"], 1), f"2001:db8::{number}")
    finally:
        pool.close()
    assert pool.people == {"2001:db8::/64"}


async def test_who_gives_up_waiting_finds_the_tree_later(monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setattr(job.trees, "timeout", 0)
        with pytest.raises(errors.TooBusy):
            await job.find(SEARCH, "")
    found = await asyncio.wrap_future(job.trees.kept[SEARCH])
    assert await job.find(SEARCH, "") is found


async def test_a_search_that_dies_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch):
    broken, pool = Pool("search", 1, limit=0), Pool("search", 1)
    monkeypatch.setattr(job.trees, "pool", broken)
    try:
        with pytest.raises(errors.TooBusy):
            await job.find(SEARCH, "")
        monkeypatch.setattr(job.trees, "pool", pool)
        assert (await job.find(SEARCH, "")).is_complete
    finally:
        broken.close()
        pool.close()


async def test_what_was_used_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    boards = [Board().play(4).play(cell) for cell in (0, 1, 2)]
    first, second, third = (TreeSearch(board, METHODS["computer"], None) for board in boards)
    total = sum(search_tree(*search).recorded for search in (first, second, third))
    monkeypatch.setattr(job.trees, "room", total - 1)
    for search in (first, second, first, third):
        await job.find(search, "")
    assert list(job.trees.kept) == [first, third]
    assert second in job.counts


async def test_counts_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(job, "MAX_COUNTS", 2)
    for depth in (1, 2, 3):
        await job.find(SEARCH._replace(depth=depth), "")
    assert [search.depth for search in job.counts] == [3]
