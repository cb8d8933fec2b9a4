"""Advice on a position: the verdict of each move, the best ones, and the principal variation."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from games.ai.levels import (
    EVALUATE_SECONDS,
    TRAP_SECONDS,
    candidate_moves,
    most_promising,
    preferred,
)
from games.ai.pattern_search import strongest_by_threats
from games.ai.solver import Solution, Value, Verdict, best_moves, solve
from games.ai.threat_search import forced_win, has_threats
from games.ai.threats import completing
from games.engine import Board


def advise(board: Board, seconds: float) -> Solution:
    """Return advice for the side to move after about ``seconds``; the game must not be over.

    >>> advise(Board.parse("X../..O/OX."), 60).best
    [1, 4]
    """
    # Half of the time is for the solver, and half for a win by threats, which sees further ahead.
    half = max(0.0, seconds - TRAP_SECONDS - EVALUATE_SECONDS) / 2
    solution = solve(board, half if has_threats(board.variant) else 2 * half)
    if proven := _proven_best(solution):
        return replace(solution, best=preferred(board, proven), is_proven=True)
    if line := forced_win(board, seconds=half):
        moves = {**solution.moves, line[0]: Verdict(Value.WIN)}
        return replace(solution, moves=moves, best=[line[0]], is_proven=True)
    hopeful = [c for c, verdict in solution.moves.items() if verdict.value is not Value.LOSS]
    return replace(solution, best=_unproven_best(board, hopeful))


def _unproven_best(board: Board, cells: list[int]) -> list[int]:
    # On an empty board cells differ only in the lines through them: a deeper search adds nothing.
    if board.ply and has_threats(board.variant):
        strongest = strongest_by_threats(board, EVALUATE_SECONDS)
        if best := [cell for cell in strongest if cell in cells]:
            return _nearest_to_middle(board, best)
    depth = board.variant.size if board.ply else 1
    return _nearest_to_middle(board, most_promising(board, cells, depth))


def _nearest_to_middle(board: Board, cells: list[int]) -> list[int]:
    variant = board.variant

    def distance(cell: int) -> int:
        column, row = variant.place(cell)
        return (2 * column + 1 - variant.width) ** 2 + (2 * row + 1 - variant.height) ** 2

    nearest = min(map(distance, cells))
    return [cell for cell in cells if distance(cell) == nearest]


def _proven_best(solution: Solution) -> list[int]:
    best = max(verdict.rank for verdict in solution.moves.values())
    cells = [cell for cell, v in solution.moves.items() if v.is_known and v.rank == best]
    is_open = any(not verdict.is_known for verdict in solution.moves.values())
    is_enough = best > (0, 0) or solution.value is Value.DRAW
    return cells if is_enough or not is_open else []


def most_natural(board: Board, equal: list[int]) -> int:
    near = set(candidate_moves(board))
    stops = completing(board, board.turn.opponent, equal)
    return most_promising(board, stops or [c for c in equal if c in near] or equal, depth=1)[0]


def principal_variation(board: Board, length: int, seconds: float = inf) -> tuple[int, ...]:
    """Return up to ``length`` moves, fewer where none is proven best within so many ``seconds``."""
    line: list[int] = []
    while len(line) < length and not board.outcome() and not board.is_dead:
        best = best_moves(board, seconds)
        if not best:
            break
        line.append(most_natural(board, best))
        board = board.play(line[-1])
    return tuple(line)
