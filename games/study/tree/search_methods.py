"""The ideas of the search that the page of the search tree compares, from minimax on."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from games.ai.alphabeta import AlphaBeta, doubling_weights
from games.ai.evaluation import WIN_SCORE, line_evaluation
from games.ai.line_tables import line_tables
from games.engine import Board
from games.engine.translation import gettext_noop as _

# Positions with at most so many free cells are searched to the end, others so many plies deep.
FEW_FREE, DEPTH = 9, 3


@dataclass(frozen=True, slots=True)
class Method:
    """A search method: the site's own search, or one with some of its ideas turned off.

    Without ``looks_ahead`` it is the textbook's search, with or without ``pruning`` and
    ``ordering``.
    """

    id: str
    name: str
    description: str
    pruning: bool = True
    ordering: bool = True
    looks_ahead: bool = True
    remembers: bool = True

    def settings(self, board: Board, depth: int | None) -> AlphaBeta:
        """Return the settings to search ``depth`` plies deep or, with None, to the end."""
        variant = board.variant
        if depth is None:
            tables = line_tables(variant, doubling_weights(variant.run))
            return AlphaBeta(tables, win_score=variant.size + 1, deadline=inf)
        evaluation = line_evaluation(variant)
        tables = line_tables(variant, evaluation.weights(variant.run))
        options = evaluation.search_options(horizon=board.ply + depth)
        return AlphaBeta(tables, win_score=WIN_SCORE, deadline=inf, **options)


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
    )
}


def default_depth(board: Board) -> int | None:
    """Return the default depth of a position; None means the end of the game."""
    return None if board.open_count <= FEW_FREE else DEPTH
