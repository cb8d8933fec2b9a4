"""The review of a move: whether it kept or gave away the value of the game.

The review is exact where the solver proves the position and the move in time. Elsewhere, on large
boards, it is an opinion: it compares the evaluations of the move and of the best move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import inf

from games.ai.best_play import best_line, most_natural
from games.ai.evaluation import evaluate_moves, evaluation_for
from games.ai.levels import MAX_UTILITY, utility
from games.ai.solver import UNKNOWN, Solution, Value, Verdict, best_moves, solve, value_of
from games.engine import Board, Mark

# Shares of the time for a move: to prove the position with all its moves, to prove the move itself
# if that was not enough, to evaluate, and to find how the game could have gone on.
SOLVE, PROVE, EVALUATE, LINE = 0.5, 0.2, 0.1, 0.2
# A move is doubtful if the best move is better by so many lines that lack one mark.
DOUBTFUL = 1.0
# The highest standing of an opinion; a proven win is 1.
MOST_CERTAIN = 0.9
# On boards of up to so many cells reviews take no time limit, and are kept for the next game.
MAX_REMEMBERED_CELLS = 9
SHOWN_LINE = 8  # moves of the better line to show


class Label(StrEnum):
    """What a move did to the value of the game for the side that made it."""

    KEPT_WIN = "kept_win"
    KEPT_DRAW = "kept_draw"
    SLIPPED = "slipped"  # a won game is drawn after it
    LOST = "lost"  # a game that was not lost is lost after it
    LOSING = "losing"  # the game was lost whatever the move
    # Opinions
    GOOD = "good"
    DOUBTFUL = "doubtful"
    # No search came to an end
    UNKNOWN = "unknown"


MISTAKES = (Label.SLIPPED, Label.LOST)


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of a move, from the view of the side that made it.

    ``before`` is the verdict of the position, ``after`` that of the move. If the move was a mistake
    or doubtful, ``better`` holds the better moves, and ``line`` best play that begins with one of
    them. For a mistake, ``unproven`` holds moves that may also be better, but were not proven in
    time. ``standing`` says who stands better after the move, from 1, X wins, to -1.
    """

    cell: int
    label: Label
    before: Verdict
    after: Verdict
    better: list[int]
    line: tuple[int, ...]
    standing: float
    unproven: tuple[int, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the solver has proven both the position and the move."""
        return self.before.is_known and self.after.is_known


def not_reviewed(cell: int) -> MoveReview:
    """Return the review of a move whose search failed."""
    return MoveReview(cell, Label.UNKNOWN, UNKNOWN, UNKNOWN, [], (), 0.0)


def review_move(board: Board, cell: int, seconds: float) -> MoveReview:
    """Return the review of a move in a position, within about ``seconds``.

    >>> review = review_move(Board.parse("X../.../..."), 1, 60)
    >>> review.label, review.after, review.better
    (<Label.LOST: 'lost'>, Verdict(value=<Value.LOSS: 'loss'>, plies=6), [4])
    """
    if board.variant.size <= MAX_REMEMBERED_CELLS:
        return _remembered_review(board, cell)
    return _review(board, cell, seconds)


@lru_cache(maxsize=20_000)
def _remembered_review(board: Board, cell: int) -> MoveReview:
    return _review(board, cell, inf)


def _review(board: Board, cell: int, seconds: float) -> MoveReview:
    solution = solve(board, seconds * SOLVE)
    after = _verdict_of_move(board, cell, solution, seconds * PROVE)
    solution, after = inferred(solution, after)
    if solution.is_known and after.is_known:
        return _proven(board, cell, solution, after, seconds * LINE)
    utilities = _utilities(board, seconds * EVALUATE)
    return _opinion(board, cell, solution, after, utilities, seconds * LINE)


def _verdict_of_move(board: Board, cell: int, solution: Solution, seconds: float) -> Verdict:
    """Return the verdict of a move, with its distance if that is found in time."""
    known = solution.moves[cell]
    if known.value is Value.DRAW or known.plies is not None:
        return known
    found = value_of(board.play(cell), seconds).one_ply_earlier()
    return found if found.is_known else known


def inferred(solution: Solution, after: Verdict) -> tuple[Solution, Verdict]:
    """Complete the verdicts of a position and of a move from each other.

    If a move wins, the position is won; if the position is lost, every move loses.
    """
    if after.value is Value.WIN and not solution.is_known:
        return replace(solution, verdict=Verdict(Value.WIN)), after
    if solution.value is Value.LOSS and not after.is_known:
        return solution, Verdict(Value.LOSS)
    return solution, after


def _proven(
    board: Board, cell: int, solution: Solution, after: Verdict, seconds: float
) -> MoveReview:
    label = _label(solution.value, after.value)
    better: list[int] = []
    line: tuple[int, ...] = ()
    unproven: tuple[int, ...] = ()
    if label in MISTAKES:
        solution = _with_best_moves(board, solution, seconds)
        better = _equal_to_position(solution)
        moves = solution.moves.items()
        unproven = tuple(c for c, v in moves if not v.is_known and c not in (cell, *better))
        # No better move is found if the time ran out right after the win was proven.
        line = _line(board, better, solution, seconds) if better else ()
    return MoveReview(
        cell, label, solution.verdict, after, better, line, _standing(board.turn, after), unproven
    )


def _label(before: Value, after: Value) -> Label:
    """Return the label of a move by the proven values of the position and of the move."""
    if after is Value.WIN:
        return Label.KEPT_WIN
    if after is Value.DRAW:
        return Label.SLIPPED if before is Value.WIN else Label.KEPT_DRAW
    return Label.LOSING if before is Value.LOSS else Label.LOST


def _opinion(
    board: Board,
    cell: int,
    solution: Solution,
    after: Verdict,
    utilities: Mapping[int, float],
    seconds: float,
) -> MoveReview:
    better: list[int] = []
    if solution.value is Value.WIN:  # which the move is not proven to be
        solution = _with_best_moves(board, solution, seconds)
        better = _equal_to_position(solution)
    elif after.value is Value.LOSS or max(utilities.values()) - utilities[cell] >= DOUBTFUL:
        better = _most_promising(solution, utilities, cell)
    line = _line(board, better, solution, seconds) if better else ()
    standing = _standing(board.turn, after, utilities[cell])
    label = Label.LOSING if after.value is Value.LOSS else Label.GOOD
    label = Label.DOUBTFUL if better else label
    return MoveReview(cell, label, solution.verdict, after, better, line, standing)


def _most_promising(solution: Solution, utilities: Mapping[int, float], made: int) -> list[int]:
    """Return the other moves with the best evaluation that are not proven to lose."""
    others = {
        cell: utilities[cell]
        for cell, verdict in solution.moves.items()
        if cell != made and verdict.value is not Value.LOSS
    }
    best = max(others.values(), default=0.0)
    return [cell for cell, value in others.items() if value == best]


def _with_best_moves(board: Board, solution: Solution, seconds: float) -> Solution:
    """Return the solution with its best moves added, if they are found in time.

    The first search may have run out of time before the best moves were proven.
    """
    if solution.verdict in solution.moves.values():
        return solution
    best = dict.fromkeys(best_moves(board, seconds), solution.verdict)
    return replace(solution, moves=solution.moves | best)


def _equal_to_position(solution: Solution) -> list[int]:
    """Return the moves that are proven to keep the value of a position."""
    return [c for c, verdict in solution.moves.items() if verdict.value is solution.value]


def _utilities(board: Board, seconds: float) -> dict[int, float]:
    """Return the utility of each move, in lines that lack one mark."""
    depth = board.variant.size
    values = evaluate_moves(board, evaluation_for(board.variant), depth=depth, seconds=seconds)
    return {cell: utility(board, value, depth) for cell, value in values.items()}


def _line(board: Board, better: list[int], solution: Solution, seconds: float) -> tuple[int, ...]:
    """Return best play that begins with the best of the better moves."""
    ranks = {cell: solution.moves[cell].rank for cell in better}
    best = max(ranks.values())
    first = most_natural(board, [cell for cell in better if ranks[cell] == best])
    return (first, *best_line(board.play(first), SHOWN_LINE - 1, seconds / SHOWN_LINE))


def _standing(mover: Mark, after: Verdict, worth: float = 0.0) -> float:
    """Return the standing after a move: by its verdict, or its utility to the side that made it."""
    share = MOST_CERTAIN * max(-1.0, min(1.0, worth / MAX_UTILITY))
    value = {Value.WIN: 1.0, Value.LOSS: -1.0, Value.UNKNOWN: share}.get(after.value, 0.0)
    return value if mover is Mark.X else -value
