"""How well the computer plays, from a level a child beats to one nobody does."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from games.ai.search import move_values
from games.engine import Board


@dataclass(frozen=True, slots=True)
class Level:
    """One way of playing.

    ``depth`` is how many plies it looks ahead (None: to the end). ``temperature`` is how readily
    it takes a move worth less than the best, in the units of ``move_values``; at 0 it
    never does.
    """

    id: str
    name: str
    description: str
    depth: int | None
    temperature: float

    def weights(self, board: Board) -> dict[int, float]:
        """Return each move this level may make, with its relative likelihood."""
        values = move_values(board, self.depth)
        best = max(values.values())
        if self.temperature == 0:
            return {cell: 1.0 for cell, value in values.items() if value == best}
        return {cell: exp((value - best) / self.temperature) for cell, value in values.items()}

    def choose(self, board: Board, rng: Random) -> int:
        """Pick a cell; ``board`` must not be finished."""
        weights = self.weights(board)
        return rng.choices(list(weights), list(weights.values()))[0]


LEVELS = {
    level.id: level
    for level in (
        Level(
            "easy", "Easy", "Plays where it likes and forgets to block. Great to start with.", 1, 4
        ),
        Level(
            "medium", "Medium", "Blocks most threes in a row, but falls for two at once.", 2, 2.5
        ),
        Level("hard", "Hard", "Sees traps coming and rarely slips. Plan early to beat it.", 4, 1),
        Level("champion", "Champion", "Never loses. The best anyone can get is a draw.", None, 0),
    )
}
