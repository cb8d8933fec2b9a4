"""Who plays whom, in an arena and in rounds: pure functions."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from games.tournaments.models import Entrant

    Pair = tuple[Entrant, Entrant]

T = TypeVar("T")

REPEAT_AFTER = timedelta(seconds=8)  # two who have just met play again if nobody else comes free


def have_just_met(one: Entrant, other: Entrant) -> bool:
    return one.last_opponent_id == other.pk or other.last_opponent_id == one.pk


def pairs(ranked: Sequence[Entrant], now: datetime, *, others_play: bool) -> list[Pair]:
    """Pair neighbours of the ranking, the first of which leads it.

    Two who have just met are kept apart where one exchange does it, with another pair or with the
    one who stays. If ``others_play``, who may come free, they wait for ``REPEAT_AFTER``.
    """
    even, spare = _even(ranked)
    made, left = _greedy(even)
    for pair in left:
        if exchanged := _exchange(pair, made):
            made = exchanged
        elif spare and (others := [each for each in pair if not have_just_met(each, spare)]):
            made.append((min(others, key=lambda each: each.waiting_since), spare))
            spare = None
        elif not others_play or _have_waited(pair, now):
            made.append(pair)
    return made


def _even(ranked: Sequence[Entrant]) -> tuple[list[Entrant], Entrant | None]:
    # Of an odd number that one stays who has waited least.
    if len(ranked) % 2 == 0:
        return list(ranked), None
    last = max(ranked, key=lambda each: each.waiting_since)
    return [each for each in ranked if each is not last], last


def _greedy(free: list[Entrant]) -> tuple[list[Pair], list[Pair]]:
    made: list[Pair] = []
    left: list[Pair] = []
    while free:
        first, *others = free
        partner = next((each for each in others if not have_just_met(first, each)), None)
        (made if partner else left).append((first, partner or others[0]))
        free = [each for each in others if each is not (partner or others[0])]
    return made, left


def _exchange(pair: Pair, made: Sequence[Pair]) -> list[Pair] | None:
    # The nearest pairs of the ranking were made last.
    a, b = pair
    for at in reversed(range(len(made))):
        c, d = made[at]
        for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
            if not have_just_met(*first) and not have_just_met(*second):
                return [*made[:at], first, second, *made[at + 1 :]]
    return None


def _have_waited(pair: Pair, now: datetime) -> bool:
    return now - max(each.waiting_since for each in pair) >= REPEAT_AFTER


# Everybody meets everybody once: the circle method


def schedule(people: Sequence[T]) -> list[list[tuple[T, T]]]:
    """Return the pairs of each round, X first; of an odd number one is free in each round."""
    # One keeps the place, and all others move round the table by one seat.
    seats: list[T | None] = [*([None] if len(people) % 2 else []), *people]
    circle, rounds = deque(seats[1:]), []
    for number in range(len(circle)):
        seated = [seats[0], *circle]
        half = len(seated) // 2
        tables = zip(seated[:half], reversed(seated[half:]), strict=True)
        rounds.append([_sides(x, o, number, at) for at, (x, o) in enumerate(tables) if x and o])
        circle.rotate()
    return rounds


def _sides(first: T, second: T, number: int, at: int) -> tuple[T, T]:
    # At the table of who keeps the place the sides alternate, at the others the way round does it.
    is_swapped = (number if at == 0 else at) % 2 == 1
    return (second, first) if is_swapped else (first, second)
