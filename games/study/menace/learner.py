from __future__ import annotations

from enum import IntEnum
from random import Random

from games.ai.selfplay import Moves
from games.engine import Board, Mark, canonical, canonical_moves

Beads = dict[int, int]  # by cell of the canonical board: how many beads stand for that move

# Beads for each move in the beginning, by how often its player has moved before. Late moves have
# fewer: they decide more, and so are learned faster.
STAGES = (4, 3, 2, 1)


class Reward(IntEnum):
    WON = 3
    DRAWN = 1
    LOST = -1

    @classmethod
    def of(cls, mark: Mark, winner: Mark | None) -> Reward:
        if winner is None:
            return cls.DRAWN
        return cls.WON if winner is mark else cls.LOST


def beads_gained(won: int, drawn: int, lost: int) -> int:
    return Reward.WON * won + Reward.DRAWN * drawn + Reward.LOST * lost


def has_box(board: Board) -> bool:
    return len(board.legal_moves()) > 1


def position(board: Board) -> str:
    """Return the position that is drawn on the box for a board.

    >>> position(Board.parse(".../.../..X"))
    'X../.../...'
    """
    return str(canonical(board))


def first_beads(board: Board) -> Beads:
    """Return the beads by cell, none if the board has no box.

    >>> first_beads(Board())
    {0: 4, 1: 4, 4: 4}
    >>> first_beads(Board.parse("X../.O./..."))
    {1: 3, 2: 3, 5: 3, 8: 3}
    """
    if not has_box(board):
        return {}
    return dict.fromkeys(sorted(set(canonical_moves(board).values())), STAGES[board.ply // 2])


class Menace:
    """``boxes`` holds those that a game has changed, by the position on them.

    >>> menace, board = Menace(), Board()
    >>> menace.learn([(board, 8)], Mark.X, Mark.X)
    >>> menace.beads(board)
    {0: 7, 1: 4, 4: 4}
    >>> menace.boxes
    {'.../.../...': {0: 7, 1: 4, 4: 4}}
    """

    def __init__(self, boxes: dict[str, Beads] | None = None) -> None:
        self.boxes = boxes if boxes is not None else {}

    def beads(self, board: Board) -> Beads:
        return self.boxes.get(position(board)) or first_beads(board)

    def choose(self, board: Board, rng: Random) -> int:
        if not has_box(board):
            return board.legal_moves()[0]
        beads = self.beads(board)
        [drawn] = rng.choices(list(beads), list(beads.values()))
        return rng.choice([cell for cell, kind in canonical_moves(board).items() if kind == drawn])

    __call__ = choose  # so that it is a player of matches

    def learn(self, moves: Moves, mark: Mark, winner: Mark | None) -> None:
        reward = Reward.of(mark, winner)
        for board, cell in moves:
            if board.turn is mark and has_box(board):
                self.boxes[position(board)] = self._rewarded(board, cell, reward)

    def _rewarded(self, board: Board, cell: int, reward: Reward) -> Beads:
        drawn, beads = canonical_moves(board)[cell], self.beads(board)
        # Of two games that end at once, the first may have taken the last bead of a colour.
        beads = {**beads, drawn: max(0, beads[drawn] + reward)}
        return beads if any(beads.values()) else first_beads(board)
