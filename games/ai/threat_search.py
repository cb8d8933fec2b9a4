"""Wins by fours (VCF), then threes too (VCT); that none is found proves nothing."""

# Source: Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search" (1993); here the
# defender makes one answer at a time.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from math import inf

from games.ai.line_patterns import PatternBoard
from games.ai.search import Budget, OutOfTime
from games.engine import Board, Variant

# Threes and moves of the attacker on the way to a win; more moves would be too deep for Python.
MAX_THREES, MAX_MOVES = 6, 60
# The last two moves of a win, a four that cannot be blocked and the five, are seen and not made.
UNMADE_MOVES = 2
MIN_NODES = 200  # for a shorter win than the first

Moves = tuple[int, ...]


def has_threats(variant: Variant) -> bool:
    return not (variant.drop or variant.misere or variant.is_divided)


def forced_win(board: Board, *, seconds: float = inf, nodes: float = inf) -> Moves | None:
    """Return both sides' moves of a win by threats, the defender's those that hold out longest.

    >>> variant = Variant.parse("6x6x4")
    >>> board = Board.parse("....../..XX../....../.O..../....O./......", variant)
    >>> [variant.cell_name(cell) for cell in forced_win(board)]
    ['b5', 'a5', 'e5']
    """
    # Shorter wins are sought as well, each with as many nodes as the first took.
    if not has_threats(board.variant):
        return None
    patterns, side = PatternBoard(board), board.ply % 2
    budget = Budget(seconds=seconds, nodes=nodes)
    line = ThreatSearch(patterns, side).win(budget)
    nodes = max(MIN_NODES, budget.spent)
    while line and (moves := len(line) // 2 - UNMADE_MOVES) >= 0:
        shorter = ThreatSearch(patterns, side, moves).win(budget.part(seconds=inf, nodes=nodes))
        if not shorter:
            break
        line = shorter
    return line


def forced_loss(board: Board, *, seconds: float = inf, nodes: float = inf) -> Moves | None:
    """Return both sides' moves of a loss to threats on the board, None if no such loss is found.

    >>> variant = Variant.parse("6x6x4")
    >>> board = Board.parse("....../...O../.XXX../....../....../..O...", variant)
    >>> [variant.cell_name(cell) for cell in forced_loss(board)]
    ['a4', 'e4']
    """
    if not has_threats(board.variant):
        return None
    patterns = PatternBoard(board)
    if patterns.fives(board.ply % 2):
        return None
    search = ThreatSearch(patterns, 1 - board.ply % 2)
    return search.win_after_answer(Budget(seconds=seconds, nodes=nodes))


class ThreatSearch:
    def __init__(self, board: PatternBoard, attacker: int, max_moves: int = MAX_MOVES) -> None:
        self.max_moves = max_moves
        self.board, self.attacker, self.defender = board, attacker, 1 - attacker
        # By the key of a position: with how many threes no win was found, and the wins.
        self.failed: dict[int, int] = {}
        self.won: dict[int, Moves] = {}
        # How often an answer held: the history heuristic of Schaeffer (1983).
        self.held = Counter[int]()
        self.moves = 0  # of the attacker, from the position that was asked about

    def win(self, budget: Budget, max_threes: int = MAX_THREES) -> Moves | None:
        if fives := self.board.fives(self.attacker):
            return (min(fives),)
        self.budget = budget
        with suppress(OutOfTime):
            for threes in range(max_threes + 1):
                if line := self._attack(threes):
                    return line
        return None

    def win_after_answer(self, budget: Budget, max_threes: int = MAX_THREES) -> Moves | None:
        self.budget = budget
        with suppress(OutOfTime):
            for threes in range(max_threes + 1):
                if line := self._defend(threes):
                    return line
        return None

    def _attack(self, threes: int) -> Moves | None:
        key = self.board.key
        if self.failed.get(key, -1) >= threes:
            return None
        if line := self.won.get(key):
            return line
        self.budget.spend()
        blocks = self.board.fives(self.defender)
        if not blocks:
            line = self._choose(threes)
        elif len(blocks) == 1:
            line = self._move(blocks.pop(), threes)
        if line:
            self.won[key] = line
        else:
            self.failed[key] = threes
        return line

    def _choose(self, threes: int) -> Moves | None:
        fours = self.board.fours(self.attacker)
        for move, fives in fours.items():
            if len(fives) > 1:
                return move, *sorted(fives)[:2]
        if self.failed.get(self.board.key, -1) < 0 and (line := self._first_win(fours, 0)):
            return line
        if not threes:
            return None
        quiet = [move for move in self.board.threes(self.attacker) if move not in fours]
        return self._first_win(quiet, threes - 1) or self._first_win(fours, threes)

    def _first_win(self, moves: Iterable[int], threes: int) -> Moves | None:
        return next((line for move in moves if (line := self._move(move, threes))), None)

    def _move(self, move: int, threes: int) -> Moves | None:
        if self.moves >= self.max_moves:
            return None
        self.moves += 1
        self.board.toggle(move, self.attacker)
        try:
            line = self._defend(threes)
        finally:
            self.board.toggle(move, self.attacker)
            self.moves -= 1
        return line and (move, *line)

    def _defend(self, threes: int) -> Moves | None:
        fives = self.board.fives(self.attacker)
        if len(fives) > 1:
            return tuple(sorted(fives)[:2])
        longest: Moves = ()
        for answer in fives or self._answers():
            line = self._answer(answer, threes)
            if line is None:
                self.held[answer] += 1
                return None
            longest = max(longest, line, key=len)
        return longest or None

    def _answers(self) -> list[int]:
        answers = answers_to_threats(self.board, self.attacker)
        return sorted(answers, key=lambda cell: (-self.held[cell], cell))

    def _answer(self, answer: int, threes: int) -> Moves | None:
        self.board.toggle(answer, self.defender)
        try:
            line = self._attack(threes)
        finally:
            self.board.toggle(answer, self.defender)
        return line and (answer, *line)


def answers_to_threats(board: PatternBoard, attacker: int) -> set[int]:
    """Return the moves that can hold against whoever could make two fives, if there are any."""
    fours = board.fours(attacker).items()
    threats = [{move, *fives} for move, fives in fours if len(fives) > 1]
    if not threats:
        return set()
    # If nothing can hold, any answer will do.
    return set.intersection(*threats) | board.fours(1 - attacker).keys() or threats[0]
