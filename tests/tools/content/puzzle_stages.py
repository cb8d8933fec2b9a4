"""Proves what may follow in a puzzle: which moves are right, and what refutes the others.

On small and divided boards, and where pieces fall, the solver proves the value of every move. On
wide boards the threat search proves wins and losses, and what it does not prove is called unproven.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import inf

from games.ai.advice import principal_variation
from games.ai.levels import NARROW
from games.ai.search import OutOfTime
from games.ai.solver import OPPOSITE, UNKNOWN, Solver, Value, Verdict, solve, value_of
from games.ai.threat_search import forced_loss, forced_win
from games.engine import Board, IllegalMove, play_moves
from games.study.puzzles.book import Cells, Refutation, Stage

NODES = 1500  # of the threat search, for each move on a wide board
# Positions beside the main line that are followed: on other boards, and on wide ones.
ALTERNATIVES, ON_WIDE = 20, 2
SHOWN = 5  # moves of a refutation that are kept, if they reach the end; else only the first
MAX_HELD = 4  # of one's own moves that hold a draw


class Unproven(Exception):
    """Time ran out before everything about the position was proven."""


def unfold(board: Board, goal: Value, deadline: float) -> Stage:
    return Unfolding(goal, deadline, ON_WIDE if is_wide(board) else ALTERNATIVES).stage(board)


class Unfolding:
    def __init__(self, goal: Value, deadline: float, room: int) -> None:
        self.goal, self.deadline, self.room = goal, deadline, room

    def stage(self, board: Board, reply: int | None = None, number: int = 1) -> Stage:
        verdicts = judged(board, self.deadline)
        good = sorted(
            (cell for cell, verdict in verdicts.items() if verdict.value is self.goal),
            key=lambda cell: verdicts[cell].plies or 0,
        )
        if not good:
            raise Unproven
        right = dict(self._followed(board, good, number))
        return Stage(
            reply,
            right,
            also=tuple(cell for cell in good if cell not in right),
            wrong=self._refuted(board, verdicts),
            unproven=tuple(c for c, verdict in verdicts.items() if not verdict.is_known),
        )

    def _followed(self, board: Board, good: list[int], number: int) -> Iterator[tuple[int, Stage]]:
        yield good[0], self._after(board.play(good[0]), number)
        for cell in good[1:]:
            if self.room <= 0:
                return
            try:
                yield cell, self._after(board.play(cell), number)
            except Unproven:
                continue
            finally:
                self.room -= 1

    def _after(self, child: Board, number: int) -> Stage:
        if child.outcome() or child.is_dead:
            return Stage(None, {}, (), {}, ())
        reply = self.defence(child)
        board, end = child.play(reply), Stage(reply, {}, (), {}, ())
        return end if self._is_end(board, number) else self.stage(board, reply, number + 1)

    def _is_end(self, board: Board, number: int) -> bool:
        if board.outcome() or board.is_dead or self.goal is Value.WIN:
            return self.goal is Value.DRAW or bool(board.outcome())
        good = [v for v in judged(board, self.deadline).values() if v.value is Value.DRAW]
        return number == MAX_HELD or len(good) > 1 or len(board.legal_moves()) == 1

    def defence(self, child: Board) -> int:
        if is_wide(child) and (line := forced_loss(child, nodes=NODES)):
            return line[0]
        if line := principal_variation(child, 1, left(self.deadline)):
            return line[0]
        raise Unproven

    def _refuted(self, board: Board, verdicts: Mapping[int, Verdict]) -> dict[Refutation, Cells]:
        groups: defaultdict[Refutation, list[int]] = defaultdict(list)
        for cell, verdict in verdicts.items():
            if verdict.is_known and verdict.value is not self.goal:
                groups[self._refutation(board.play(cell), verdict, groups)].append(cell)
        most = max(groups, key=lambda each: len(groups[each]), default=None)
        return {each: () if each == most else tuple(cells) for each, cells in groups.items()}

    def _refutation(
        self, child: Board, verdict: Verdict, known: Mapping[Refutation, list[int]]
    ) -> Refutation:
        for each in known:
            with suppress(Unproven):
                if each.verdict == verdict and refutes(child, each, self.deadline):
                    return each
        return Refutation(verdict, refuting_line(child, verdict, self.deadline))


def judged(board: Board, deadline: float) -> dict[int, Verdict]:
    if not is_wide(board):
        moves = solve(board, left(deadline)).moves
        left(deadline)
        return moves
    return {cell: _by_threats(board.play(cell), deadline) for cell in board.legal_moves()}


def _by_threats(child: Board, deadline: float) -> Verdict:
    if child.outcome():
        return Verdict(Value.WIN, 1)
    left(deadline)
    if line := forced_win(child, nodes=NODES):
        return Verdict(Value.LOSS, len(line) + 1)
    if line := forced_loss(child, nodes=NODES):
        return Verdict(Value.WIN, len(line) + 1)
    return UNKNOWN


def refuting_line(child: Board, verdict: Verdict, deadline: float) -> Cells:
    length = (verdict.plies or 2) - 1
    if is_wide(child):
        line = forced_win(child, nodes=NODES) or ()
        return line if len(line) <= SHOWN else line[:1]
    return tuple(_best_play(child, length if length <= SHOWN else 1, deadline))


def _best_play(board: Board, length: int, deadline: float) -> Iterator[int]:
    while length and not board.outcome():
        solver = Solver(board, left(deadline))
        try:
            solver.solve_root()
            cell = solver.first_good_move()
        except OutOfTime:
            raise Unproven from None
        yield cell
        board, length = board.play(cell), length - 1


def refutes(child: Board, refutation: Refutation, deadline: float) -> bool:
    verdict, line = refutation.verdict, refutation.line
    try:
        after = play_moves(child, line)
    except IllegalMove:
        return False
    if not is_wide(child):
        return _is_best_play(child, line, verdict, deadline)
    if len(line) == 1 and not after.outcome():
        return _wins_by_threats(child, line[0])
    outcome = after.outcome()
    return bool(outcome and (outcome.winner is None) == (verdict.value is Value.DRAW))


def _is_best_play(board: Board, line: Cells, verdict: Verdict, deadline: float) -> bool:
    verdict = _one_ply_later(verdict)
    for cell in line:
        board, verdict = board.play(cell), _one_ply_later(verdict)
        found = value_of(board, left(deadline))
        left(deadline)
        if found != verdict:
            return False
    return True


def _one_ply_later(verdict: Verdict) -> Verdict:
    plies = None if verdict.plies is None else verdict.plies - 1
    return Verdict(OPPOSITE.get(verdict.value, verdict.value), plies)


def _wins_by_threats(board: Board, cell: int) -> bool:
    if forced_loss(board.play(cell), nodes=NODES):
        return True
    if (forced_win(board, nodes=NODES) or ())[:1] == (cell,):
        return True
    raise Unproven


def is_wide(board: Board) -> bool:
    variant = board.variant
    is_large = max(variant.width, variant.height) > NARROW
    return is_large and not (variant.drop or variant.is_divided)


def left(deadline: float) -> float:
    seconds = deadline - time.monotonic() if deadline < inf else inf
    if seconds <= 0:
        raise Unproven
    return seconds
