"""Play on boards that are too large to solve: forced wins first, then a search by line patterns.

Sources: Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982), for
principal variation search; Akl and Newborn, "The Principal Continuation and the Killer Heuristic"
(1977). Only the moves of most worth are searched (a beam), so the values prove nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from math import inf
from typing import NamedTuple

from games.ai.line_patterns import PatternBoard, line_scores
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE, Budget, OutOfTime
from games.ai.threat_search import ThreatSearch, answers_to_threats
from games.engine import Board

BEAM_WIDTH = 10
# So many plies beyond the depth open threes are still answered; fours always are.
QUIESCENCE = 1
# Within the depth each position is searched with so many nodes for a win by fours alone.
NODES_FOR_FOURS = 60
# Shares of the time: for a forced win, for one of the opponent's, and for the moves against it.
ATTACK, FEAR, DEFEND = 0.25, 0.2, 0.3
# How many moves are tried against a threat, with how many nodes at least, and how often again with
# four times as many; and how many moves are searched if there is none.
DEFENCES, MIN_NODES, ROUNDS, ROOT_WIDTH = 30, 400, 3, 20


class Bounds(NamedTuple):
    depth: int
    lower: int
    upper: int
    best: int


NOTHING = Bounds(-99, -WIN_SCORE, WIN_SCORE, -1)


class PatternSearch:
    def __init__(self, board: Board) -> None:
        self.board, self.scores = PatternBoard(board), line_scores(board.variant)
        self.side, self.ply = board.ply % 2, board.ply
        self.packed = self.scores.total(self.board)
        self.attacks = ThreatSearch(self.board, 0), ThreatSearch(self.board, 1)
        self.table: dict[int, Bounds] = {}
        self.killers: dict[int, int] = {}
        self.depth = self.best_value = 0
        self.leads: list[int] = []  # of the side to move, by each depth that was completed

    def best_moves(self, moves: list[int], budget: Budget, max_depth: int) -> list[int]:
        self.budget, values = Budget(), dict.fromkeys(moves, 0)
        with suppress(OutOfTime):
            for depth in range(1, max_depth + 1):
                values = self._search_root(values, depth)
                self.depth, self.budget = depth, budget
                self.leads.append(self.best_value)
                if abs(max(values.values())) > MIN_WIN_SCORE:
                    break
        return self.best

    def _search_root(self, previous: dict[int, int], depth: int) -> dict[int, int]:
        values: dict[int, int] = {}
        best = -WIN_SCORE
        for move in sorted(previous, key=previous.__getitem__, reverse=True):
            # One lower, so that a value equal to the best is exact.
            value = self._child(move, self.side, self.packed, self.ply, depth, best - 1, best)
            if value >= best:
                child = self.side, self.packed, self.ply, depth, best - 1, WIN_SCORE
                value = self._child(move, *child)
            values[move], best = value, max(best, value)
            self.best, self.best_value = [m for m in values if values[m] == best], best
        return values

    def _child(
        self, move: int, side: int, packed: int, ply: int, depth: int, alpha: int, beta: int
    ) -> int:
        board, lines = self.board, self.scores.lines
        states, numbers = board.states, board.numbers[move]
        for number in numbers:
            packed -= lines[number][states[number]]
        board.toggle(move, side)
        try:
            for number in numbers:
                packed += lines[number][states[number]]
            return -self._value(1 - side, packed, ply + 1, depth - 1, -beta, -alpha)
        finally:
            board.toggle(move, side)

    def _value(self, side: int, packed: int, ply: int, depth: int, alpha: int, beta: int) -> int:
        self.budget.spend()
        if self.board.fives(side):
            return WIN_SCORE - ply - 1
        several, moves = self.scores.several_fives, self.board.fives(1 - side)
        if len(moves) > 1:
            return ply + 2 - WIN_SCORE
        if moves:
            # The only move costs no depth.
            return self._search(moves, side, packed, ply, depth + 1, alpha, beta)
        if packed & several[side]:
            return WIN_SCORE - ply - 3
        if packed & several[1 - side] and depth > -QUIESCENCE:
            moves = answers_to_threats(self.board, 1 - side)
            return self._search(moves, side, packed, ply, depth, alpha, beta)
        if depth <= 0:
            return self.scores.lead(packed, side)
        if line := self.attacks[side].win(Budget(nodes=NODES_FOR_FOURS), 0):
            return WIN_SCORE - ply - len(line)
        return self._search((), side, packed, ply, depth, alpha, beta)

    def _search(
        self,
        moves: Collection[int],
        side: int,
        packed: int,
        ply: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        key = self.board.key
        known = self.table.get(key, NOTHING)
        if known.depth >= depth:
            if known.lower >= beta or known.lower == known.upper:
                return known.lower
            if known.upper <= alpha:
                return known.upper
        ordered = list(moves) if moves else self.scores.best_cells(packed, BEAM_WIDTH)
        if not ordered:
            return 0  # nobody can complete a line any more
        for first in (self.killers.get(ply), known.best):
            if first in ordered:
                ordered.remove(first)
                ordered.insert(0, first)
        value, best = self._best(ordered, side, packed, ply, depth, alpha, beta)
        lower, upper = (
            (-WIN_SCORE if value <= alpha else value),
            (WIN_SCORE if value >= beta else value),
        )
        self.table[key] = Bounds(depth, lower, upper, best)
        return value

    def _best(
        self,
        moves: list[int],
        side: int,
        packed: int,
        ply: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> tuple[int, int]:
        best, best_move = -WIN_SCORE, moves[0]
        for move in moves:
            bound = beta if move == moves[0] else alpha + 1
            value = self._child(move, side, packed, ply, depth, alpha, bound)
            if bound <= value < beta:
                value = self._child(move, side, packed, ply, depth, value - 1, beta)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, best)
                if best >= beta:
                    self.killers[ply] = move
                    break
        return best, best_move


def strongest_by_threats(board: Board, seconds: float) -> list[int]:
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
