"""Walks of the search, made in a process of their own and kept."""

from __future__ import annotations

import asyncio
import threading
from random import Random
from typing import Any

import pytest

from games.ai.walk import Walk
from games.ai.workers import tasks
from games.ai.workers.pool import Pool
from games.ai.workers.tasks import WalkTree
from games.engine import Board
from games.realtime import walks
from games.services import errors

TASK = WalkTree.of(Board.parse("XO./.X./..."), "alpha-beta", None)


@pytest.fixture(autouse=True)
def _forget_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "kept", walks.Kept())


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


def test_a_walk_comes_through_the_pipe_as_it_was():
    task = tasks.read(TASK.line())
    assert task == TASK
    here = Walk.from_json(task.carry_out(Random()))
    assert here.root.to_json() == Walk.from_json(here.to_json()).root.to_json()
    assert here.nodes == sum(1 for _ in here.root.walk())


async def test_two_who_ask_for_the_same_walk_share_one_search(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(walks, "pool", pool)
    try:
        first, second = await asyncio.gather(*(walks.find(TASK, "") for _ in range(2)))
        assert first is second
        assert await walks.find(TASK, "") is first
        assert pool.submitted == 1
        assert walks.known_count(TASK) == (first.nodes, True)
    finally:
        pool.close()


async def test_no_walk_is_read_on_the_event_loop(monkeypatch: pytest.MonkeyPatch):
    read, threads = Walk.from_json, []

    def note_thread(rows: list[Any]) -> Walk:
        threads.append(threading.current_thread())
        return read(rows)

    monkeypatch.setattr(Walk, "from_json", note_thread)
    await walks.find(TASK, "")
    assert len(threads) == 1
    assert threads != [threading.current_thread()]


async def test_a_client_with_many_addresses_has_one_turn(monkeypatch: pytest.MonkeyPatch):
    pool = CountingPool(1)
    monkeypatch.setattr(walks, "pool", pool)
    try:
        for number, board in enumerate((Board(), Board().play(0), Board().play(4)), 1):
            await walks.find(WalkTree.of(board, "computer", 1), f"2001:db8::{number}")
    finally:
        pool.close()
    assert pool.people == {"2001:db8::/64"}


async def test_who_gives_up_waiting_finds_the_walk_later(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(walks, "TIMEOUT", 0)
    with pytest.raises(errors.TooBusy):
        await walks.find(TASK, "")
    await asyncio.gather(*walks._under_way.values())
    assert (await walks.find(TASK, "")).nodes == walks.kept.counts[TASK].nodes
    assert not walks._under_way


async def test_a_search_that_dies_is_refused_and_made_again(monkeypatch: pytest.MonkeyPatch):
    broken, pool = Pool(1, limit=0), Pool(1)
    monkeypatch.setattr(walks, "pool", broken)
    try:
        with pytest.raises(errors.TooBusy):
            await walks.find(TASK, "")
        monkeypatch.setattr(walks, "pool", pool)
        assert (await walks.find(TASK, "")).is_complete
    finally:
        broken.close()
        pool.close()


def test_what_was_used_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    boards = [Board().play(4).play(cell) for cell in (0, 1, 2)]
    made = {
        WalkTree.of(board, "computer", None): Walk.from_json(
            WalkTree.of(board, "computer", None).carry_out(Random())
        )
        for board in boards
    }
    (first, second, third), sizes = made, [sum(1 for _ in w.root.walk()) for w in made.values()]
    monkeypatch.setattr(walks, "MAX_KEPT_VISITS", sum(sizes) - 1)
    walks.kept.put(first, made[first], sizes[0])
    walks.kept.put(second, made[second], sizes[1])
    assert walks.kept.get(first)
    walks.kept.put(third, made[third], sizes[2])
    assert walks.kept.get(second) is None
    assert walks.kept.get(first)
    assert walks.known_count(second)
