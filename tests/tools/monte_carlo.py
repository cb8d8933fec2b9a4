"""A player that knows nothing but the rules, to measure the levels against.

Monte Carlo tree search with UCT: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006).
"""

from __future__ import annotations

import time
from functools import cache
from math import inf, log, sqrt
from random import Random

from games.engine import CLASSIC, Board, Mark, Outcome, Variant

EXPLORATION = 1.0
POINTS = {Mark.X: 1.0, Mark.O: 0.0, None: 0.5}  # of X, by the winner
PLACES = CLASSIC.size  # on a small board, and small boards
HAS_LINE = [CLASSIC.rules.has_line(marks) for marks in range(CLASSIC.full + 1)]


class SmallMoves(dict[int, list[tuple[int, int, bool, bool]]]):
    def __init__(self, side: int) -> None:
        self.shift = side * PLACES

    def __missing__(self, marks: int) -> list[tuple[int, int, bool, bool]]:
        self[marks] = found = []
        for place in range(PLACES):
            if not (marks | marks >> PLACES) >> place & 1:
                after = marks | 1 << place + self.shift
                is_won = HAS_LINE[after >> self.shift & CLASSIC.full]
                is_full = (after | after >> PLACES) & CLASSIC.full == CLASSIC.full
                found.append((place, after, is_won, is_won or is_full))
        return found


MOVES = SmallMoves(0), SmallMoves(1)


class Node:
    def __init__(self, board: Board, rng: Random) -> None:
        self.board, self.outcome = board, board.outcome()
        self.untried, self.children = list(board.legal_moves()), dict[int, Node]()
        rng.shuffle(self.untried)
        self.visits, self.points = 0, 0.0

    def best_child(self) -> Node:
        whole = log(self.visits)
        return max(
            self.children.values(),
            key=lambda child: (
                child.points / child.visits + EXPLORATION * sqrt(whole / child.visits)
            ),
        )


class MonteCarlo:
    def __init__(self, playouts: float = 8000, seconds: float = inf) -> None:
        self.playouts, self.seconds = playouts, seconds

    def __call__(self, board: Board, rng: Random) -> int:
        root, deadline = Node(board, rng), time.monotonic() + self.seconds
        while root.visits < self.playouts and (root.visits < 1 or time.monotonic() < deadline):
            _visit(root, rng)
        return max(root.children, key=lambda cell: root.children[cell].visits)


def _visit(node: Node, rng: Random) -> float:
    if node.outcome:
        points = _points(node.outcome)
    elif node.untried:
        cell = node.untried.pop()
        node.children[cell] = child = Node(node.board.play(cell), rng)
        points = _points(child.outcome) if child.outcome else _playout(child.board, rng)
        _count(child, points)
    else:
        points = _visit(node.best_child(), rng)
    _count(node, points)
    return points


def _count(node: Node, points: float) -> None:
    node.visits += 1
    node.points += points if node.board.turn is Mark.O else 1 - points


def _points(outcome: Outcome) -> float:
    return POINTS[outcome.winner]


def _playout(board: Board, rng: Random) -> float:
    variant = board.variant
    if variant.nested:
        return _nested_playout(board, rng)
    if not (variant.drop or variant.is_divided):
        return _flat_playout(board, rng)
    while not (outcome := board.outcome()):
        board = board.play(rng.choice(board.legal_moves()))
    return _points(outcome)


def _flat_playout(board: Board, rng: Random) -> float:
    cells, rules = list(board.legal_moves()), board.variant.rules
    rng.shuffle(cells)
    marks, turn = {Mark.X: board.x, Mark.O: board.o}, board.turn
    for cell in cells:
        marks[turn] |= 1 << cell
        if rules.has_line(marks[turn]):
            return POINTS[turn.opponent if board.variant.misere else turn]
        turn = turn.opponent
    return POINTS[None]


@cache
def _cells(variant: Variant) -> list[list[int]]:
    return [[c for c in range(variant.size) if mask >> c & 1] for mask in variant.boards]


def _nested_playout(board: Board, rng: Random) -> float:
    variant, random = board.variant, rng.random
    closed, target, side = board.closed(), board.target(), board.ply % 2
    boards, won = [0] * PLACES, [0, 0]
    for number, cells in enumerate(_cells(variant)):
        for place, cell in enumerate(cells):
            boards[number] |= (board.x >> cell & 1 | (board.o >> cell & 1) << PLACES) << place
    for number, by in closed.items():
        if by:
            won[by is Mark.O] |= 1 << number
    is_open = [number not in closed for number in range(PLACES)]
    while True:
        if target is None:
            number, index = divmod(int(random() * variant.size), PLACES)
            moves = MOVES[side][boards[number]]
            if not is_open[number] or index >= len(moves):
                continue  # so that each free cell is as likely
        else:
            number, moves = target, MOVES[side][boards[target]]
            index = int(random() * len(moves))
        place, boards[number], is_won, is_closed = moves[index]
        if is_closed:
            is_open[number] = False
            won[side] |= is_won << number
            if HAS_LINE[won[side]]:
                return 1.0 - side
            if not any(is_open):
                return POINTS[None]
        target = place if is_open[place] else None
        side = 1 - side
