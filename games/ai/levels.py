"""The computer's levels, from one that a child can beat to the strongest play."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import product
from math import exp, inf
from random import Random

from games.ai.evaluation import MIN_WIN_SCORE, WIN_SCORE, evaluate_moves, evaluation_for
from games.ai.solver import best_moves, solve
from games.engine import Board, Mark, Variant
from games.engine.translation import gettext_noop as _

# Time limits in seconds: to solve the position, to solve the opponent's replies, and to evaluate.
# Together they keep a reply within a second on a slow core that other work shares.
SOLVE_SECONDS, TRAP_SECONDS, EVALUATE_SECONDS = 0.2, 0.1, 0.2
# A level overlooks its own lines as if they were this many times shorter than the opponent's.
OWN_LINES = 12
# A level that does not look ahead still sees the end of a game within this many plies: a move and
# the reply.
REPLY = 2
# The utility of a move is measured in lines that lack one mark. Below, in this unit: the greatest
# utility of a move that does not end the game; how far below the best the search need not tell
# moves apart, because they are hardly ever chosen; and the utility of a win, which is
# enough for it to be chosen among hundreds of other moves.
MAX_UTILITY = 4.0
MARGIN = 3
WIN_UTILITY = 30
# On wider boards where nothing falls, people play near what has been played: the weaker levels
# choose, and make their mistakes, among the cells within so many steps of a mark.
NARROW, NEAR = 6, 2
# Variants that are solved from any position in some milliseconds. There a level waits for the
# proof, however long it takes.
SOLVED = frozenset(map(Variant.parse, ("3x3x3", "3x3x3+misere", "4x4x4")))


Chooser = Callable[[Board, Random], int]


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A player that the computer can be, with the name and description that people choose it by.

    ``variant`` is the only variant that it plays, None if it plays all of them.
    """

    id: str
    name: str
    description: str
    variant: Variant | None = field(default=None, kw_only=True)

    def plays(self, variant: Variant) -> bool:
        return self.variant in (None, variant)

    def choose(self, board: Board, rng: Random) -> int:
        """Choose a cell to mark; the game must not be over."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Level(ComputerPlayer):
    """A strength of play, set by the depth of its search and by how often it errs.

    ``depth`` is the number of plies it searches; with None it also uses the solver.
    ``temperature`` is that of a softmax over the utilities of the moves, in lines that lack one
    mark: the higher, the more often it chooses a move that is not the best; at 0 it never does.
    The rest are probabilities: ``sight``, that it notices one cell of a line (so it overlooks long
    lines more often than short ones); ``foresight``, that it searches deeper than one ply; and
    ``solves``, that it uses the solver on the variants in ``SOLVED``.
    """

    depth: int | None
    temperature: float
    sight: float = 1.0
    foresight: float = 0.0
    solves: float = 0.0

    def choose(self, board: Board, rng: Random) -> int:
        """Choose a cell to mark, which may take a second."""
        weights = self.weights(board, rng)
        return rng.choices(list(weights), list(weights.values()))[0]

    def is_unbeatable_on(self, variant: Variant) -> bool:
        """Say whether it never loses on this variant, where it plays only moves proven best."""
        return self.depth is None and variant in SOLVED

    def weights(self, board: Board, rng: Random) -> dict[int, float]:
        """Return the relative probabilities of the moves that it may choose, by cell."""
        overlooked = self._overlooked(board, rng)
        if not overlooked and self._uses_solver(board, rng):
            return dict.fromkeys(strongest(board), 1.0)
        # A deeper search would find the cells that it has overlooked.
        searches = not overlooked and rng.random() < self.foresight
        values = evaluate_moves(
            board,
            evaluation_for(board.variant),
            depth=(self.depth or 1) if searches else 1,
            seconds=EVALUATE_SECONDS,
            margin=MARGIN * _line_lacking_one(board.variant),
        )
        horizon = board.variant.size if searches else REPLY
        utilities = {cell: utility(board, values[cell], horizon) for cell in candidate_moves(board)}
        _hide(overlooked, utilities, board.variant)
        best = max(utilities.values())
        return {cell: exp((u - best) / self.temperature) for cell, u in utilities.items()}

    def _uses_solver(self, board: Board, rng: Random) -> bool:
        return self.depth is None or (board.variant in SOLVED and rng.random() < self.solves)

    def _overlooked(self, board: Board, rng: Random) -> set[int]:
        """Return the cells that would complete or block a line but are overlooked this time."""
        own, other = _threats(board)
        run = board.variant.run
        if board.variant.misere:
            return {cell for cell in sorted(own) if rng.random() > self.sight**run}
        overlooked = {c for c in sorted(own) if rng.random() > self.sight ** (run / OWN_LINES)}
        return overlooked | {c for c in sorted(other - own) if rng.random() > self.sight**run}


def candidate_moves(board: Board) -> Collection[int]:
    """Return the moves that a weaker level considers: on a wide board those near a mark.

    Of a wide empty board these are the cells near the middle.
    """
    variant, moves = board.variant, board.legal_moves()
    if variant.drop or max(variant.width, variant.height) <= NARROW:
        return moves
    marks = [c for c in range(variant.size) if (board.x | board.o) >> c & 1] or [variant.size // 2]
    steps = list(product(range(-NEAR, NEAR + 1), repeat=2))
    near = {(c + right, r + down) for c, r in map(variant.place, marks) for right, down in steps}
    return [cell for cell in moves if variant.place(cell) in near]


def guess(board: Board, rng: Random) -> int:
    """Choose without a search: a cell that wins at once, or else one near the marks."""
    moves = list(candidate_moves(board))
    return rng.choice([cell for cell in moves if _wins(board, cell)] or moves)


def _wins(board: Board, cell: int) -> bool:
    outcome = board.play(cell).outcome()
    return outcome is not None and outcome.winner is board.turn


def _threats(board: Board) -> tuple[set[int], set[int]]:
    """Return the cells that complete a line for the side to move, and for its opponent."""
    marks = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
    own, other = (
        {cell for cell in board.legal_moves() if board.variant.has_line(mask | 1 << cell)}
        for mask in marks
    )
    return own, other


def _hide(cells: set[int], utilities: dict[int, float], variant: Variant) -> None:
    """Give overlooked cells the utility of an unimportant cell."""
    rest = [utility for cell, utility in utilities.items() if cell not in cells] or [0.0]
    # Where lines lose, the least utility is that of a loss, and the level would avoid the cell.
    plain = sum(rest) / len(rest) if variant.misere else min(utilities.values())
    utilities.update(dict.fromkeys(cells, plain))


def strongest(board: Board) -> list[int]:
    """Return the best moves: proven if there is time, else by evaluation.

    Among equally good proven moves it prefers those after which most replies are mistakes, then
    those with the best evaluation.
    """
    proven = best_moves(board, inf if board.variant in SOLVED else SOLVE_SECONDS)
    if proven:
        return preferred(board, proven)
    return most_promising(board, board.legal_moves(), board.variant.size)


def preferred(board: Board, proven: list[int]) -> list[int]:
    """Return the moves, out of equally good ones, that are hardest to answer.

    After these moves most replies are mistakes. Ties are broken by the evaluation.
    """
    shares = _mistake_shares(board, proven)
    most = max(shares.values(), default=0.0)
    return most_promising(board, [c for c in proven if shares.get(c, 0.0) == most], depth=1)


def most_promising(board: Board, cells: Collection[int], depth: int) -> list[int]:
    """Return the ``cells`` with the best evaluation, searched at most ``depth`` plies deep."""
    evaluation = evaluation_for(board.variant)
    values = evaluate_moves(board, evaluation, depth=depth, seconds=EVALUATE_SECONDS)
    best = max(values[cell] for cell in cells)
    return [cell for cell in cells if values[cell] == best]


def _mistake_shares(board: Board, cells: list[int]) -> dict[int, float]:
    """Return for each move the share of replies that are mistakes; empty if time runs out."""
    deadline = time.monotonic() + (inf if board.variant in SOLVED else TRAP_SECONDS)
    shares: dict[int, float] = {}
    for cell in cells if len(cells) > 1 else ():
        child = board.play(cell)
        if not child.outcome():
            replies = solve(child, deadline - time.monotonic()).moves.values()
            if any(not reply.is_known for reply in replies):
                return {}
            best = max(reply.rank for reply in replies)
            shares[cell] = sum(reply.rank < best for reply in replies) / len(replies)
    return shares


def _line_lacking_one(variant: Variant) -> int:
    """Return the weight of a line that lacks one mark."""
    return evaluation_for(variant).weights(variant.run)[variant.run - 1]


def utility(board: Board, value: int, horizon: int) -> float:
    """Return a value in lines that lack one mark.

    A near win has a higher utility than a far one. Wins and losses more than ``horizon`` plies away
    only count as very good or very bad positions.
    """
    plies = WIN_SCORE - abs(value) - board.ply
    if abs(value) < MIN_WIN_SCORE or plies > horizon:
        return max(-MAX_UTILITY, min(MAX_UTILITY, value / _line_lacking_one(board.variant)))
    return (WIN_UTILITY - plies / 100) * (1 if value > 0 else -1)


LEVELS = {
    level.id: level
    for level in (
        Level("easy", _("Easy"), _("Almost at random. Good for a first game."), 1, 4, 0.3),
        Level(
            "medium",
            _("Medium"),
            _("Builds lines, and often misses yours."),
            depth=2,
            temperature=0.25,
            sight=0.6,
            foresight=0.2,
            solves=0.11,
        ),
        Level(
            "hard",
            _("Hard"),
            _("Sets traps, and misses a few of yours."),
            depth=3,
            temperature=0.12,
            sight=0.77,
            foresight=0.75,
            solves=0.43,
        ),
        Level("champion", _("Champion"), _("As strong as it gets."), None, 0),
    )
}
