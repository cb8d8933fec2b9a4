"""The puzzles that come with the program, in a file for each board, and the daily one.

Each line is a puzzle. Moves are written by their names, and verdicts as ``draw`` or ``loss 4``,
which is lost in four plies. ``python -m tests.tools.content puzzles`` makes and proves them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board, Variant, play_moves, read_moves

FOLDER = Path(__file__).parent / "data"
FIRST = "97ea0efe"  # a fork on the classic board, for somebody who has tried no puzzle yet
DAYS = 7  # of a week
GRADES = range(1, 6)


@dataclass(frozen=True, slots=True)
class Proof:
    """The solver's proof of a puzzle.

    ``plies`` is the distance to the win or, if the goal is a draw, to the slowest loss after
    another move. ``others`` are the verdicts of all other moves.
    """

    solution: int
    goal: Value
    plies: int
    others: Mapping[int, Verdict]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, given by its moves, with the proof and the grade of the puzzle.

    ``line`` is best play that begins with the solution, to the end of a win or for the first moves
    of a draw. ``misses`` says how many of 20 times each level chose another move.
    """

    id: str
    variant: Variant
    moves: tuple[int, ...]
    proof: Proof
    line: tuple[int, ...]
    misses: Mapping[str, int]
    grade: int

    @property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles that come with the program, by id."""
    return {puzzle.id: puzzle for board in BOARDS for puzzle in read(board)}


def first() -> Puzzle:
    """Return the easy puzzle that somebody begins with."""
    return all_puzzles()[FIRST]


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: easy on Monday, harder each day, and hardest on Sunday.

    None comes again before all others of its weekday had their week.
    """
    of_weekday = _by_weekday()[day.weekday()]
    return all_puzzles()[of_weekday[day.toordinal() // DAYS % len(of_weekday)]]


def read(board: str, folder: Path = FOLDER) -> list[Puzzle]:
    """Return the puzzles of a board, named by its preset's id; none if there is no file."""
    path = folder / f"{board}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [_from_line(line, BOARDS[board].variant) for line in lines]


def _from_line(line: str, variant: Variant) -> Puzzle:
    fields = json.loads(line)
    proof = Proof(
        solution=variant.cell_named(fields["solution"]),
        goal=Value(fields["goal"]),
        plies=fields["plies"],
        others=dict(_verdicts(fields["others"], variant)),
    )
    moves, best_line = (read_moves(fields[name], variant) for name in ("moves", "line"))
    misses = {str(level): int(missed) for level, missed in fields["misses"].items()}
    id, grade = str(fields["id"]), int(fields["grade"])
    return Puzzle(id, variant, moves, proof, best_line, misses, grade)


def _verdicts(cells: Mapping[str, str], variant: Variant) -> Iterator[tuple[int, Verdict]]:
    for words, names in cells.items():
        value, *plies = words.split()
        for cell in read_moves(names, variant):
            yield cell, Verdict(Value(value), int(plies[0]) if plies else None)


@cache
def _by_weekday() -> list[list[str]]:
    """Return the ids for each weekday, from the easiest to the hardest, with boards mixed."""
    puzzles = all_puzzles()
    mixed = sorted(puzzles, key=lambda id: sha256(f"daily {id}".encode()).digest())
    graded = sorted(mixed, key=lambda id: puzzles[id].grade)
    ends = [len(graded) * day // DAYS for day in range(DAYS + 1)]
    shares = [set(graded[start:end]) for start, end in pairwise(ends)]
    return [[id for id in mixed if id in share] for share in shares]
