"""Walks of the search through its tree: made in a process of their own, and kept for a while.

Nothing here depends on who asks, so a walk is kept by its position for everybody. Each process of
the server keeps its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async

from games import client_address
from games.ai.walk import MAX_VISITS, Walk
from games.ai.workers.tasks import WalkTree
from games.ai.workers.worker_process import SearchRejected
from games.realtime.search_pools import new_pool
from games.services import errors, limits

# A process of its own, so that no walk delays a reply or a hint. The longest takes some 5 seconds
# on a core of its own; whoever shares one with others waits longer.
LIMIT = 60.0
TIMEOUT = 50.0  # seconds for which a page waits; the walk goes on, and is kept for the next try
# A visit takes some 500 bytes, a walk of the largest size 3 MB.
MAX_KEPT_VISITS = 12 * MAX_VISITS
MAX_KEPT_COUNTS = 5_000


class Count(NamedTuple):
    """How many positions a search visited, and whether that was all of its tree."""

    nodes: int
    is_complete: bool


class Kept:
    """The walks that were used last, and the counts of some more."""

    def __init__(self) -> None:
        self.walks: OrderedDict[WalkTree, Walk] = OrderedDict()
        self.sizes: dict[WalkTree, int] = {}
        self.counts: OrderedDict[WalkTree, Count] = OrderedDict()

    def get(self, task: WalkTree) -> Walk | None:
        if found := self.walks.get(task):
            self.walks.move_to_end(task)
        return found

    def put(self, task: WalkTree, found: Walk, size: int) -> None:
        """Keep a walk of so many visits."""
        self.walks[task] = found
        self.sizes[task] = size
        while sum(self.sizes.values()) > MAX_KEPT_VISITS:
            oldest, _ = self.walks.popitem(last=False)
            del self.sizes[oldest]
        self.counts[task] = Count(found.nodes, found.is_complete)
        while len(self.counts) > MAX_KEPT_COUNTS:
            self.counts.popitem(last=False)


pool = new_pool("walks", 1, limit=LIMIT)
kept = Kept()
# The walks that are being made, so that two who ask for the same one wait for the same search.
_under_way: dict[WalkTree, asyncio.Future[Walk]] = {}


def known_count(task: WalkTree) -> Count | None:
    """Return how many positions a search visits, if it was made lately."""
    return kept.counts.get(task)


async def find(task: WalkTree, address: str) -> Walk:
    """Return a walk, and make it if it is not kept, for the client of a network address.

    :raises TooMany: if that address has asked for too many
    :raises TooBusy: if it is not there in time, because others are made first
    """
    if found := kept.get(task):
        return found
    await sync_to_async(limits.count)(limits.TREES, address=address)
    try:
        return await asyncio.wait_for(asyncio.shield(_search(task, address)), TIMEOUT)
    except (SearchRejected, TimeoutError):
        raise errors.TooBusy from None


def _search(task: WalkTree, address: str) -> asyncio.Future[Walk]:
    """Return the search for a walk, which is started unless it is under way."""
    loop = asyncio.get_running_loop()
    running = _under_way.get(task)
    if running is None or running.get_loop() is not loop:
        running = _under_way[task] = asyncio.ensure_future(_make(task, address))
        running.add_done_callback(lambda done: _forget(task, done))
    return running


def _forget(task: WalkTree, done: asyncio.Future[Walk]) -> None:
    if _under_way.get(task) is done:
        del _under_way[task]
    if not done.cancelled():
        done.exception()  # Whoever waited has seen it.


async def _make(task: WalkTree, address: str) -> Walk:
    rows = await asyncio.wrap_future(pool.submit(client_address.network(address), task))
    if not rows:
        raise SearchRejected
    # In a thread: on the event loop, the thousands of visits would keep all games waiting.
    found, size = await asyncio.to_thread(_read, rows)
    kept.put(task, found, size)
    return found


def _read(rows: list[Any]) -> tuple[Walk, int]:
    """Return a walk, and how many visits of it are kept."""
    found = Walk.from_json(rows)
    return found, sum(1 for _ in found.root.walk())
