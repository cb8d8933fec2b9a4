"""How often people have played each move from a position, and how their games ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from games.engine import Board, Mark, Variant
from games.models import Game

# Of each board the latest games that people took part in, read again after some minutes. They are
# counted without names, so private ones as well.
LATEST, READ_EVERY = 2_000, 5 * 60

# The cells in the order of the moves, and the mark of the winner, "" for a draw.
Record = tuple[tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class Results:
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def played_moves(board: Board, moves: tuple[int, ...], now: float) -> dict[int, Results]:
    """Return by cell what was played after these moves, which lead to a position.

    ``now`` is the time in seconds.
    """
    found: dict[int, Counter[str]] = {}
    for cells, winner in _latest(board.variant, int(now // READ_EVERY)):
        if cells[: len(moves)] == moves and len(cells) > len(moves):
            found.setdefault(cells[len(moves)], Counter())[winner] += 1
    return {cell: _results(board.turn, winners) for cell, winners in found.items()}


def _results(mover: Mark, winners: Counter[str]) -> Results:
    return Results(winners[mover.value], winners[""], winners[mover.opponent.value])


@lru_cache(maxsize=8)
def _latest(variant: Variant, period: int) -> list[Record]:
    games = Game.objects.with_people().filter(
        variant_code=str(variant), status=Game.Status.FINISHED
    )
    return [
        (tuple(cells), winner) for cells, winner in games.values_list("record", "winner")[:LATEST]
    ]
