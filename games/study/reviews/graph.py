"""The graph of a review: who is proven to win after each move, X above and O below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from games.engine import Variant
from games.study.reviews import wording
from games.study.reviews.analysis import MISTAKES
from games.study.reviews.wording import Reviewed

WIDTH, HEIGHT, MARGIN = 320, 72, 10
MAX_POINTS = 60  # of more moves only the mistakes are points
RADIUS = 5  # of the point of a mistake, less where moves are closer


@dataclass(frozen=True, slots=True)
class Point:
    """The standing after a move; a press within ``width`` of ``left`` shows the move."""

    number: int
    label: str
    is_proven: bool
    x: float
    y: float
    left: float
    width: float

    @property
    def is_mistake(self) -> bool:
        return self.label in MISTAKES


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture of ``WIDTH`` x ``HEIGHT``."""

    points: list[Point]
    at: float
    step: float
    words: str
    variant: Variant
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN

    @classmethod
    def of(cls, variant: Variant, reviewed: Sequence[Reviewed], moves: int, shown: int) -> Graph:
        step = (WIDTH - 2 * MARGIN) / max(1, moves)
        points = [_point(move, step) for move in reviewed]
        return cls(points, round(MARGIN + step * shown, 1), step, _words(reviewed), variant)

    @property
    def path(self) -> str:
        pairs = list(pairwise(self.points))
        level = "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if a.is_proven)
        return level + "".join(f"M{b.x} {a.y}V{b.y}" for a, b in pairs if a.y != b.y)

    @property
    def unknown_path(self) -> str:
        pairs = pairwise(self.points)
        return "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if not a.is_proven)

    @property
    def levels(self) -> list[tuple[float, str]]:
        standings = {point.is_proven for point in self.points}
        is_draw = any(point.is_proven and point.y == self.height / 2 for point in self.points)
        names = wording.levels(self.variant, is_draw=is_draw, is_unknown=False in standings)
        heights = (MARGIN, self.height / 2, self.height - MARGIN)
        return list(zip(heights, names, strict=True))

    @property
    def radius(self) -> float:
        return round(min(RADIUS, 0.7 * self.step), 1)

    @property
    def small_radius(self) -> float:
        return round(0.6 * self.radius, 1)

    @property
    def has_points(self) -> bool:
        return len(self.points) <= MAX_POINTS


def _point(move: Reviewed, step: float) -> Point:
    x, standing = MARGIN + step * move.number, move.standing
    y = HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * (standing or 0)
    left = round(x - step / 2, 1)
    return Point(
        move.number, move.label, standing is not None, round(x, 1), y, left, round(step, 1)
    )


def _words(reviewed: Sequence[Reviewed]) -> str:
    runs = [list(moves) for _, moves in groupby(reviewed, lambda move: move.standing)]
    proven = [run for run in runs if run[0].standing is not None]
    return " ".join(wording.standings(run[0], run[-1]) for run in proven)
