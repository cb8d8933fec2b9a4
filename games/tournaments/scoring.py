"""Points and places: pure functions of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

WIN, DRAW = 3, 1


class ScoredGame(NamedTuple):
    x: int
    o: int
    winner: int | None  # None for a draw
    nobody_came: bool = False
    game: str = ""
    plies: int = 0
    cells: int = 0  # of its board
    reason: str = ""

    def points(self, id: int) -> int:
        if self.nobody_came:
            return 0
        return DRAW if self.winner is None else WIN if self.winner == id else 0


class Standing(NamedTuple):
    id: int
    points: int
    wins: int


class Place(NamedTuple):
    number: int
    is_shared: bool


def standings(ids: Iterable[int], results: Iterable[ScoredGame]) -> list[Standing]:
    points, wins = Counter[int](), Counter[int]()
    for result in results:
        for id in (result.x, result.o):
            points[id] += result.points(id)
            wins[id] += result.winner == id
    return [Standing(id, points[id], wins[id]) for id in ids]


def places(table: Iterable[Standing], results: Sequence[ScoredGame]) -> dict[int, Place]:
    """Return the places by id, in their order: points, wins, the games between them, or shared."""
    placed: dict[int, Place] = {}
    by_score = sorted(table, key=_score, reverse=True)
    for _, equals in groupby(by_score, key=_score):
        placed |= _among(list(equals), results, len(placed) + 1)
    return placed


def _score(standing: Standing) -> tuple[int, int]:
    return standing.points, standing.wins


def _among(
    equals: list[Standing], results: Sequence[ScoredGame], first: int
) -> Mapping[int, Place]:
    ids = {each.id for each in equals}
    between = [each for each in results if each.x in ids and each.o in ids] if len(ids) > 1 else []
    met = {each.id: each.points for each in standings(ids, between)}
    placed: dict[int, Place] = {}
    for _, group in groupby(sorted(ids, key=lambda id: (-met[id], id)), key=met.__getitem__):
        members, number = list(group), first + len(placed)
        placed |= {id: Place(number, len(members) > 1) for id in members}
    return placed
