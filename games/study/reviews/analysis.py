from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import inf

from games.ai.advice import most_natural, principal_variation
from games.ai.solver import (
    OPPOSITE,
    UNKNOWN,
    Value,
    Verdict,
    best_moves,
    value_of,
    values_of_moves,
)
from games.ai.threat_search import forced_loss, forced_win
from games.ai.threats import completing
from games.engine import Board

# Shares of the time for a move: to prove the position after it; to find better moves; and to find
# each move with which the game could have gone on.
PROVE, BETTER, LINE = 0.6, 0.3, 0.1
# The threat search has this share of a proof; where it has seen all threats, it takes less.
THREATS = 0.8
# On boards of up to so many cells reviews take no time limit, and are kept for the next game.
MAX_REMEMBERED_CELLS = 9
SHOWN_LINE = 8  # moves of the better line to show
REFUTATION_NODES, REFUTATION_SECONDS = 5_000, 0.3  # for the win after a wrong answer


class Label(StrEnum):
    KEPT_WIN = "kept_win"
    KEPT_DRAW = "kept_draw"
    SLIPPED = "slipped"  # a won game is drawn after it
    LOST = "lost"  # a game that was not lost is lost after it
    ALLOWED = "allowed"  # the game is lost after it; what it was before is not proven
    LOSING = "losing"  # the game was lost whatever the move
    UNKNOWN = "unknown"  # nothing is proven of the position after it


MISTAKES = (Label.SLIPPED, Label.LOST)
LOST_BY = (Label.LOST, Label.ALLOWED)


@dataclass(frozen=True, slots=True)
class MoveReview:
    cell: int
    label: Label
    before: Verdict
    after: Verdict
    better: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    unproven: tuple[int, ...] = ()

    @property
    def next(self) -> Verdict:
        plies = self.after.plies and self.after.plies - 1
        return Verdict(OPPOSITE.get(self.after.value, self.after.value), plies)


TimedReview = tuple[MoveReview, float]


def not_reviewed(cell: int) -> MoveReview:
    return MoveReview(cell, Label.UNKNOWN, UNKNOWN, UNKNOWN)


def review_move(
    board: Board, cell: int, seconds: float, before: Verdict | None = None
) -> MoveReview:
    """``before`` is the verdict of the position, if it is known.

    >>> review = review_move(Board.parse("X../.../..."), 1, 60)
    >>> review.label, review.after, review.better
    (<Label.LOST: 'lost'>, Verdict(value=<Value.LOSS: 'loss'>, plies=6), (4,))
    """
    if board.variant.size <= MAX_REMEMBERED_CELLS:
        return _remembered_review(board, cell)
    return _review(board, cell, seconds, before or _verdict(board, PROVE * seconds))


def timed_review(board: Board, cell: int, seconds: float, before: Verdict | None) -> TimedReview:
    began = time.monotonic()
    return review_move(board, cell, seconds, before), time.monotonic() - began


@lru_cache(maxsize=20_000)
def _remembered_review(board: Board, cell: int) -> MoveReview:
    return _review(board, cell, inf, _verdict(board, inf))


def _verdict(board: Board, seconds: float) -> Verdict:
    began = time.monotonic()
    found = _verdict_by_threats(board, THREATS * seconds)
    # Where threats win, only a near end is worth more time.
    left = seconds / 4 if found.is_known else seconds - (time.monotonic() - began)
    solved = value_of(board, left)
    return solved if solved.is_known else found


def _verdict_by_threats(board: Board, seconds: float) -> Verdict:
    if board.is_over:
        return UNKNOWN
    if forced_win(board, seconds=0.75 * seconds):
        return Verdict(Value.WIN)
    return Verdict(Value.LOSS) if forced_loss(board, seconds=0.25 * seconds) else UNKNOWN


def _review(board: Board, cell: int, seconds: float, before: Verdict) -> MoveReview:
    after = _verdict(board.play(cell), PROVE * seconds).one_ply_earlier()
    before, after = inferred(before, after)
    review = MoveReview(cell, _label(before.value, after.value), before, after)
    if review.label is Label.ALLOWED:
        return _with_win(review, board, seconds)
    is_missed = review.label is Label.UNKNOWN and before.value is Value.WIN
    return _with_better(review, board, seconds) if review.label in MISTAKES or is_missed else review


def inferred(before: Verdict, after: Verdict) -> tuple[Verdict, Verdict]:
    # If a move wins, the position is won; if the position is lost, every move loses.
    if after.value is Value.WIN and not before.is_known:
        return Verdict(Value.WIN), after
    if before.value is Value.LOSS and not after.is_known:
        return before, Verdict(Value.LOSS)
    return before, after


def _label(before: Value, after: Value) -> Label:
    if after is Value.WIN:
        return Label.KEPT_WIN
    if after is Value.LOSS:
        lost = {Value.LOSS: Label.LOSING, Value.UNKNOWN: Label.ALLOWED}
        return lost.get(before, Label.LOST)
    if Value.UNKNOWN in (before, after):
        return Label.UNKNOWN
    return Label.SLIPPED if before is Value.WIN else Label.KEPT_DRAW


def _with_better(review: MoveReview, board: Board, seconds: float) -> MoveReview:
    before, verdicts = review.before, values_of_moves(board, BETTER * seconds)
    better = tuple(c for c, verdict in verdicts.items() if verdict.value is before.value)
    if before.value is Value.WIN and before.plies is None:
        line = forced_win(board, seconds=PROVE * seconds) or ()
        better = tuple(sorted({*better, *line[:1]}))
    else:
        line = _line(board, better, verdicts, LINE * seconds) if better else ()
    known = (review.cell, *better)
    unproven = (c for c, verdict in verdicts.items() if not (verdict.is_known or c in known))
    # They matter to the answers to a mistake alone.
    rest = () if review.label is Label.UNKNOWN else tuple(unproven)
    return replace(review, better=better, line=line, unproven=rest)


def _line(
    board: Board, better: tuple[int, ...], verdicts: Mapping[int, Verdict], seconds: float
) -> tuple[int, ...]:
    best = max(verdicts[cell].rank for cell in better)
    first = most_natural(board, [cell for cell in better if verdicts[cell].rank == best])
    return (first, *principal_variation(board.play(first), SHOWN_LINE - 1, seconds))


def _with_win(review: MoveReview, board: Board, seconds: float) -> MoveReview:
    child, plies = board.play(review.cell), review.after.plies
    win = forced_win(child, seconds=PROVE * seconds) or ()
    if not win and plies is not None:
        win = principal_variation(child, plies - 1, LINE * seconds)
    return replace(review, line=(review.cell, *win))


def winning_move(board: Board, seconds: float = REFUTATION_SECONDS) -> tuple[int, bool] | None:
    """Return a move that wins, and whether at once; None if none is found."""
    if board.is_over:
        return None
    if not board.variant.misere and (wins := completing(board, board.turn, board.legal_moves())):
        return wins[0], True
    if line := forced_win(board, nodes=REFUTATION_NODES):
        return line[0], False
    if value_of(board, seconds).value is Value.WIN:
        return next(((cell, False) for cell in best_moves(board, seconds)), None)
    return None
