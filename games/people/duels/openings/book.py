"""Each line is an opening, made and proven by ``python -m tests.tools.content openings``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import SystemRandom

from games.engine import BOARDS, Board, Variant, play_moves, read_moves

FOLDER = Path(__file__).parent / "data"
# The moves of an opening, by the id of a preset: those in the files, and any at random on a board
# that is balanced and that no solver spoils.
PLIES = {"5x5": 4, "6x6": 8, "connect-four": 8, "gomoku": 5}
RANDOM_PLIES = {"ultimate": 4}
RATED = (*PLIES, *RANDOM_PLIES)  # the boards of duels


class Evidence(StrEnum):
    SOLVER = "solver"  # the solver proves that it is drawn
    SEARCH = "search"  # nothing is proven, but two searches find neither side ahead


@dataclass(frozen=True, slots=True)
class Opening:
    variant: Variant
    moves: tuple[int, ...]
    proof: Evidence
    holding: int | None = None
    lead: int | None = None

    @property
    def board(self) -> Board:
        return play_moves(Board(self.variant), self.moves)


def random_opening(board: str) -> tuple[int, ...]:
    if board in RANDOM_PLIES:
        return _random_moves(Board(BOARDS[board].variant), RANDOM_PLIES[board])
    return SystemRandom().choice(_all_moves(board))


def read(board: str, folder: Path = FOLDER) -> list[Opening]:
    path = folder / f"{board}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [_from_line(line, BOARDS[board].variant) for line in lines]


def _from_line(line: str, variant: Variant) -> Opening:
    fields = json.loads(line)
    return Opening(
        variant=variant,
        moves=read_moves(fields["moves"], variant),
        proof=Evidence(fields["proof"]),
        holding=fields.get("holding"),
        lead=fields.get("lead"),
    )


def _random_moves(board: Board, plies: int) -> tuple[int, ...]:
    moves: list[int] = []
    for _ in range(plies):
        moves.append(SystemRandom().choice(board.legal_moves()))
        board = board.play(moves[-1])
    return tuple(moves)


@cache
def _all_moves(board: str) -> list[tuple[int, ...]]:
    return [opening.moves for opening in read(board)]
