"""Points and places: pure functions of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from games.engine import CLASSIC, Variant
from games.protocol import Ending

if TYPE_CHECKING:
    from games.tournaments.models import Entrant

WIN, DRAW = 3, 1


class GameResult(NamedTuple):
    """Fields of a finished game; not the game, as a large class has thousands."""

    x_id: int | None
    o_id: int | None
    winner: str  # "" for a draw
    reason: str
    ply: int = 0
    variant_code: str = str(CLASSIC)

    @classmethod
    def of(cls, game: Any) -> Self:
        return cls._make(attrgetter(*cls._fields)(game))

    @property
    def winner_id(self) -> int | None:
        return {"X": self.x_id, "O": self.o_id}.get(self.winner)

    @property
    def loser_id(self) -> int | None:
        return {"X": self.o_id, "O": self.x_id}.get(self.winner)

    @property
    def is_full(self) -> bool:
        return self.ply == Variant.parse(self.variant_code).size

    def points(self, id: int | None) -> int:
        if not self.winner:
            return 0 if self.reason == Ending.LEFT else DRAW
        return WIN if self.winner_id == id else 0


class Place(NamedTuple):
    number: int
    is_shared: bool


def totals(results: Iterable[GameResult]) -> tuple[Counter[int | None], Counter[int | None]]:
    """Return points and wins of each player."""
    points, wins = Counter[int | None](), Counter[int | None]()
    for result in results:
        points.update({id: result.points(id) for id in (result.x_id, result.o_id)})
        wins[result.winner_id] += 1
    return points, wins


def places(entrants: Iterable[Entrant], results: Collection[GameResult]) -> dict[Entrant, Place]:
    """Return the places in their order: by points, wins, the games between equals, or shared."""
    scores: dict[int | None, Any] = {each.player_id: (each.points, each.wins) for each in entrants}
    between = [each for each in results if scores.get(each.x_id) == scores.get(each.o_id)]
    met, _wins = totals(between)
    ranks = {each: (each.points, each.wins, met[each.player_id]) for each in entrants}
    ranked = sorted(ranks.items(), key=itemgetter(1), reverse=True)
    order = [rank for _, rank in ranked]
    return {each: Place(order.index(rank) + 1, order.count(rank) > 1) for each, rank in ranked}
