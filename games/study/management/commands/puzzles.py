"""``manage.py puzzles``: makes puzzles and adds them to the data, or checks all that are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.engine import BOARDS, IllegalMove, Variant
from games.engine.presets import named
from games.study.management.questions import (
    QuestionCommand,
    WrongInput,
    folder_to_write,
    time_limit,
    whole_number,
)
from games.study.puzzles import book
from games.study.puzzles.generator import GRADES, Puzzle, Unproven, discover, errors_in

MAKE, CHECK = "make", "check"
MAX_SHARE = 0.4  # of one grade among the puzzles that are added
MAX_FRUITLESS = 2000  # games in a row without a new puzzle, after which there may be no more


class Command(QuestionCommand):
    help = "Make puzzles of a board, or check all puzzles that come with the program."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=[MAKE, CHECK])
        super().add_arguments(parser)
        parser.add_argument("--count", default="10", help="how many to add (10)")
        parser.add_argument("--seed", default="1", help="of the games they are taken from (1)")
        parser.add_argument("--seconds", default="5", help="time to prove each (5)")
        parser.add_argument("--folder", help="of the data")

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        seconds = time_limit(options["seconds"])
        if options["action"] == CHECK:
            self._check(Path(options["folder"] or book.FOLDER), seconds)
            return
        folder = folder_to_write(options["folder"], book.FOLDER)
        count = whole_number(options["count"], "The number of puzzles", least=1)
        seed = whole_number(options["seed"], "The seed")
        board = named(variant)
        if board is None:
            raise WrongInput(f"Puzzles are made for the boards with names: {', '.join(BOARDS)}.")
        self._make(board.id, folder, count, discover(variant, seed, seconds))

    def _make(self, board: str, folder: Path, count: int, found: Iterator[Puzzle | None]) -> None:
        known = {puzzle.id for puzzle in book.read(board, folder)}
        added = 0
        for puzzle in _varied(found, known, count):
            book.add(board, puzzle, folder)
            added += 1
        self.stdout.write(f"Added {added} puzzles on {board}, which has {len(known)} now.")

    def _check(self, folder: Path, seconds: float) -> None:
        """Prove all puzzles anew; exit with status 2 at the first that is wrong."""
        books = {board: book.read(board, folder) for board in BOARDS}
        if not any(books.values()):
            raise WrongInput(f"There are no puzzles in {folder}.")
        seen: set[str] = set()
        for board, puzzles in books.items():
            for puzzle in puzzles:
                _check_puzzle(puzzle, seen, seconds)
            grades = Counter(puzzle.grade for puzzle in puzzles)
            counts = ", ".join(f"{grades[grade]} of grade {grade}" for grade in GRADES)
            self.stdout.write(f"{board:13} {len(puzzles):4} puzzles: {counts}")
        self.stdout.write(f"All {len(seen)} puzzles are proven.")


def _varied(found: Iterator[Puzzle | None], known: set[str], count: int) -> Iterator[Puzzle]:
    """Yield up to ``count`` puzzles not in ``known``, of mixed grades, and add them to it."""
    grades: Counter[int] = Counter()
    fruitless = 0
    for puzzle in found:
        fruitless += 1
        if puzzle and puzzle.id not in known and grades[puzzle.grade] < MAX_SHARE * count:
            known.add(puzzle.id)
            grades[puzzle.grade] += 1
            fruitless = 0
            yield puzzle
        if grades.total() == count or fruitless == MAX_FRUITLESS:
            return


def _check_puzzle(puzzle: Puzzle, seen: set[str], seconds: float) -> None:
    """Make sure that a puzzle is right, and not among those seen.

    :raises WrongInput: if it is wrong or seen, or cannot be proven in time.
    """
    try:
        error = errors_in(puzzle, seconds)
    except Unproven:
        error = f"it was not proven in {seconds:g} seconds"
    except IllegalMove:
        error = "its moves are against the rules"
    if puzzle.id in seen:
        error = "it is there twice"
    if error:
        raise WrongInput(f"Puzzle {puzzle.id} on {puzzle.variant} is wrong: {error}.")
    seen.add(puzzle.id)
