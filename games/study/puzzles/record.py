"""A person's record in puzzles, by grade and by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine import BOARDS
from games.study.puzzles import book
from games.study.puzzles.generator import Puzzle
from games.study.puzzles.models import PuzzleAttempt, Result
from games.study.puzzles.wording import GRADES


@dataclass(frozen=True, slots=True)
class PuzzleTally:
    """How many of the ``total`` puzzles of one kind ended in each way."""

    total: int
    first_try: int = 0
    solved: int = 0
    shown: int = 0


def record(attempts: Iterable[PuzzleAttempt]) -> dict[str, Any]:
    """Return what a player's attempts come to, of all puzzles that there are."""
    results = {attempt.puzzle: result for attempt in attempts if (result := attempt.result)}
    by_grade = _rows(results, lambda puzzle: puzzle.grade)
    by_variant = _rows(results, lambda puzzle: puzzle.variant)
    none = PuzzleTally(0)
    return {
        "grades": [(str(name), by_grade.get(grade, none)) for grade, name in GRADES.items()],
        "boards": [(board, by_variant.get(board.variant, none)) for board in BOARDS.values()],
    }


def _rows(
    results: Mapping[str, Result], kind_of: Callable[[Puzzle], object]
) -> dict[object, PuzzleTally]:
    totals: Counter[object] = Counter()
    counts: Counter[tuple[object, Result | None]] = Counter()
    for puzzle in book.all_puzzles().values():
        totals[kind_of(puzzle)] += 1
        counts[kind_of(puzzle), results.get(puzzle.id)] += 1
    return {
        kind: PuzzleTally(total, *(counts[kind, result] for result in Result))
        for kind, total in totals.items()
    }
