"""Source: Akl and Newborn (1977), killer heuristic; a beam, so the values prove nothing."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from math import inf

from games.ai.line_patterns import PatternBoard, line_scores
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE, Budget, Negamax, OutOfTime
from games.ai.threat_search import ThreatSearch, answers_to_threats
from games.engine import Board

BEAM_WIDTH = 10
# So many plies beyond the depth open threes are still answered; fours always are.
QUIESCENCE = 1
DEPTH_BITS = 9  # of a key: more than cells, for a forced move adds to the depth
# Within the depth each position is searched with so many nodes for a win by fours alone.
NODES_FOR_FOURS = 60
# Shares of the time: for a forced win, for one of the opponent's, and for the moves against it.
ATTACK, FEAR, DEFEND = 0.25, 0.2, 0.3
# How many moves are tried against a threat, with how many nodes at least, and how often again with
# four times as many; and how many moves are searched if there is none.
DEFENCES, MIN_NODES, ROUNDS, ROOT_WIDTH = 30, 400, 3, 20


# The side to move, the worth of all cells side by side, the ply, and the plies left to search.
PatternNode = tuple[int, int, int, int]
PatternMove = tuple[int, int]  # the plies left to search after it, and the cell


class PatternSearch(Negamax[PatternNode, PatternMove]):
    learns = True

    def __init__(self, board: Board) -> None:
        super().__init__(board.variant, WIN_SCORE)
        self.board, self.scores = PatternBoard(board), line_scores(board.variant)
        self.attacks = ThreatSearch(self.board, 0), ThreatSearch(self.board, 1)
        self.root = self.node(board)
        self.killers: dict[int, int] = {}
        self.depth = self.best_value = 0
        self.leads: list[int] = []  # of the side to move, by each depth that was completed

    def node(self, board: Board) -> PatternNode:
        return board.ply % 2, self.scores.total(self.board), board.ply, 0

    def evaluate(self, node: PatternNode) -> int:
        return self.scores.lead(node[1], node[0])

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
        # What is found is used also if time runs out, for the best move comes first.
        values: dict[int, int] = {}
        best = -WIN_SCORE
        for move in sorted(previous, key=previous.__getitem__, reverse=True):
            # One lower, so that a value equal to the best is exact.
            values[move] = -self.visit(self.root, (depth - 1, move), -WIN_SCORE, 1 - best)
            best = max(best, values[move])
            self.best, self.best_value = [m for m in values if values[m] == best], best
        return values

    def bounds(
        self, node: PatternNode, alpha: int, beta: int
    ) -> tuple[int, tuple[int, Collection[int]], int, int]:
        self.budget.spend()
        side, packed, ply, depth = node
        if self.board.fives(side):
            return 0, (0, ()), WIN_SCORE - ply - 1, WIN_SCORE - ply - 1
        several, moves = self.scores.several_fives, self.board.fives(1 - side)
        value = None
        if len(moves) > 1:
            value = ply + 2 - WIN_SCORE
        elif moves:
            depth += 1  # the only move costs none
        elif packed & several[side]:
            value = WIN_SCORE - ply - 3
        elif packed & several[1 - side] and depth > -QUIESCENCE:
            moves = answers_to_threats(self.board, 1 - side)
        elif depth <= 0:
            value = self.evaluate(node)
        elif line := self.attacks[side].win(Budget(nodes=NODES_FOR_FOURS), 0):
            value = WIN_SCORE - ply - len(line)
        lower, upper = (-WIN_SCORE, WIN_SCORE) if value is None else (value, value)
        return self.board.key << DEPTH_BITS | depth + QUIESCENCE, (depth, moves), lower, upper

    def children(
        self, node: PatternNode, key: int, moves: tuple[int, Collection[int]], beta: int
    ) -> tuple[list[PatternMove], int]:
        _, packed, ply, _ = node
        depth, forced = moves
        cells = list(forced) or self.scores.best_cells(packed, BEAM_WIDTH)
        # What was best with one ply less, before what cut off elsewhere.
        for first in (
            self.killers.get(ply),
            self.learned.get(key, self.learned.get(key - 1)),
        ):
            if first in cells:
                cells.remove(first)
                cells.insert(0, first)
        # Without any nobody can complete a line any more.
        return [(depth - 1, cell) for cell in cells], WIN_SCORE if cells else 0

    def visit(self, node: PatternNode, child: PatternMove, alpha: int, beta: int) -> int:
        side, packed, ply, _ = node
        depth, move = child
        board, lines = self.board, self.scores.lines
        states, numbers = board.states, board.numbers[move]
        for number in numbers:
            packed -= lines[number][states[number]]
        board.toggle(move, side)
        try:
            for number in numbers:
                packed += lines[number][states[number]]
            value = self.negamax((1 - side, packed, ply + 1, depth), alpha, beta)
        finally:
            board.toggle(move, side)
        if value <= alpha:
            self.killers[ply] = move
        return value

    def look_ahead(self, horizon: int) -> None:
        # The table stays: its keys have the plies that were left to search.
        pass


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
