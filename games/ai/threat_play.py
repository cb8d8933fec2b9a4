"""The strongest moves where the solver finds no proof: forced wins first, then alpha-beta.

A forced win is played. If the opponent would have one, were it to move, only moves that prevent it
are searched; all others would lose. If it has none, then it has none after any move either, for
another mark never helps the side that does not own it.
"""

from __future__ import annotations

from math import inf

from games.ai.line_patterns import PatternBoard
from games.ai.line_scores import line_scores
from games.ai.pattern_search import PatternSearch
from games.ai.search import Budget
from games.ai.threat_search import ThreatSearch, answers_to_threats
from games.engine import Board

# Shares of the time: for a forced win, for one of the opponent's, and for the moves against it.
ATTACK, FEAR, DEFEND = 0.25, 0.2, 0.3
# How many moves are tried against a threat, with how many nodes at least, and how often again with
# four times as many; and how many moves are searched if there is none.
DEFENCES, MIN_NODES, ROUNDS, ROOT_WIDTH = 30, 400, 3, 20


def strongest_by_threats(board: Board, seconds: float) -> list[int]:
    """Return the strongest moves that are found in so many seconds; the game must not be over."""
    budget, patterns = Budget(seconds=seconds), PatternBoard(board)
    if not board.ply:
        # Cells differ only in the lines through them: a deeper search adds nothing.
        return PatternSearch(board).best_moves(list(board.legal_moves()), budget, 1)
    attack = ThreatSearch(patterns, board.ply % 2)
    if line := attack.win(budget.part(seconds=ATTACK * seconds)):
        return [line[0]]
    if blocks := patterns.fives(attack.defender):
        return sorted(blocks)
    moves = _moves_that_hold(board, patterns, budget, seconds)
    return PatternSearch(board).best_moves(moves, budget, board.variant.size)


def likely_moves(board: Board, count: int = ROOT_WIDTH) -> list[int]:
    scores = line_scores(board.variant)
    best = scores.best_cells(scores.total(PatternBoard(board)), count)
    return best or list(board.legal_moves())


def _moves_that_hold(
    board: Board, patterns: PatternBoard, budget: Budget, seconds: float
) -> list[int]:
    # Where none is found to prevent it, alpha-beta chooses among all that are likely: it holds out
    # as long as it sees the win, and before that the most natural move is the hardest to refute.
    fear = ThreatSearch(patterns, 1 - board.ply % 2)
    line = fear.win(budget.part(seconds=FEAR * seconds))
    if not line:
        return likely_moves(board)
    answers = sorted(answers_to_threats(patterns, fear.attacker))
    likely = [*likely_moves(board, DEFENCES), *line, *patterns.fours(fear.defender)]
    limit = budget.part(seconds=DEFEND * seconds)
    return _holding(answers or [*dict.fromkeys(likely)], patterns, fear, limit)


def _holding(
    moves: list[int], patterns: PatternBoard, fear: ThreatSearch, limit: Budget
) -> list[int]:
    nodes = max(MIN_NODES, 2 * fear.budget.spent)
    for _ in range(ROUNDS):
        holding = []
        for move in moves:
            with patterns.mark(move, fear.defender):
                if limit.is_over or not fear.win(limit.part(seconds=inf, nodes=nodes)):
                    holding.append(move)
        moves, nodes = holding or moves, 4 * nodes
    return moves
