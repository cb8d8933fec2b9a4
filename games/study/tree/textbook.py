"""Values are X's: 10 for a win with the first move, one less for each later move, below 0 for O."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from games.ai.line_tables import cells_in
from games.engine import BOARDS, Board, Mark
from games.engine.translation import gettext_noop as _

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


Values = dict[Path, float]


# Negamax as it should be and with each of the classic mistakes.
class Slip(StrEnum):
    SIGN = "sign"  # the value of the other side is not negated
    ZERO = "zero"  # the best value begins with 0, not with minus infinity
    UNSEEN = "unseen"  # a finished game is played on until the board is full
    SIDE = "side"  # a finished game counts for the side that has made the last move


def negamax(board: Board, values: Values, path: Path = (), mistake: Slip | None = None) -> float:
    moves = tuple(cells_in(board.variant.rules.playable(board.x, board.o)))
    is_over = not moves or (mistake is not Slip.UNSEEN and board.outcome() is not None)
    if is_over:
        best = _own_score(board, len(path), mistake)
    else:
        best = 0 if mistake is Slip.ZERO else -inf
        for move in moves:
            value = negamax(_after(board, move), values, (*path, move), mistake)
            best = max(best, value if mistake is Slip.SIGN else -value)
    values[path] = best
    return best


def values_of(board: Board, mistake: Slip | None = None) -> Values:
    values: Values = {}
    negamax(board, values, mistake=mistake)
    return values


def chosen_move(board: Board, values: Values, mistake: Slip | None = None) -> int:
    sign = 1 if mistake is Slip.SIGN else -1
    return max(board.legal_moves(), key=lambda move: sign * values[move,])


def _own_score(board: Board, depth: int, mistake: Slip | None) -> float:
    value = (_score_of_full if mistake is Slip.UNSEEN else score)(board, depth)
    side = board.turn.opponent if mistake is Slip.SIDE else board.turn
    return value if side is Mark.X else -value


def _score_of_full(board: Board, depth: int) -> int:
    sign = -1 if board.variant.misere else 1
    has_x, has_o = (board.variant.rules.has_line(marks) for marks in (board.x, board.o))
    return sign * (WIN + 1 - depth) * (1 if has_x else -1 if has_o else 0)


def _after(board: Board, move: int) -> Board:
    if board.turn is Mark.X:
        return Board(board.variant, board.x | 1 << move, board.o)
    return Board(board.variant, board.x, board.o | 1 << move)


BOARD_IDS = ("classic", "misere")
BOARD_NAMES = [BOARDS[id].name for id in BOARD_IDS]


class Idea(NamedTuple):
    id: str
    name: str
    description: str
    positions: tuple[int, ...]


IDEAS = (
    Idea("minimax", _("Minimax"), _("Tries every move to the end."), (549_946, 549_946)),
    Idea(
        "alpha-beta",
        _("Alpha-beta"),
        _("Leaves a branch as soon as it cannot change the choice."),
        (20_866, 12_927),
    ),
    Idea(
        "ordering",
        _("Good moves first"),
        _("Alpha-beta, and the moves that look best come first."),
        (2_245, 5_440),
    ),
    Idea(
        "threats",
        _("Threats seen"),
        _("Also sees wins and blocks before it searches them."),
        (170, 3_030),
    ),
    Idea(
        "computer",
        _("The computer"),
        _("Also remembers positions and their mirror images. This is how it plays."),
        (82, 690),
    ),
)
