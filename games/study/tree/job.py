"""Builds search trees in a worker process, and keeps recent trees for all visitors.

Each server process keeps its own trees.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future
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

# A process of its own, so that no tree delays a reply or a hint. The longest search takes some 5
# seconds on a core of its own, and more on a shared one.
LIMIT = 60.0
TIMEOUT = 50.0  # seconds for which a page waits; the next request finds the finished tree
# A node takes some 500 bytes, a tree of the largest size 3 MB.
MAX_NODES = 12 * MAX_RECORDED
MAX_COUNTS = 5_000  # with more, all are forgotten


class TreeSearch(NamedTuple):
    """A search of a position by a method, ``depth`` plies deep or, with None, to the end."""

    board: Board
    method: Method
    depth: int | None

    @property
    def plies(self) -> int:
        """How many plies it looks ahead."""
        free = self.board.variant.size - self.board.ply
        return free if self.depth is None else min(self.depth, free)


class NodeCount(NamedTuple):
    """How many positions a search visited, and whether it was complete."""

    nodes: int
    is_complete: bool


pool = Pool("tree", 1, limit=LIMIT)
# The searches that go on and the trees found, the one used last at the end. Two who ask for the
# same tree wait for the same search.
trees: OrderedDict[TreeSearch, Future[SearchTree]] = OrderedDict()
counts: dict[TreeSearch, NodeCount] = {}  # of the trees found, also of those forgotten since


async def find(search: TreeSearch, address: str) -> SearchTree:
    """Return a tree, and build it if needed, for a client at a network address.

    :raises TooMany: if that address has asked for too many
    :raises TooBusy: if it is not there in time, because others are built first
    """
    if search not in trees:
        await sync_to_async(limits.count)(limits.TREES, address=address)
    if search not in trees:
        person = client_address.network(address)
        trees[search] = pool.submit(person, partial(search_tree, *search))
    trees.move_to_end(search)
    try:
        found = asyncio.wrap_future(trees[search])
        tree = await asyncio.wait_for(asyncio.shield(found), TIMEOUT)
    except TimeoutError:
        raise errors.TooBusy from None
    except (SearchRejected, SearchFailed):
        trees.pop(search, None)
        raise errors.TooBusy from None
    _count(search, tree)
    _forget_oldest()
    return tree


def _count(search: TreeSearch, tree: SearchTree) -> None:
    if len(counts) >= MAX_COUNTS:
        counts.clear()
    counts[search] = NodeCount(tree.nodes, tree.is_complete)


def _forget_oldest() -> None:
    while sum(map(_size, trees.values())) > MAX_NODES:
        trees.popitem(last=False)


def _size(found: Future[SearchTree]) -> int:
    """Return how many nodes of a tree are kept; a search that goes on or has failed keeps none."""
    return found.result().recorded if found.done() and not found.exception() else 0
