"""The rounds in which everybody meets everybody once: the circle method."""

from __future__ import annotations

from collections.abc import Sequence


def schedule(ids: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the pairs of each round, X first; of an odd number one is free in each round."""
    # One keeps the place, and all others move round the table by one seat.
    circle: list[int | None] = [*([None] if len(ids) % 2 else []), *ids]
    rounds = []
    for number in range(len(circle) - 1):
        seated = [circle[0], *_turned(circle[1:], number)]
        half = len(seated) // 2
        tables = zip(seated[:half], reversed(seated[half:]), strict=True)
        rounds.append([_sides(x, o, number, at) for at, (x, o) in enumerate(tables) if x and o])
    return rounds


def _turned(seats: list[int | None], by: int) -> list[int | None]:
    return seats[-by:] + seats[:-by] if by else seats


def _sides(first: int, second: int, number: int, at: int) -> tuple[int, int]:
    # At the table of who keeps the place the sides alternate, at the others the way round does it.
    is_swapped = (number if at == 0 else at) % 2 == 1
    return (second, first) if is_swapped else (first, second)
