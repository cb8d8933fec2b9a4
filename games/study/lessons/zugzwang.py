"""Zugzwang where pieces fall: positions that one threat decides when all other cells are full.

The side that must then play the cell below the threat loses. Parity decides which side that is: see
``parity_cells``.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import BOARDS, Board, Mark, play_moves, read_moves
from games.study.lessons.exercises import best_line

CONNECT_FOUR = BOARDS["connect-four"].variant
# By the side that wins: the moves to a position, and the cell of its threat.
# A test proves them.
EXAMPLES = {
    Mark.X: (
        "a1-f1-f2-e1-d1-d2-g1-f3-f4-a2-g2-a3-g3-f5-c1-g4-"
        "e2-a4-d3-b1-g5-d4-e3-d5-a5-a6-c2-f6-d6-g6-b2",
        "e5",
    ),
    Mark.O: (
        "d1-d2-g1-e1-f1-b1-c1-g2-f2-f3-f4-c2-g3-a1-d3-d4-"
        "a2-e2-c3-a3-a4-g4-b2-c4-f5-c5-d5-d6-c6-f6-a5",
        "b4",
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


def example(winner: Mark) -> Zugzwang:
    text, cell = EXAMPLES[winner]
    moves = read_moves(text, CONNECT_FOUR)
    board = play_moves(Board(CONNECT_FOUR), moves)
    return Zugzwang(moves, board, winner, CONNECT_FOUR.cell_named(cell))
