"""The walk of a search through its tree, recorded to be shown: by methods from minimax on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from games.ai.alphabeta import doubling_weights
from games.ai.evaluation import (
    MARK_COUNT,
    POWERS_OF_TEN,
    Evaluation,
    SearchOptions,
    evaluation_for,
)
from games.ai.line_tables import LineTables, line_tables
from games.ai.observed_search import Observation, ObservedSearch, ObservedTextbookSearch
from games.ai.textbook_search import forget
from games.ai.visits import Visit
from games.engine import Board, Variant
from games.translation import gettext_noop as _

# Boards with so few free cells are searched to the end of the game, others so many plies deep.
FEW_FREE, DEPTH = 9, 3
# A search to the end nests as many calls as cells are free, and the page of its deepest node draws
# the board for all positions beside the way there. Of more free cells times cells of the board, as
# early in gomoku, that page would be of 20 MB and take half a minute.
MOST_TO_END = 3600
MAX_DEPTH = 6
# Positions that a walk visits at most: on 3x3 all there are, which is 549,946.
MAX_NODES, MAX_NODES_3X3 = 20_000, 600_000
# Of these so many are kept to be shown, near the root twice as many.
MAX_VISITS = 5_000


class NotVisited(ValueError):
    """No visit leads there."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to search: the search that plays, or one with some of its ideas turned off.

    Without ``looks_ahead`` it is the textbook's search, which may lack ``pruning`` and
    ``ordering``. A method with an ``evaluation`` of its own always stops at some depth.
    """

    id: str
    name: str
    description: str
    pruning: bool = True
    ordering: bool = True
    looks_ahead: bool = True
    remembers: bool = True
    evaluation: Evaluation | None = None

    def search(self, board: Board, depth: int | None) -> Observation:
        """Return a search to observe, ``depth`` plies deep or, with None, to the end."""
        tables, options = self._tables_and_options(board, depth)
        if not self.looks_ahead:
            ideas = {"pruning": self.pruning, "ordering": self.ordering}
            return ObservedTextbookSearch(tables, deadline=inf, **ideas, **options)
        search = ObservedSearch(tables, deadline=inf, **options)
        if not self.remembers:
            search.beam_width = 0
            forget(search)
        return search

    def _tables_and_options(
        self, board: Board, depth: int | None
    ) -> tuple[LineTables, SearchOptions]:
        variant = board.variant
        if depth is None:
            weights = doubling_weights(variant.run)
            return line_tables(variant, weights), {"win_score": variant.size + 1}
        evaluation = self.evaluation or evaluation_for(variant)
        options = evaluation.search_options(horizon=board.ply + depth)
        return line_tables(variant, evaluation.weights(variant.run)), options


METHODS = {
    method.id: method
    for method in (
        Method(
            "minimax",
            _("Minimax"),
            _("Tries every move to the end."),
            pruning=False,
            ordering=False,
            looks_ahead=False,
        ),
        Method(
            "alpha-beta",
            _("Alpha-beta"),
            _("Leaves a branch as soon as it cannot change the choice."),
            ordering=False,
            looks_ahead=False,
        ),
        Method(
            "ordering",
            _("Good moves first"),
            _("Alpha-beta, and the moves that look best come first."),
            looks_ahead=False,
        ),
        Method(
            "threats",
            _("Threats seen"),
            _("Also sees wins and blocks before it searches them."),
            remembers=False,
        ),
        Method(
            "computer",
            _("The computer"),
            _("Also remembers positions and their mirror images. This is how it plays."),
        ),
        Method(
            "tens",
            _("Tens"),
            _("A few moves deep; then open lines count 1, 10 or 100 by their marks."),
            evaluation=POWERS_OF_TEN,
        ),
        Method(
            "marks",
            _("Marks"),
            _("A few moves deep; then the marks in open lines are counted."),
            evaluation=MARK_COUNT,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Walk:
    """The visits of one search, ``root`` first; ``nodes`` counts all, kept or not.

    ``win_score`` is the value of a win at ply 0, above all others. It is not ``is_complete`` if
    the search was stopped, because there were too many positions.
    """

    root: Visit
    nodes: int
    win_score: int
    is_complete: bool

    def to_json(self) -> list[Any]:
        return [self.nodes, self.win_score, self.is_complete, self.root.to_json()]

    @classmethod
    def from_json(cls, json: list[Any]) -> Walk:
        nodes, win_score, is_complete, root = json
        return cls(Visit.from_json(root), nodes, win_score, is_complete)


def default_depth(board: Board) -> int | None:
    """Return how deep a position is searched unless somebody chooses: None is to the end."""
    return None if board.variant.size - board.ply <= FEW_FREE else DEPTH


def may_reach_end(board: Board) -> bool:
    """Say whether a position may be searched to the end of the game."""
    return (board.variant.size - board.ply) * board.variant.size <= MOST_TO_END


def depth_of(method: Method, depth: int | None) -> int | None:
    """Return how deep a method searches if ``depth`` is chosen."""
    return DEPTH if method.evaluation and depth is None else depth


def follow(root: Visit, path: Sequence[int]) -> list[Visit]:
    """Return the visits from the root along moves.

    :raises NotVisited: if the search has not come there, or that is not kept.
    """
    visits = [root]
    for cell in path:
        child = next((child for child in visits[-1].children if child.cell == cell), None)
        if child is None:
            raise NotVisited
        visits.append(child)
    return visits


def max_nodes(variant: Variant) -> int:
    """Return how many positions of a board a walk visits at most."""
    return MAX_NODES_3X3 if variant.size <= FEW_FREE else MAX_NODES


def walk(board: Board, method: Method, depth: int | None) -> Walk:
    """Search a position, in which the game must not be over, and return the visits.

    >>> walk(Board.parse("X.O/.../..."), METHODS["minimax"], None).nodes
    7584
    """
    search = method.search(board, depth_of(method, depth))
    search.max_nodes, search.max_visits = max_nodes(board.variant), MAX_VISITS
    root = search.observe(search.tables.node(board))
    return Walk(root, root.nodes, search.win_score, root.value is not None)


def best_line(root: Visit) -> list[int]:
    """Return the moves of the best play that the search has found, as far as it went."""
    cells: list[int] = []
    visit: Visit | None = root
    while visit and visit.value is not None:
        value = visit.value
        visit = next((child for child in visit.children if child.value == -value), None)
        cells += [visit.cell] if visit else []
    return cells
