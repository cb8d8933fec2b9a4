"""Puzzles for tests: chosen from those that come with the program."""

from __future__ import annotations

from games.ai.solver import Value
from games.study.puzzles import book
from games.study.puzzles.book import Puzzle


def puzzle_of(board: str, *, goal: Value | None = None, plies: int = 0) -> Puzzle:
    """Return the first puzzle of a board with this goal and at least so many plies."""
    return next(
        puzzle
        for puzzle in book.read(board)
        if goal in (None, puzzle.proof.goal) and puzzle.proof.plies >= plies
    )


def wrong_cell(puzzle: Puzzle, value: Value | None = None) -> int:
    """Return a wrong answer, one that leads to this value if one is given."""
    others = puzzle.proof.others.items()
    return next(cell for cell, verdict in others if value in (None, verdict.value))
