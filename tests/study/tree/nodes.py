"""The nodes of a search tree."""

from __future__ import annotations

from collections.abc import Iterator

from games.study.tree.search_tree import TreeNode


def preorder(node: TreeNode) -> Iterator[TreeNode]:
    """Yield a node and those below it, in the order of the search."""
    yield node
    for child in node.children:
        yield from preorder(child)
