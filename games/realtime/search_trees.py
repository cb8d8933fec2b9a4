"""Search trees: built in a process of their own, and remembered for a while.

Nothing in a tree depends on who asks, so it is remembered for everybody. Each process of the server
remembers its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from asgiref.sync import sync_to_async

from games import client_address
from games.ai.recorded_search import MAX_RECORDED
from games.ai.search_tree import SearchTree
from games.ai.workers.tasks import BuildTree
from games.ai.workers.worker_process import SearchRejected
from games.realtime.search_pools import new_pool
from games.services import errors, limits

# A process of its own, so that no tree delays a reply or a hint. The longest takes some 5 seconds
# on a core of its own; whoever shares one with others waits longer.
LIMIT = 60.0
TIMEOUT = 50.0  # seconds for which a page waits; the search goes on, and the next try finds it
# A node takes some 500 bytes, a tree of the largest size 3 MB.
MAX_NODES = 12 * MAX_RECORDED
MAX_COUNTS = 5_000


class NodeCount(NamedTuple):
    """How many positions a search visited, and whether that was all of its tree."""

    nodes: int
    is_complete: bool


class RecentTrees:
    """The trees that were used last, and the counts of some more."""

    def __init__(self) -> None:
        self.trees: OrderedDict[BuildTree, SearchTree] = OrderedDict()
        self.counts: OrderedDict[BuildTree, NodeCount] = OrderedDict()

    def get(self, task: BuildTree) -> SearchTree | None:
        if tree := self.trees.get(task):
            self.trees.move_to_end(task)
        return tree

    def put(self, task: BuildTree, tree: SearchTree) -> None:
        self.trees[task] = tree
        while sum(each.recorded for each in self.trees.values()) > MAX_NODES:
            self.trees.popitem(last=False)
        self.counts[task] = NodeCount(tree.nodes, tree.is_complete)
        while len(self.counts) > MAX_COUNTS:
            self.counts.popitem(last=False)


pool = new_pool("trees", 1, limit=LIMIT)
recent = RecentTrees()
# The searches that go on, so that two who ask for the same tree wait for the same one.
_searches: dict[BuildTree, asyncio.Future[SearchTree]] = {}


def known_count(task: BuildTree) -> NodeCount | None:
    """Return how many positions a search visits, if it was made lately."""
    return recent.counts.get(task)


async def find(task: BuildTree, address: str) -> SearchTree:
    """Return a tree, and build it if need be, for the client of a network address.

    :raises TooMany: if that address has asked for too many
    :raises TooBusy: if it is not there in time, because others are built first
    """
    if tree := recent.get(task):
        return tree
    await sync_to_async(limits.count)(limits.TREES, address=address)
    search = _searches.get(task)
    if search is None or search.get_loop() is not asyncio.get_running_loop():
        search = _searches[task] = asyncio.ensure_future(_search(task, address))
    try:
        return await asyncio.wait_for(asyncio.shield(search), TIMEOUT)
    except (SearchRejected, TimeoutError):
        raise errors.TooBusy from None


async def _search(task: BuildTree, address: str) -> SearchTree:
    try:
        rows = await asyncio.wrap_future(pool.submit(client_address.network(address), task))
        if not rows:
            raise SearchRejected
        # In a thread: on the event loop, thousands of nodes would keep all games waiting.
        tree = await asyncio.to_thread(SearchTree.from_json, rows)
        recent.put(task, tree)
        return tree
    finally:
        _searches.pop(task, None)
