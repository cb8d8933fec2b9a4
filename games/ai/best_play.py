"""Best play: the most natural of equally good moves, and the moves that would follow."""

from __future__ import annotations

from math import inf

from games.ai.levels import candidate_moves, most_promising
from games.ai.solver import best_moves
from games.ai.threats import completing
from games.engine import Board


def most_natural(board: Board, equal: list[int]) -> int:
    """Choose among equally good moves the one that a person would make.

    People stop the opponent's line or, without one to stop, play near the marks.
    """
    near = set(candidate_moves(board))
    stops = completing(board, board.turn.opponent, equal)
    return most_promising(board, stops or [c for c in equal if c in near] or equal, depth=1)[0]


def best_line(board: Board, length: int, seconds: float = inf) -> tuple[int, ...]:
    """Return up to ``length`` moves of proven best play from a position.

    The line ends early where no move is proven best within so many ``seconds``.
    """
    line: list[int] = []
    while len(line) < length and not board.outcome() and not board.is_dead:
        best = best_moves(board, seconds)
        if not best:
            break
        line.append(most_natural(board, best))
        board = board.play(line[-1])
    return tuple(line)
