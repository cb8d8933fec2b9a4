from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.glicko import GlickoRating, rate
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt, Result

# One square for each answer. Orange and blue are told apart by everybody.
WRONG, RIGHT, SHOWN = "\N{LARGE ORANGE SQUARE}", "\N{LARGE BLUE SQUARE}", "\N{WHITE LARGE SQUARE}"
KEPT = "\N{PENCIL}\N{VARIATION SELECTOR-16}"  # a missed day that ended no row
MOST_SQUARES = 9
SURE_BELOW = 110.0  # the deviation above which a rating is said to be about right
GRADE = 250.0  # from one grade to the next
OF_GRADE = {grade: GlickoRating(750.0 + GRADE * grade, 60.0) for grade in range(1, 6)}


def squares(attempt: PuzzleAttempt, result: Result) -> str:
    """Return a square for each answer, of many wrong ones only the last."""
    is_found = result is not Result.SHOWN
    wrong = attempt.tries - 1 if is_found and attempt.solved_at else attempt.tries
    return WRONG * min(wrong, MOST_SQUARES - 1) + (RIGHT if is_found else SHOWN)


class PuzzleRating(NamedTuple):
    value: int
    is_sure: bool
    before: int  # the last puzzle
    puzzle: str  # the id of that


def puzzle_rating(attempts: Iterable[PuzzleAttempt]) -> PuzzleRating | None:
    # A puzzle is an opponent by its grade, and is beaten by the first answer alone.
    puzzles = book.all_puzzles()
    done = [each for each in attempts if each.is_over and each.puzzle in puzzles]
    rating, before, last = GlickoRating(), GlickoRating(), ""
    for attempt in sorted(done, key=_done_at):
        score = float(attempt.result is Result.FIRST_TRY)
        against = OF_GRADE[puzzles[attempt.puzzle].grade]
        before, rating = rating, rate(rating, [(against, score)], periods=0)
        last = attempt.puzzle
    is_sure = rating.deviation <= SURE_BELOW
    known = PuzzleRating(round(rating.value), is_sure, round(before.value), last)
    return known if done else None


def _done_at(attempt: PuzzleAttempt) -> float:
    return min(at for at in (attempt.solved_at, attempt.shown_at) if at).timestamp()
