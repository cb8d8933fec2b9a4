"""Zugzwang where pieces fall: positions that one threat decides when all other cells are full.

The side that must then play the cell below the threat loses. Parity decides which side that is: see
``parity_cells``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.ai.line_tables import parity_cells
from games.ai.solver import Value, value_of
from games.ai.threats import threats
from games.engine import Board, Mark, Variant, play_moves
from games.study.lessons.exercises import best_line

# Examples on Connect Four, found by `manage.py zugzwang --empty 11 --seed 7`, which takes seconds.
EXAMPLES = {
    Mark.X: (
        "a1-f1-f2-e1-d1-d2-g1-f3-f4-a2-g2-a3-g3-f5-c1-g4-"
        "e2-a4-d3-b1-g5-d4-e3-d5-a5-a6-c2-f6-d6-g6-b2"
    ),
    Mark.O: (
        "d1-d2-g1-e1-f1-b1-c1-g2-f2-f3-f4-c2-g3-a1-d3-d4-"
        "a2-e2-c3-a3-a4-g4-b2-c4-f5-c5-d5-d6-c6-f6-a5"
    ),
}


@dataclass(frozen=True, slots=True)
class Zugzwang:
    """A position that one threat of ``winner`` decides in the end, and the moves that led there."""

    moves: tuple[int, ...]
    board: Board
    winner: Mark
    cell: int

    @property
    def line(self) -> tuple[int, ...]:
        """The best play from here: the loser delays the loss as long as possible."""
        return best_line(self.board)


def find_zugzwang(board: Board, moves: tuple[int, ...]) -> Zugzwang | None:
    """Return the zugzwang of a position, None unless a single threat decides it.

    The threat must wait for a piece below it and win only after the rest of the board is full, and
    the solver must prove the win.
    """
    found = [(mark, cell) for mark in Mark for cell in threats(board, mark)]
    if len(found) != 1 or board.outcome():
        return None
    [(winner, cell)] = found
    is_on_its_row = parity_cells(board.variant)[winner is Mark.O] >> cell & 1
    if cell in board.legal_moves() or not is_on_its_row:
        return None
    verdict = value_of(board)
    wins = verdict.value is (Value.WIN if board.turn is winner else Value.LOSS)
    return Zugzwang(moves, board, winner, cell) if wins and _is_last(board, cell) else None


def _is_last(board: Board, cell: int) -> bool:
    """Say whether best play ends in that cell, with nothing else left but the cells above it."""
    line = best_line(board)
    end = play_moves(board, line)
    column = board.variant.place(cell)[0]
    free = [c for c in range(board.variant.size) if not (end.x | end.o) >> c & 1]
    return line[-1] == cell and all(board.variant.place(c)[0] == column for c in free)


def zugzwangs(variant: Variant, empty: int, rng: Random, games: int) -> Iterator[Zugzwang]:
    """Yield each zugzwang found in random games when ``empty`` cells are left."""
    for _ in range(games):
        board, moves = Board(variant), tuple[int, ...]()
        while board.ply < variant.size - empty and (legal := board.legal_moves()):
            cell = rng.choice(legal)
            board, moves = board.play(cell), (*moves, cell)
        if board.ply == variant.size - empty and (found := find_zugzwang(board, moves)):
            yield found
