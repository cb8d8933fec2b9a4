"""How good a person is at puzzles; nobody else is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.glicko import GlickoRating, rate
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt, Result

SURE_BELOW = 110.0  # the deviation above which a rating is said to be about right
OF_GRADE = {grade: GlickoRating(750.0 + 250 * grade, 60.0) for grade in range(1, 6)}


class PuzzleRating(NamedTuple):
    value: int
    is_sure: bool


def puzzle_rating(attempts: Iterable[PuzzleAttempt]) -> PuzzleRating | None:
    """Return the rating by the first tries, None without a puzzle done.

    A puzzle is an opponent by its grade, and is beaten by the first answer alone.
    """
    puzzles = book.all_puzzles()
    done = [each for each in attempts if each.is_over and each.puzzle in puzzles]
    rating = GlickoRating()
    for attempt in sorted(done, key=_done_at):
        score = float(attempt.result is Result.FIRST_TRY)
        rating = rate(rating, [(OF_GRADE[puzzles[attempt.puzzle].grade], score)], periods=0)
    shown = PuzzleRating(round(rating.value), rating.deviation <= SURE_BELOW)
    return shown if done else None


def _done_at(attempt: PuzzleAttempt) -> float:
    times = [at for at in (attempt.solved_at, attempt.shown_at) if at]
    return min(times).timestamp()
