"""The evaluation of positions that are not solved: a search of some plies, then the open lines.

An evaluation weighs each line that is still open to a side by the number of the side's marks in it.
A line with marks of both sides counts nothing. The weights were tuned by self-play
(``games.ai.selfplay``), with growth from 2 to 16 and tempo from 4 to 12. Where pieces fall, a line
takes long to complete, so lines with few marks count for more there, and so does each odd or even
threat that is good in the endgame; its weight was tuned from 0 to 32. Nested and shared boards have
evaluations of their own, in ``games.ai.nested_search`` and ``games.ai.shared_search``.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol, Required, TypedDict

from games.ai.alphabeta import AlphaBeta
from games.ai.budget import OutOfTime
from games.ai.line_tables import line_tables
from games.ai.nested_search import NESTED
from games.ai.shared_search import SHARED
from games.engine import Board, Variant

# The value of a win at ply 0, above all evaluations.
WIN_SCORE = 1 << 30
# A value further from 0 than this is a win or a loss: no game has a thousand plies.
MIN_WIN_SCORE = WIN_SCORE - 1000
# The largest weight of a line, so that the sum over all lines fits into ``POTENTIAL_BITS``.
MAX_WEIGHT = 1 << 14
# Moves searched in each position after the first ply.
BEAM_WIDTH = 12


class EvaluatingSearch(Protocol):
    deadline: float

    def node(self, board: Board) -> Any: ...
    def look_ahead(self, horizon: int) -> None: ...
    def value_of_move(self, node: Any, cell: int, alpha: int) -> int: ...


class Evaluation(Protocol):
    def new_search(self, variant: Variant, win_score: int) -> EvaluatingSearch: ...

    def line_lacking_one(self, variant: Variant) -> int:
        """Return what a line that lacks one mark is worth."""


class SearchOptions(TypedDict, total=False):
    horizon: Required[int]
    beam_width: int
    tempo: int
    threat_weight: int


@dataclass(frozen=True, slots=True)
class LineEvaluation:
    """The weights of open lines, and how the search uses them.

    ``first`` holds the weights of a line without marks and with one mark. For each further mark the
    weight is multiplied by ``growth`` and increased by ``step``. The other fields are those of
    ``AlphaBeta``.
    """

    first: tuple[int, int]
    growth: int
    step: int = 0
    tempo: int = 4
    threat_weight: int = 0

    def weights(self, run: int) -> tuple[int, ...]:
        """Return the weights of a line with 0, 1, … ``run`` marks."""
        weights = list(self.first)
        while len(weights) <= run:
            weights.append(min(MAX_WEIGHT, weights[-1] * self.growth + self.step))
        return tuple(weights)

    def search_options(self, *, horizon: int) -> SearchOptions:
        """Return the options of a search that evaluates positions at the ply ``horizon``."""
        return {
            "horizon": horizon,
            "beam_width": BEAM_WIDTH,
            "tempo": self.tempo,
            "threat_weight": self.threat_weight,
        }

    def new_search(self, variant: Variant, win_score: int) -> AlphaBeta:
        tables, options = (
            line_tables(variant, self.weights(variant.run)),
            self.search_options(horizon=0),
        )
        return AlphaBeta(tables, win_score=win_score, deadline=inf, **options)

    def line_lacking_one(self, variant: Variant) -> int:
        return self.weights(variant.run)[variant.run - 1]


FREE_PLACEMENT = LineEvaluation((1, 6), growth=6, tempo=8)
DROP = LineEvaluation((0, 1), growth=1, step=2, threat_weight=10)


def evaluation_for(variant: Variant) -> Evaluation:
    if variant.shared:
        return SHARED
    return NESTED if variant.nested else line_evaluation(variant)


def line_evaluation(variant: Variant) -> LineEvaluation:
    return DROP if variant.drop else FREE_PLACEMENT


def evaluate_moves(
    board: Board,
    evaluation: Evaluation,
    *,
    depth: int,
    seconds: float = inf,
    margin: int = 0,
) -> dict[int, int]:
    """Return the value of each move for the side that makes it, searched ``depth`` plies deep.

    The depth grows ply by ply (iterative deepening). After so many ``seconds`` the values are those
    of the last complete depth; depth 1 is always completed. The value of a move that is worse than
    the best by more than ``margin`` is an upper bound.
    """
    deadline = time.monotonic() + seconds
    search = evaluation.new_search(board.variant, WIN_SCORE)
    node = search.node(board)
    values = dict.fromkeys(board.legal_moves(), 0)
    with suppress(OutOfTime):
        for plies in range(1, depth + 1):
            search.deadline = deadline if plies > 1 else inf
            search.look_ahead(board.ply + plies)
            values = _search_root(search, node, values, margin)
            if abs(max(values.values())) > MIN_WIN_SCORE:
                break
    return values


def _search_root(
    search: EvaluatingSearch, node: Any, previous: dict[int, int], margin: int
) -> dict[int, int]:
    values: dict[int, int] = {}
    best = -WIN_SCORE
    for cell in sorted(previous, key=previous.__getitem__, reverse=True):
        # One lower than the margin, so that a value at the margin is exact.
        values[cell] = search.value_of_move(node, cell, best - margin - 1)
        best = max(best, values[cell])
    return values
