"""The results of Menace: a curve like Michie's, and the totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import geometry
from games.study.menace.models import LearnedGame

POINTS = 160  # of the curve, at most; of more games only some are drawn
LATEST = 20  # games that are also counted separately
WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 12, 24  # margins
LINES = 4  # of the grid, at most


@dataclass(frozen=True, slots=True)
class Curve:
    points: list[tuple[float, float]]
    lines: list[tuple[int, float]]  # of the grid: a number of beads, and its height
    last: LearnedGame
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def path(self) -> str:
        return geometry.polyline(self.points)

    @property
    def end(self) -> tuple[float, float]:
        return self.points[-1]

    @property
    def scale(self) -> list[tuple[str, float]]:
        return [(str(beads).replace("-", "\N{MINUS SIGN}"), y) for beads, y in self.lines]

    @property
    def games_played(self) -> str:
        games = self.last.number
        return ngettext("%(count)s game", "%(count)s games", games) % {"count": games}

    @property
    def words(self) -> str:
        values = {"games": self.games_played, "beads": self.last.beads}
        return _("After %(games)s the curve stands at %(beads)s.") % values


def draw() -> Curve | None:
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
    return Curve(points, [(beads, y(beads)) for beads in lines], games[-1])


def results(last: LearnedGame) -> list[dict[str, int]]:
    """Return the results of all games, and of the latest ones if there are more.

    ``last`` is the latest game, which has the totals.
    """
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
