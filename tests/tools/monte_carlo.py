"""A player that knows nothing but the rules, to measure the levels against.

Monte Carlo tree search with UCT: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006).
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from games.engine import Board, Variant

EXPLORATION = 1.0
Marks = tuple[int, int]  # of the side to move, and of its opponent


class Node:
    """A position; ``points`` are those of the side that made the last move."""

    def __init__(self, moves: list[int]) -> None:
        self.untried, self.children = moves, dict[int, Node]()
        self.visits, self.points = 0, 0.0

    def best_child(self) -> tuple[int, Node]:
        whole = log(self.visits)
        return max(
            self.children.items(),
            key=lambda pair: (
                pair[1].points / pair[1].visits + EXPLORATION * sqrt(whole / pair[1].visits)
            ),
        )


class MonteCarlo:
    def __init__(self, playouts: int = 8000) -> None:
        self.playouts = playouts

    def __call__(self, board: Board, rng: Random) -> int:
        marks = (board.x, board.o) if board.ply % 2 == 0 else (board.o, board.x)
        root = Node(_shuffled(board.variant, marks, rng))
        for _ in range(self.playouts):
            _visit(root, board.variant, marks, rng)
        return max(root.children, key=lambda cell: root.children[cell].visits)


def _visit(node: Node, variant: Variant, marks: Marks, rng: Random) -> float:
    """Play one game from a node, and return the points of the side to move there."""
    own, other = marks
    if variant.rules.has_line(other):
        points = 0.0
    elif node.untried:
        cell = node.untried.pop()
        after = other, own | 1 << cell
        node.children[cell] = child = Node(_shuffled(variant, after, rng))
        points = 1 - _playout(variant, after, rng)
        child.visits, child.points = 1, points
    elif node.children:
        cell, child = node.best_child()
        points = 1 - _visit(child, variant, (other, own | 1 << cell), rng)
    else:
        points = 0.5
    node.visits += 1
    node.points += 1 - points
    return points


def _playout(variant: Variant, marks: Marks, rng: Random) -> float:
    """Return the points of the side to move if both play at random."""
    own, other = marks
    if variant.rules.has_line(other):
        return 0.0
    turn = 0
    for cell in _shuffled(variant, marks, rng):
        own |= 1 << cell
        if variant.rules.has_line(own):
            return 1.0 - turn
        own, other, turn = other, own, 1 - turn
    return 0.5


def _shuffled(variant: Variant, marks: Marks, rng: Random) -> list[int]:
    free = variant.rules.playable(*marks)
    cells = [cell for cell in range(variant.size) if free >> cell & 1]
    rng.shuffle(cells)
    return cells
