"""The graph of a review: who is proven to win after each move, X above and O below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.presentation import charts
from games.study.reviews import wording
from games.study.reviews.analysis import LOST_BY, MISTAKES
from games.study.reviews.wording import Reviewed

WIDTH, HEIGHT, MARGIN = 320, 72, 10
MAX_POINTS = 60  # of more moves only the mistakes are points
RADIUS = 5  # of the point of a mistake, less where moves are closer


@dataclass(frozen=True, slots=True)
class Point:
    """The standing after a move; a press within ``width`` of ``left`` shows the move.

    Without a proven standing, there is no ``y``.
    """

    number: int
    label: str
    x: float
    y: float | None
    left: float
    width: float

    @property
    def is_mistake(self) -> bool:
        return self.label in (*MISTAKES, *LOST_BY)


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture of ``WIDTH`` x ``HEIGHT``.

    ``at`` is the position of the shown move, ``step`` the distance from one move to the next.
    """

    points: list[Point]
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
        return cls(points, round(MARGIN + step * shown, 1), step, _words(reviewed))

    @property
    def path(self) -> str:
        """The line through what is proven, with gaps elsewhere."""
        runs = groupby(self.points, lambda point: point.y is not None)
        return "".join(
            charts.line([(point.x, point.y) for point in run if point.y is not None])
            for is_proven, run in runs
            if is_proven
        )

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
    x, standing = MARGIN + step * move.number, move.standing
    y = None if standing is None else HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * standing
    left = round(x - step / 2, 1)
    return Point(move.number, move.label, round(x, 1), y, left, round(step, 1))


def _words(reviewed: Sequence[Reviewed]) -> str:
    """Describe the graph for screen readers."""
    runs = [list(moves) for _, moves in groupby(reviewed, lambda move: move.standing)]
    proven = [run for run in runs if run[0].standing is not None]
    return " ".join(wording.standings(run[0], run[-1]) for run in proven)
