"""What a person's attempts at puzzles come to, and the result of one to share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from games.study.puzzles.models import PuzzleAttempt, Result

# One square for each answer. Orange and blue are told apart by everybody.
WRONG, RIGHT, SHOWN = "\N{LARGE ORANGE SQUARE}", "\N{LARGE BLUE SQUARE}", "\N{WHITE LARGE SQUARE}"
KEPT = "\N{PENCIL}\N{VARIATION SELECTOR-16}"  # a missed day that ended no row
MOST_SQUARES = 9


@dataclass(frozen=True, slots=True)
class PuzzleTally:
    """How many puzzles a person has found, and how many of them with the first answer."""

    found: int
    first_try: int

    @classmethod
    def of(cls, attempts: Iterable[PuzzleAttempt]) -> Self:
        results = [attempt.result for attempt in attempts]
        first_try = results.count(Result.FIRST_TRY)
        return cls(first_try + results.count(Result.SOLVED), first_try)


def squares(attempt: PuzzleAttempt, result: Result) -> str:
    """Return a row of squares for a person's answers to a puzzle that is over.

    The last one is the end. Of many wrong answers only the last ones are shown.
    """
    is_found = result is not Result.SHOWN
    wrong = attempt.tries - 1 if is_found and attempt.solved_at else attempt.tries
    return WRONG * min(wrong, MOST_SQUARES - 1) + (RIGHT if is_found else SHOWN)
