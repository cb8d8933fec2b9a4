"""How a wrong answer loses: a win that is found in a moment."""

from __future__ import annotations

from games.ai.solver import Value, best_moves, value_of
from games.ai.threat_search import forced_win
from games.ai.threats import completing
from games.engine import Board

NODES, SECONDS = 5_000, 0.3


def winning_move(board: Board, seconds: float = SECONDS) -> tuple[int, bool] | None:
    """Return a move that wins for the side to move, and whether at once; None if none is found."""
    if board.is_over:
        return None
    if not board.variant.misere and (wins := completing(board, board.turn, board.legal_moves())):
        return wins[0], True
    if line := forced_win(board, nodes=NODES):
        return line[0], False
    if value_of(board, seconds).value is Value.WIN:
        return next(((cell, False) for cell in best_moves(board, seconds)), None)
    return None
