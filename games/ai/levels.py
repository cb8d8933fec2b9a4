"""How well the computer plays, from a level a child beats to one as strong as it gets."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import exp, inf
from random import Random

from games.ai.evaluation import DECIDED, TOP, judge, ours
from games.ai.solver import best_moves, solve
from games.engine import Board, Mark, Variant

# Seconds to look for a proof, and to judge where there is none: a reply stays within a
# second on a slow core that is shared.
PROOF, TRAPS, JUDGEMENT = 0.2, 0.1, 0.2
# How many times better one's own lines are seen than the opponent's.
OWN = 12
# A move and the reply: an end so near, in plies, is seen without looking ahead.
NEXT = 2
# No position looks better than this, in lines that lack one mark, or as much worse.
MOST = 4.0
# Values further from the best than this, in lines all but complete, are as good as never chosen.
MARGIN = 3
# A win, in lines that lack one mark: enough to be taken among hundreds of other moves.
WON = 30
# Boards that the search solves from their first move in some milliseconds, on any line of play;
# there it waits for the proof.
SOLVED = frozenset(map(Variant.parse, ("3x3x3", "3x3x3+misere", "4x4x4")))


@dataclass(frozen=True, slots=True)
class Level:
    """One way of playing.

    ``depth`` is how many plies it looks ahead; None also looks for proofs. ``sight`` is
    how surely it notices each cell of a line, so that long lines are missed before short ones.
    ``temperature`` is how readily it takes a move that looks worse than the best, in lines that
    lack one mark; at 0 it never does. ``foresight`` is how often it looks ahead at all, beyond the
    reply, and ``solves`` how often it sees to the end of a game on small boards.
    """

    id: str
    name: str
    description: str
    depth: int | None
    temperature: float
    sight: float = 1.0
    foresight: float = 0.0
    solves: float = 0.0

    def choose(self, board: Board, rng: Random) -> int:
        """Pick a cell; ``board`` must not be finished."""
        weights = self.weights(board, rng)
        return rng.choices(list(weights), list(weights.values()))[0]

    def is_unbeatable_on(self, variant: Variant) -> bool:
        """Say if it is proven never to lose: where every move of its is a proven one."""
        return self.depth is None and variant in SOLVED

    def weights(self, board: Board, rng: Random) -> dict[int, float]:
        """Return each move it may make now, with its relative likelihood."""
        missed = self._missed(board, rng)
        if not missed and self._proves(board, rng):
            return dict.fromkeys(strongest(board), 1.0)
        # Whoever has missed something does not know what it would lead to.
        foresees = not missed and rng.random() < self.foresight
        values = judge(
            board,
            ours(board.variant),
            depth=(self.depth or 1) if foresees else 1,
            seconds=JUDGEMENT,
            margin=MARGIN * _unit(board.variant),
        )
        horizon = board.variant.size if foresees else NEXT
        utilities = {cell: _utility(board, value, horizon) for cell, value in values.items()}
        # A line that is not seen neither attracts nor frightens.
        seen = [utility for cell, utility in utilities.items() if cell not in missed] or [0.0]
        plain = sum(seen) / len(seen) if board.variant.misere else min(utilities.values())
        utilities.update(dict.fromkeys(missed, plain))
        best = max(utilities.values())
        return {cell: exp((u - best) / self.temperature) for cell, u in utilities.items()}

    def _proves(self, board: Board, rng: Random) -> bool:
        return self.depth is None or (board.variant in SOLVED and rng.random() < self.solves)

    def _missed(self, board: Board, rng: Random) -> set[int]:
        """Return the cells that would complete a line, or stop one, and go unnoticed."""
        mine, yours = completing(board)
        run = board.variant.run
        if board.variant.misere:
            return {cell for cell in sorted(mine) if rng.random() > self.sight**run}
        # One's own lines are seen better than the opponent's.
        unseen = {cell for cell in sorted(mine) if rng.random() > self.sight ** (run / OWN)}
        return unseen | {c for c in sorted(yours - mine) if rng.random() > self.sight**run}


def completing(board: Board) -> tuple[set[int], set[int]]:
    """Return the cells where the side to move would complete a line, and those of the other."""
    marks = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
    mine, yours = (
        {cell for cell in board.legal_moves() if board.variant.has_line(mask | 1 << cell)}
        for mask in marks
    )
    return mine, yours


def strongest(board: Board) -> list[int]:
    """Return the best moves: proven ones if time allows, else what looks best far ahead.

    Of moves to a draw those that leave the opponent the fewest ways to hold it.
    """
    proven = best_moves(board, inf if board.variant in SOLVED else PROOF)
    depth = 1 if proven else board.variant.size
    values = judge(board, ours(board.variant), depth=depth, seconds=JUDGEMENT)
    traps = _traps(board, proven)
    ranks = {cell: (traps.get(cell, 0.0), values[cell]) for cell in proven or values}
    best = max(ranks.values())
    return [cell for cell, rank in ranks.items() if rank == best]


def _traps(board: Board, cells: list[int]) -> dict[int, float]:
    """Return for each move the share of replies that are mistakes, or nothing if time runs out."""
    deadline = time.monotonic() + (inf if board.variant in SOLVED else TRAPS)
    shares: dict[int, float] = {}
    for cell in cells if len(cells) > 1 else ():
        after = board.play(cell)
        if not after.outcome():
            replies = solve(after, deadline - time.monotonic()).moves.values()
            if any(not reply.is_known for reply in replies):
                return {}
            best = max(reply.rank for reply in replies)
            shares[cell] = sum(reply.rank < best for reply in replies) / len(replies)
    return shares


def _unit(variant: Variant) -> int:
    """A line that lacks one mark, as a judgement weighs it."""
    return ours(variant).weights(variant.run)[variant.run - 1]


def _utility(board: Board, value: int, horizon: int) -> float:
    """Return a value in lines that lack one mark; a far win is worth less than a near one.

    An end more than ``horizon`` plies away does but look good, or bad.
    """
    plies = TOP - abs(value) - board.ply
    if abs(value) < DECIDED or plies > horizon:
        return max(-MOST, min(MOST, value / _unit(board.variant)))
    return (WON - plies / 100) * (1 if value > 0 else -1)


LEVELS = {
    level.id: level
    for level in (
        Level("easy", "Easy", "Plays where it likes and misses a lot.", 1, 4, 0.3),
        Level(
            "medium",
            "Medium",
            "Likes long lines, and often overlooks yours.",
            depth=2,
            temperature=0.25,
            sight=0.6,
            foresight=0.2,
            solves=0.11,
        ),
        Level(
            "hard",
            "Hard",
            "Plans its traps, and overlooks some of yours.",
            depth=3,
            temperature=0.12,
            sight=0.77,
            foresight=0.75,
            solves=0.43,
        ),
        Level("champion", "Champion", "As strong as it gets.", None, 0),
    )
}
