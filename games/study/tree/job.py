"""Builds search trees in a worker process, and keeps recent trees for all visitors."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from games.computer.pool import Pool
from games.engine import Board
from games.study.search_cache import SearchCache
from games.study.tree.recorded_search import MAX_RECORDED, search_tree
from games.study.tree.search_methods import Method
from games.study.tree.search_tree import SearchTree

# A process of its own: plain minimax from the empty board takes 5 seconds, more on a shared core.
pool = Pool("tree", 1, limit=60.0)
# A node takes some 500 bytes, a tree of the largest size 3 MB.
trees: SearchCache[SearchTree] = SearchCache(
    pool, timeout=50.0, room=12 * MAX_RECORDED, size=lambda tree: tree.recorded
)
MAX_COUNTS = 5_000  # with more, all are forgotten


class TreeSearch(NamedTuple):
    """A search of a position by a method, ``depth`` plies deep or, with None, to the end."""

    board: Board
    method: Method
    depth: int | None

    @property
    def plies(self) -> int:
        """How many plies it looks ahead."""
        free = self.board.open_count
        return free if self.depth is None else min(self.depth, free)


class NodeCount(NamedTuple):
    """How many positions a search visited, and whether it was complete."""

    nodes: int
    is_complete: bool


counts: dict[TreeSearch, NodeCount] = {}  # of the trees found, also of those forgotten since


async def find(search: TreeSearch, address: str) -> SearchTree:
    """Return a tree for a client at a network address, and note its size; see ``SearchCache``."""
    tree = await trees.find(partial(search_tree, *search), search, address)
    if len(counts) >= MAX_COUNTS:
        counts.clear()
    counts[search] = NodeCount(tree.nodes, tree.is_complete)
    return tree
