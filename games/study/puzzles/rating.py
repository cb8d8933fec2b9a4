"""How good a person is at puzzles; nobody else is told."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.glicko import Rating, rate
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt, Result

SURE_BELOW = 110.0  # the deviation above which a rating is shown with a question mark
OF_GRADE = {grade: Rating(750.0 + 250 * grade, 60.0) for grade in range(1, 6)}


def puzzle_rating(attempts: Iterable[PuzzleAttempt]) -> str:
    """Return the rating by the first tries, such as 1612 or 1540?, "" without a puzzle done.

    A puzzle is an opponent by its grade, and is beaten by the first answer alone.
    """
    puzzles = book.all_puzzles()
    done = [each for each in attempts if each.is_over and each.puzzle in puzzles]
    rating = Rating()
    for attempt in sorted(done, key=_done_at):
        score = float(attempt.result is Result.FIRST_TRY)
        rating = rate(rating, [(OF_GRADE[puzzles[attempt.puzzle].grade], score)], periods=0)
    doubt = "" if rating.deviation <= SURE_BELOW else "?"
    return f"{rating.value:.0f}{doubt}" if done else ""


def _done_at(attempt: PuzzleAttempt) -> float:
    times = [at for at in (attempt.solved_at, attempt.shown_at) if at]
    return min(times).timestamp()
