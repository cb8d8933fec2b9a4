"""A person's record in puzzles, by grade and by board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from games.engine import BOARDS
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.wording import GRADES


def record(attempts: Iterable[PuzzleAttempt]) -> dict[str, Any]:
    """Return how many puzzles of each kind ended in each ``Result``, and how many there are."""
    results = {attempt.puzzle: attempt.result for attempt in attempts}
    rows: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for puzzle in book.all_puzzles().values():
        for kind in (puzzle.grade, puzzle.variant):
            rows[kind].update(("total", results.get(puzzle.id) or "open"))
    return {
        "grades": [(str(name), rows[grade]) for grade, name in GRADES.items()],
        "boards": [(board, rows[board.variant]) for board in BOARDS.values()],
    }
