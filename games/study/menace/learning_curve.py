from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile
from typing import Any

from games.presentation import geometry
from games.study.menace.models import LearnedGame

POINTS = 160  # of the curve, at most; of more games only some are drawn
LATEST = 20  # games that are also counted separately
WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 12, 24  # margins
LINES = 4  # of the grid, at most
MINUS = "\N{MINUS SIGN}"


def draw() -> dict[str, Any] | None:
    games = LearnedGame.objects.sample(POINTS)
    if not games:
        return None
    heights = [(0, 0), *((game.number, game.beads) for game in games)]
    lines = _lines([beads for _, beads in heights])
    low = min(lines[0], *(beads for _, beads in heights))
    high = max(lines[-1], *(beads for _, beads in heights))

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / games[-1].number, 1)

    def y(beads: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (beads - low) / (high - low), 1)

    points = [(x(number), y(beads)) for number, beads in heights]
    return {
        "points": points,
        "path": geometry.polyline(points),
        "end": points[-1],
        # Of the grid: the number of beads, how it is written, and its height.
        "lines": [(beads, str(beads).replace("-", MINUS), y(beads)) for beads in lines],
        "last": games[-1],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
    }


def results(last: LearnedGame) -> list[dict[str, int]]:
    """``last`` is the latest game, which has the totals."""
    before = LearnedGame.objects.filter(number=last.number - LATEST).first()
    everything = {name: getattr(last, name) for name in ("won", "drawn", "lost")}
    if before is None:
        return [everything]
    latest = {name: total - getattr(before, name) for name, total in everything.items()}
    return [everything, {**latest, "games": LATEST}]


def _lines(heights: list[int]) -> list[int]:
    low, high = min(heights), max(heights)
    step = next(step for step in _round_numbers() if (high - low) / step < LINES)
    first = -(-low // step) * step
    lines = list(takewhile(lambda beads: beads <= high, range(first, high + step, step)))
    return lines if len(lines) > 1 else [0, step]


def _round_numbers() -> Iterator[int]:
    for exponent in count():
        yield from (digit * 10**exponent for digit in (1, 2, 5))
