"""Values are X's: 10 for a win with the first move, one less for each later move, below 0 for O."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from games.engine import Board, Mark

MOST_FREE = 5  # cells of a position whose whole tree can be drawn
WIN = 10

Path = tuple[int, ...]  # the moves from the root to a position


class Phase(StrEnum):
    START = "start"  # with a position, of which nothing is known yet
    OVER = "over"  # the game is over, so the position has its score
    BACK = "back"  # with the value of a move, which may be the best so far
    CHECK = "check"  # whether the moves that are left still matter
    RETURN = "return"  # the value of the position


class Bound(NamedTuple):
    value: float
    source: Path = ()


LEAST, MOST = Bound(-inf), Bound(inf)  # of a window that says nothing yet


class Step(NamedTuple):
    """``alpha``, ``beta`` and ``best`` are those after the step."""

    kind: Phase
    path: Path
    alpha: Bound
    beta: Bound
    best: float
    move: int | None = None
    value: float = 0

    @property
    def is_cut(self) -> bool:
        return self.kind is Phase.CHECK and self.alpha.value >= self.beta.value

    @property
    def is_question(self) -> bool:
        return self.kind is Phase.CHECK and self.alpha.value > -inf and self.beta.value < inf

    @property
    def focus(self) -> Path:
        return self.path if self.move is None else (*self.path, self.move)


def score(board: Board, depth: int) -> int:
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    value = WIN + 1 - depth
    return value if outcome.winner is Mark.X else -value


class Order(StrEnum):
    WRITTEN = "written"
    BEST = "best"  # first the move that is best for whoever makes it
    WORST = "worst"


Moves = Mapping[Path, Sequence[int]]  # those after each path, in the order in which they are tried


def moves_in(order: Order, board: Board) -> Moves:
    found: dict[Path, Sequence[int]] = {}

    def value(board: Board, path: Path) -> float:
        if board.outcome():
            return score(board, len(path))
        values = {move: value(board.play(move), (*path, move)) for move in board.legal_moves()}
        found[path] = list(values)
        if order is not Order.WRITTEN:
            is_falling = (board.turn is Mark.X) is (order is Order.BEST)
            found[path] = sorted(values, key=values.__getitem__, reverse=is_falling)
        return max(values.values()) if board.turn is Mark.X else min(values.values())

    value(board, ())
    return found


def search(
    board: Board,
    path: Path = (),
    alpha: Bound = LEAST,
    beta: Bound = MOST,
    *,
    pruning: bool,
    order: Moves = MappingProxyType({}),
) -> Generator[Step, None, float]:
    """Yield the steps of minimax or, with ``pruning``, of alpha-beta; return the value for X.

    >>> len([step for step in search(Board.parse("XXO/OOX/X.."), pruning=False)])
    9
    """
    if board.outcome():
        best: float = score(board, len(path))
        yield Step(Phase.OVER, path, alpha, beta, best)
        return best
    is_max, chosen = board.turn is Mark.X, None
    best = -inf if is_max else inf
    yield Step(Phase.START, path, alpha, beta, best)
    moves = order.get(path) or board.legal_moves()
    for move in moves:
        below, child = (*path, move), board.play(move)
        value = yield from search(child, below, alpha, beta, pruning=pruning, order=order)
        if value > best if is_max else value < best:
            best, chosen = value, move
        if pruning and is_max and best > alpha.value:
            alpha = Bound(best, below)
        if pruning and not is_max and best < beta.value:
            beta = Bound(best, below)
        yield Step(Phase.BACK, path, alpha, beta, best, move, value)
        if pruning and move != moves[-1]:
            yield Step(Phase.CHECK, path, alpha, beta, best, move, value)
            if alpha.value >= beta.value:
                break
    yield Step(Phase.RETURN, path, alpha, beta, best, chosen, best)
    return best


class NodeState(StrEnum):
    AHEAD = "ahead"
    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"  # it was cut off, and is never looked at


@dataclass(slots=True)
class TreeNode:
    path: Path
    board: Board
    children: list[TreeNode]
    state: NodeState = NodeState.AHEAD
    alpha: Bound = LEAST  # on arrival
    beta: Bound = MOST
    best: float | None = None
    low: float = -inf
    high: float = inf

    def __iter__(self) -> Iterator[TreeNode]:
        yield self
        for child in self.children:
            yield from child

    def take(self, event: Step) -> None:
        if self.state is NodeState.AHEAD:
            self.state, self.alpha, self.beta = NodeState.OPEN, event.alpha, event.beta
        if event.kind is not Phase.START:
            self.best = event.best
        if event.is_cut:
            self._skip_after(event.move)
        if event.kind is Phase.OVER:
            self.low = self.high = event.best
        elif event.kind is Phase.RETURN or event.is_cut:
            self._bound()
        if event.kind in (Phase.OVER, Phase.RETURN):
            self.state = NodeState.DONE

    def _skip_after(self, move: int | None) -> None:
        for child in self.children:
            if child.state is NodeState.AHEAD and child.path[-1] != move:
                for node in child:
                    node.state = NodeState.SKIPPED

    def _bound(self) -> None:
        # What was skipped has the bounds of everything, so they pass on what is not known.
        choose = max if self.board.turn is Mark.X else min
        self.low = choose(child.low for child in self.children)
        self.high = choose(child.high for child in self.children)


@dataclass
class Tree:
    board: Board
    order: Moves = field(default_factory=dict)
    nodes: dict[Path, TreeNode] = field(init=False)

    def __post_init__(self) -> None:
        self.nodes = {node.path: node for node in _grow(self.board, (), self.order)}

    @property
    def root(self) -> TreeNode:
        return self.nodes[()]

    def take(self, events: Iterable[Step]) -> Tree:
        for event in events:
            self.nodes[event.path].take(event)
        return self

    def count(self, *states: NodeState) -> int:
        return sum(node.state in states for node in self.nodes.values())


def _grow(board: Board, path: Path, order: Moves) -> TreeNode:
    moves = order.get(path) or board.legal_moves()
    return TreeNode(path, board, [_grow(board.play(m), (*path, m), order) for m in moves])
