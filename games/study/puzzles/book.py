"""The puzzles that come with the program, in a file for each board, and the daily one.

Each line is a puzzle. Moves are written by their names, and verdicts as ``draw`` or ``loss 4``,
which is lost in four plies.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Variant, read_moves, write_moves
from games.study.puzzles.generator import Proof, Puzzle

FOLDER = Path(__file__).parent / "data"
FIRST = "97ea0efe"  # a fork on the classic board, for somebody who has tried no puzzle yet
DAYS = 7  # of a week
# The errors of ``from_line`` for a line that is no puzzle.
NO_PUZZLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


class UnusablePuzzles(Exception):
    """A file of puzzles cannot be read or written. The message is a sentence that says why."""


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
    """Return the puzzles of a board, named by its preset's id; none if there is no file.

    :raises UnusablePuzzles: if the file cannot be read, or one of its lines is no puzzle.
    """
    path = folder / f"{board}.jsonl"
    puzzles = []
    for number, line in enumerate(_lines_of(path), start=1):
        try:
            puzzles.append(from_line(line, BOARDS[board].variant))
        except NO_PUZZLE:
            raise UnusablePuzzles(f"Line {number} of {path} is no puzzle.") from None
    return puzzles


def add(board: str, puzzle: Puzzle, folder: Path = FOLDER) -> None:
    """Add a puzzle to the file of its board.

    :raises UnusablePuzzles: if it cannot be written.
    """
    path = folder / f"{board}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(to_line(puzzle) + "\n")
    except OSError as error:
        raise UnusablePuzzles(f"Cannot write to {path}: {error.strerror}.") from None


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON, as ``from_line`` takes it."""
    variant, proof = puzzle.variant, puzzle.proof
    fields = {
        "id": puzzle.id,
        "moves": write_moves(puzzle.moves, variant),
        "goal": proof.goal,
        "solution": variant.cell_name(proof.solution),
        "plies": proof.plies,
        "line": write_moves(puzzle.line, variant),
        "others": _by_verdict(proof.others, variant),
        "misses": puzzle.misses,
        "grade": puzzle.grade,
    }
    return json.dumps(fields)


def from_line(line: str, variant: Variant) -> Puzzle:
    """Read a puzzle from a line of ``to_line``; any other line raises one of ``NO_PUZZLE``."""
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


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    except OSError as error:
        raise UnusablePuzzles(f"Cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UnusablePuzzles(f"{path} is no text.") from None


def _by_verdict(verdicts: Mapping[int, Verdict], variant: Variant) -> dict[str, str]:
    cells: defaultdict[str, list[int]] = defaultdict(list)
    for cell, verdict in verdicts.items():
        words = verdict.value if verdict.plies is None else f"{verdict.value} {verdict.plies}"
        cells[words].append(cell)
    return {words: write_moves(cells[words], variant) for words in sorted(cells)}


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
