"""Search trees, built in a process of their own and remembered."""

from __future__ import annotations

import asyncio
import threading
from random import Random
from typing import Any

import pytest

from games.ai.search_tree import SearchTree
from games.ai.workers import tasks
from games.ai.workers.pool import Pool
from games.ai.workers.tasks import BuildTree
from games.engine import Board
from games.realtime import search_trees
from games.services import errors

TASK = BuildTree.of(Board.parse("XO./.X./..."), "alpha-beta", None)


@pytest.fixture(autouse=True)
def _forget_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_trees, "recent", search_trees.RecentTrees())


class CountingPool(Pool):
    """A pool that counts what it is asked for, and notes for whom."""

    submitted = 0

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.people: set[str] = set()

    def submit(self, person, task):
        self.submitted += 1
        self.people.add(person)
        return super().submit(person, task)


def test_a_tree_comes_through_the_pipe_as_it_was():
    task = tasks.read(TASK.line())
    assert task == TASK
    here = SearchTree.from_json(task.carry_out(Random()))
    assert here.root.to_json() == SearchTree.from_json(here.to_json()).root.to_json()
    assert here.nodes == here.recorded == sum(1 for _ in here.root.preorder())


async def test_two_who_ask_for_the_same_tree_share_one_search(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(search_trees, "pool", pool)
    try:
        first, second = await asyncio.gather(*(search_trees.find(TASK, "") for _ in range(2)))
        assert first is second
        assert await search_trees.find(TASK, "") is first
        assert pool.submitted == 1
        assert search_trees.known_count(TASK) == (first.nodes, True)
    finally:
        pool.close()


async def test_no_tree_is_read_on_the_event_loop(monkeypatch: pytest.MonkeyPatch):
    read, threads = SearchTree.from_json, []

    def note_thread(rows: list[Any]) -> SearchTree:
        threads.append(threading.current_thread())
        return read(rows)

    monkeypatch.setattr(SearchTree, "from_json", note_thread)
    await search_trees.find(TASK, "")
    assert len(threads) == 1
    assert threads != [threading.current_thread()]


async def test_a_client_with_many_addresses_has_one_turn(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(search_trees, "pool", pool)
    try:
        for number, board in enumerate((Board(), Board().play(0), Board().play(4)), 1):
            await search_trees.find(BuildTree.of(board, "computer", 1), f"2001:db8::{number}")
    finally:
        pool.close()
    assert pool.people == {"2001:db8::/64"}


async def test_who_gives_up_waiting_finds_the_tree_later(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(search_trees, "TIMEOUT", 0)
    with pytest.raises(errors.TooBusy):
        await search_trees.find(TASK, "")
    await asyncio.gather(*search_trees._searches.values())
    assert (await search_trees.find(TASK, "")).nodes == search_trees.recent.counts[TASK].nodes
    assert not search_trees._searches


async def test_a_search_that_dies_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch):
    broken, pool = Pool(1, limit=0), Pool(1)
    monkeypatch.setattr(search_trees, "pool", broken)
    try:
        with pytest.raises(errors.TooBusy):
            await search_trees.find(TASK, "")
        monkeypatch.setattr(search_trees, "pool", pool)
        assert (await search_trees.find(TASK, "")).is_complete
    finally:
        broken.close()
        pool.close()


def test_what_was_used_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    tasks_made = [BuildTree.of(Board().play(4).play(cell), "computer", None) for cell in (0, 1, 2)]
    trees = {task: SearchTree.from_json(task.carry_out(Random())) for task in tasks_made}
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
