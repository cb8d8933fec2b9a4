"""Search trees, built in a process of their own and remembered."""

from __future__ import annotations

import asyncio

import pytest

from games.ai.recorded_search import search_tree
from games.ai.search_methods import METHODS
from games.computer.pool import Pool
from games.engine import Board
from games.realtime import search_trees
from games.realtime.search_trees import TreeSearch
from games.services import errors

SEARCH = TreeSearch(Board.parse("XO./.X./..."), METHODS["alpha-beta"], None)


@pytest.fixture(autouse=True)
def _forget_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_trees, "recent", search_trees.RecentTrees())


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
    monkeypatch.setattr(search_trees, "pool", pool)
    try:
        first, second = await asyncio.gather(*(search_trees.find(SEARCH, "") for _ in range(2)))
        assert first is second
        assert await search_trees.find(SEARCH, "") is first
        assert pool.submitted == 1
        assert search_trees.known_count(SEARCH) == (first.nodes, True)
    finally:
        pool.close()


async def test_a_client_with_many_addresses_has_one_turn(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(search_trees, "pool", pool)
    try:
        for number, board in enumerate((Board(), Board().play(0), Board().play(4)), 1):
            await search_trees.find(
                TreeSearch(board, METHODS["computer"], 1), f"2001:db8::{number}"
            )
    finally:
        pool.close()
    assert pool.people == {"2001:db8::/64"}


async def test_who_gives_up_waiting_finds_the_tree_later(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(search_trees, "TIMEOUT", 0)
    with pytest.raises(errors.TooBusy):
        await search_trees.find(SEARCH, "")
    await asyncio.gather(*search_trees._searches.values())
    assert (await search_trees.find(SEARCH, "")).nodes == search_trees.recent.counts[SEARCH].nodes
    assert not search_trees._searches


async def test_a_search_that_dies_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch):
    broken, pool = Pool("search", 1, limit=0), Pool("search", 1)
    monkeypatch.setattr(search_trees, "pool", broken)
    try:
        with pytest.raises(errors.TooBusy):
            await search_trees.find(SEARCH, "")
        monkeypatch.setattr(search_trees, "pool", pool)
        assert (await search_trees.find(SEARCH, "")).is_complete
    finally:
        broken.close()
        pool.close()


def test_what_was_used_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    boards = [Board().play(4).play(cell) for cell in (0, 1, 2)]
    searches = [TreeSearch(board, METHODS["computer"], None) for board in boards]
    trees = {search: search_tree(*search) for search in searches}
    total = sum(tree.recorded for tree in trees.values())
    monkeypatch.setattr(search_trees, "MAX_NODES", total - 1)
    first, second, third = trees
    search_trees.recent.put(first, trees[first])
    search_trees.recent.put(second, trees[second])
    assert search_trees.recent.get(first)
    search_trees.recent.put(third, trees[third])
    assert search_trees.recent.get(second) is None
    assert search_trees.recent.get(first)
    assert search_trees.known_count(second)
