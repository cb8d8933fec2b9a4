"""The puzzles that come with the program, in a file for each board, and the daily one.

Each line is a puzzle. Moves are written by their names, and verdicts as ``draw`` or ``loss 4``,
which is lost in four plies.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path

from games.ai.puzzles import Proof, Puzzle
from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Variant, read_moves, write_moves

FOLDER = Path(__file__).parent.parent / "data" / "puzzles"


class NoPuzzle(LookupError):
    """There is no puzzle of this id."""


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles that come with the program, by id."""
    return {puzzle.id: puzzle for board in BOARDS for puzzle in read(board)}


def find(id: str) -> Puzzle:
    """Return a puzzle that comes with the program.

    :raises NoPuzzle: if there is none of this id.
    """
    try:
        return all_puzzles()[id]
    except KeyError:
        raise NoPuzzle from None


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: a different one each day, until all have had theirs."""
    order = _daily_order()
    return all_puzzles()[order[day.toordinal() % len(order)]]


def read(board: str, folder: Path = FOLDER) -> list[Puzzle]:
    """Return the puzzles of a board, by the id of its preset; none if it has no file."""
    path = folder / f"{board}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [from_line(line, BOARDS[board].variant) for line in lines]


def add(board: str, puzzle: Puzzle, folder: Path = FOLDER) -> None:
    """Add a puzzle to the file of its board."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{board}.jsonl").open("a", encoding="utf-8") as file:
        file.write(to_line(puzzle) + "\n")


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
    """Read a puzzle from a line that ``to_line`` has written."""
    fields = json.loads(line)
    proof = Proof(
        solution=variant.cell_named(fields["solution"]),
        goal=Value(fields["goal"]),
        plies=fields["plies"],
        others=dict(_verdicts(fields["others"], variant)),
    )
    moves, best_line = (read_moves(fields[name], variant) for name in ("moves", "line"))
    return Puzzle(fields["id"], variant, moves, proof, best_line, fields["misses"], fields["grade"])


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
def _daily_order() -> list[str]:
    """Return the ids in an order that has nothing to do with boards and grades."""
    return _shuffled(all_puzzles())


def _shuffled(ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=lambda id: sha256(f"daily {id}".encode()).digest())
