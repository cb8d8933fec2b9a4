"""The openings that come with the program, in a file for each board.

Each line is an opening: its moves by their names, and what is known of the position after them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import SystemRandom

from games.engine import BOARDS, Variant, read_moves, write_moves
from games.people.openings.generator import Evidence, Opening

FOLDER = Path(__file__).parent / "data"


class UnusableOpenings(Exception):
    """A file of openings cannot be read. The message is a sentence that says why."""


def random_opening(board: str) -> tuple[int, ...]:
    """Return the moves of one of the openings of a board, named by its preset's id."""
    return SystemRandom().choice(_all_moves(board))


def read(board: str, folder: Path = FOLDER) -> list[Opening]:
    """Return the openings of a board, named by its preset's id; none if there is no file.

    :raises UnusableOpenings: if the file cannot be read, or one of its lines is no opening.
    """
    path = folder / f"{board}.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [_from_line(line, BOARDS[board].variant) for line in lines]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UnusableOpenings(f"{path} is no file of openings: {error}.") from None


def add(board: str, opening: Opening, folder: Path = FOLDER) -> None:
    """Add an opening to the file of its board."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{board}.jsonl").open("a", encoding="utf-8") as file:
        file.write(to_line(opening) + "\n")


def to_line(opening: Opening) -> str:
    fields = {
        "moves": write_moves(opening.moves, opening.variant),
        "proof": opening.proof,
        "holding": opening.holding,
        "lead": opening.lead,
    }
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def _from_line(line: str, variant: Variant) -> Opening:
    fields = json.loads(line)
    return Opening(
        variant=variant,
        moves=read_moves(fields["moves"], variant),
        proof=Evidence(fields["proof"]),
        holding=fields.get("holding"),
        lead=fields.get("lead"),
    )


@cache
def _all_moves(board: str) -> list[tuple[int, ...]]:
    return [opening.moves for opening in read(board)]
