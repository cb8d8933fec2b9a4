"""Search trees: built in a process of their own, and remembered for a while.

Nothing in a tree depends on who asks, so it is remembered for everybody. Each process of the server
remembers its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from asgiref.sync import sync_to_async

from games.computer.pool import Pool, SearchFailed, SearchRejected
from games.engine import Board
from games.ops import client_address
from games.play import errors, limits
from games.study.tree.recorded_search import MAX_RECORDED, search_tree
from games.study.tree.search_methods import Method
from games.study.tree.search_tree import SearchTree

# A process of its own, so that no tree delays a reply or a hint. The longest takes some 5 seconds
# on a core of its own; whoever shares one with others waits longer.
LIMIT = 60.0
TIMEOUT = 50.0  # seconds for which a page waits; the search goes on, and the next try finds it
# A node takes some 500 bytes, a tree of the largest size 3 MB.
MAX_NODES = 12 * MAX_RECORDED
MAX_COUNTS = 5_000


class TreeSearch(NamedTuple):
    """A search of a position by a method, so many plies deep or, with None, to the end."""

    board: Board
    method: Method
    depth: int | None


class NodeCount(NamedTuple):
    """How many positions a search visited, and whether that was all of its tree."""

    nodes: int
    is_complete: bool


class RecentTrees:
    """The trees that were used last, and the counts of some more."""

    def __init__(self) -> None:
        self.trees: OrderedDict[TreeSearch, SearchTree] = OrderedDict()
        self.counts: OrderedDict[TreeSearch, NodeCount] = OrderedDict()

    def get(self, search: TreeSearch) -> SearchTree | None:
        if tree := self.trees.get(search):
            self.trees.move_to_end(search)
        return tree

    def put(self, search: TreeSearch, tree: SearchTree) -> None:
        self.trees[search] = tree
        while sum(each.recorded for each in self.trees.values()) > MAX_NODES:
            self.trees.popitem(last=False)
        self.counts[search] = NodeCount(tree.nodes, tree.is_complete)
        while len(self.counts) > MAX_COUNTS:
            self.counts.popitem(last=False)


pool = Pool("tree", 1, limit=LIMIT)
recent = RecentTrees()
# The searches that go on, so that two who ask for the same tree wait for the same one.
_searches: dict[TreeSearch, asyncio.Future[SearchTree]] = {}


def known_count(search: TreeSearch) -> NodeCount | None:
    """Return how many positions a search visits, if it was made lately."""
    return recent.counts.get(search)


async def find(search: TreeSearch, address: str) -> SearchTree:
    """Return a tree, and build it if need be, for the client of a network address.

    :raises TooMany: if that address has asked for too many
    :raises TooBusy: if it is not there in time, because others are built first
    """
    if tree := recent.get(search):
        return tree
    await sync_to_async(limits.count)(limits.TREES, address=address)
    found = _searches.get(search)
    if found is None or found.get_loop() is not asyncio.get_running_loop():
        found = _searches[search] = asyncio.ensure_future(_search(search, address))
    try:
        return await asyncio.wait_for(asyncio.shield(found), TIMEOUT)
    except (SearchRejected, SearchFailed, TimeoutError):
        raise errors.TooBusy from None


async def _search(search: TreeSearch, address: str) -> SearchTree:
    try:
        person = client_address.network(address)
        tree = await asyncio.wrap_future(pool.submit(person, partial(search_tree, *search)))
        recent.put(search, tree)
        return tree
    finally:
        _searches.pop(search, None)
