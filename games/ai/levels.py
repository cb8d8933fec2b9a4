"""How well the computer plays, from a level a child beats to one as strong as it gets."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from games.ai.judgement import DECIDED, TOP, judge, ours
from games.ai.solver import best_moves
from games.engine import Board, Mark, Variant

# Seconds to look for a proof, and to judge where there is none: a reply stays within a
# second on a slow core that is shared.
PROOF, JUDGEMENT = 0.25, 0.3
# Values further from the best than this, in lines all but complete, are as good as never chosen.
MARGIN = 3
# Boards that the search solves from their first move within PROOF, on any line of play.
SOLVED = frozenset(map(Variant.parse, ("3x3x3", "3x3x3+misere", "4x4x4", "5x5x4")))


@dataclass(frozen=True, slots=True)
class Level:
    """One way of playing.

    ``depth`` is how many plies it looks ahead; None also looks for proofs. ``sight`` is
    how surely it notices each cell of a line, so that long lines are missed before short ones.
    ``temperature`` is how readily it takes a move that looks worse than the best, in lines that
    lack one mark; at 0 it never does.
    """

    id: str
    name: str
    description: str
    depth: int | None
    temperature: float
    sight: float = 1.0

    def choose(self, board: Board, rng: Random) -> int:
        """Pick a cell; ``board`` must not be finished."""
        weights = self.weights(board, rng)
        return rng.choices(list(weights), list(weights.values()))[0]

    def is_unbeatable_on(self, variant: Variant) -> bool:
        """Say if it is proven never to lose: where every move of its is a proven one."""
        return self.depth is None and variant in SOLVED

    def weights(self, board: Board, rng: Random) -> dict[int, float]:
        """Return each move it may make now, with its relative likelihood."""
        if self.depth is None:
            return dict.fromkeys(strongest(board), 1.0)
        noticed, missed = self._look(board, rng)
        values = judge(
            board,
            ours(board.variant),
            # Whoever has missed something does not know what it would lead to.
            depth=1 if missed else self.depth,
            seconds=JUDGEMENT,
            margin=MARGIN * _unit(board.variant),
        )
        utilities = {cell: _utility(board, values[cell]) for cell in noticed}
        best = max(utilities.values())
        return {cell: exp((u - best) / self.temperature) for cell, u in utilities.items()}

    def _look(self, board: Board, rng: Random) -> tuple[list[int], bool]:
        """Return the cells it thinks of, and whether it has missed one that decides."""
        mine, yours = completing(board)
        cells = board.legal_moves()
        missed = {
            cell
            for cell in cells
            # One's own lines are seen better than the opponent's.
            if (cell in mine and rng.random() > self.sight ** (board.variant.run / 4))
            or (cell in yours and rng.random() > self.sight**board.variant.run)
        }
        return [cell for cell in cells if cell not in missed] or list(cells), bool(missed)


def completing(board: Board) -> tuple[set[int], set[int]]:
    """Return the cells where the side to move would complete a line, and those of the other."""
    marks = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
    mine, yours = (
        {cell for cell in board.legal_moves() if board.variant.has_line(mask | 1 << cell)}
        for mask in marks
    )
    return mine, yours


def strongest(board: Board) -> list[int]:
    """Return the best moves: proven ones if time allows, else what looks best far ahead."""
    proven = best_moves(board, PROOF)
    depth = 1 if proven else board.variant.size
    values = judge(board, ours(board.variant), depth=depth, seconds=JUDGEMENT)
    best = max(values[cell] for cell in proven or values)
    return [cell for cell in proven or values if values[cell] == best]


def _unit(variant: Variant) -> int:
    """A line that lacks one mark, as a judgement weighs it."""
    return ours(variant).weights(variant.run)[variant.run - 1]


def _utility(board: Board, value: int) -> float:
    """Return a value in lines that lack one mark: a win is worth two, and less if it is far."""
    if abs(value) < DECIDED:
        return max(-1.0, min(1.0, value / _unit(board.variant)))
    plies = TOP - abs(value) - board.ply
    return (2 - plies / 100) * (1 if value > 0 else -1)


LEVELS = {
    level.id: level
    for level in (
        Level(
            "easy",
            "Easy",
            "Plays where it likes and misses a lot. Great to start with.",
            1,
            0.6,
            0.7,
        ),
        Level("medium", "Medium", "Blocks much, but falls for two threats at once.", 2, 0.3, 0.87),
        Level(
            "hard",
            "Hard",
            "Sees traps coming and rarely slips. Plan early to beat it.",
            4,
            0.1,
            0.96,
        ),
        Level("champion", "Champion", "As strong as it gets.", None, 0),
    )
}
