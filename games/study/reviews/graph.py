"""The graph of a review: who stood better after each move, X above and O below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.presentation import charts
from games.study.reviews import wording
from games.study.reviews.analysis import MISTAKES, Label
from games.study.reviews.wording import Reviewed

WIDTH, HEIGHT, MARGIN = 320, 72, 10
MAX_POINTS = 60  # of more moves only the mistakes are points
RADIUS = 5  # of the point of a mistake, less where moves are closer


@dataclass(frozen=True, slots=True)
class Point:
    """The standing after a move; a press within ``width`` of ``left`` shows the move."""

    number: int
    label: str
    x: float
    y: float
    left: float
    width: float

    @property
    def is_mistake(self) -> bool:
        return self.label in (*MISTAKES, Label.DOUBTFUL)


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture of ``WIDTH`` x ``HEIGHT``.

    ``at`` is the position of the shown move, ``step`` the distance from one move to the next.
    """

    points: list[Point]
    start: tuple[float, float]
    at: float
    step: float
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN

    @classmethod
    def of(cls, reviewed: Sequence[Reviewed], moves: int, shown: int) -> Graph:
        step = (WIDTH - 2 * MARGIN) / max(1, moves)
        points = [_point(move, step) for move in reviewed]
        first = reviewed[0].number - 1 if reviewed else 0
        start = (round(MARGIN + step * first, 1), HEIGHT / 2)
        return cls(points, start, round(MARGIN + step * shown, 1), step, _words(reviewed))

    @property
    def path(self) -> str:
        return charts.line([self.start, *((point.x, point.y) for point in self.points)])

    @property
    def middle(self) -> float:
        return self.height / 2

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
    x = MARGIN + step * move.number
    y = HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * move.review["standing"]
    left = round(x - step / 2, 1)
    return Point(move.number, move.label, round(x, 1), round(y, 1), left, round(step, 1))


def _words(reviewed: Sequence[Reviewed]) -> str:
    """Describe the graph for screen readers."""
    groups = groupby(reviewed, wording.who_stands_better)
    runs = [(side, list(moves)) for side, moves in groups]
    return " ".join(
        wording.standings(moves[0].number, moves[-1].number, side) for side, moves in runs
    )
