from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from games.study.reviews.analysis import MISTAKES
from games.study.reviews.moves import ReviewedMove

WIDTH, HEIGHT, MARGIN = 320, 72, 10
MAX_POINTS = 60  # of more moves only the mistakes are points
RADIUS = 5  # of the point of a mistake, less where moves are closer


@dataclass(frozen=True, slots=True)
class GraphPoint:
    move: ReviewedMove
    step: float

    @property
    def is_proven(self) -> bool:
        return self.move.standing is not None

    @property
    def is_mistake(self) -> bool:
        return self.move.label in MISTAKES

    @property
    def x(self) -> float:
        return round(MARGIN + self.step * self.move.number, 1)

    @property
    def y(self) -> float:
        return HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * (self.move.standing or 0)

    @property
    def left(self) -> float:
        return round(MARGIN + self.step * self.move.number - self.step / 2, 1)

    @property
    def width(self) -> float:
        return round(self.step, 1)


def graph(moves: Sequence[ReviewedMove], last: int, shown: int) -> dict[str, Any]:
    step = (WIDTH - 2 * MARGIN) / max(1, last)
    points = [GraphPoint(move, step) for move in moves]
    pairs, radius = list(pairwise(points)), round(min(RADIUS, 0.7 * step), 1)
    level = "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if a.is_proven)
    runs = [list(same) for _, same in groupby(moves, lambda move: move.standing)]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "margin": MARGIN,
        "heights": (MARGIN, HEIGHT / 2, HEIGHT - MARGIN),
        "step": step,
        "at": round(MARGIN + step * shown, 1),
        "points": points,
        "path": level + "".join(f"M{b.x} {a.y}V{b.y}" for a, b in pairs if a.y != b.y),
        "unknown_path": "".join(f"M{a.x} {a.y}H{b.x}" for a, b in pairs if not a.is_proven),
        "radius": radius,
        "small_radius": round(0.6 * radius, 1),
        "has_points": len(points) <= MAX_POINTS,
        "has_draw": any(move.standing == 0 for move in moves),
        "has_unknown": any(move.standing is None for move in moves),
        "runs": [(run[0], run[-1]) for run in runs if run[0].standing is not None],
    }
