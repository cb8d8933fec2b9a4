"""What a review draws over a position: the shapes of stones, and where a move sent the other."""

from __future__ import annotations

from math import hypot
from typing import Any

from django.utils.translation import gettext as _

from games.ai.threats import FOURS, RUN, ThreatShape, board_effect, shapes_made
from games.engine import Board, Variant
from games.presentation.geometry import extent, spot
from games.study.reviews.effects import THREE_NAMES

HALF = 1.75  # of the side of a small board, with its margin
HEAD = 0.3  # length of an arrow's head


def annotate(board: Board, cell: int, answer: int | None = None) -> dict[str, Any]:
    """``answer`` is the move that shows what was wrong with the one on ``cell``."""
    variant = board.variant
    if variant.run == RUN and not board.play(cell).is_over:
        shapes = list(shapes_made(board, cell))
        return {
            "paths": [path for shape in shapes for path in _paths(variant, shape)],
            "names": [_name(variant, shape) for shape in shapes],
            "free": [c for shape in shapes if shape.pattern not in FOURS for c in shape.free],
        }
    sends = board_effect(board, cell).sends if variant.nested else None
    if sends is None or sends == variant.board_of(cell):
        return {"paths": [], "names": [], "free": []}
    return {
        "paths": [["sent", _arrow(variant, cell, sends)]],
        "names": [],
        "free": [] if answer is None else [answer],
    }


def _middle(variant: Variant, cell: int) -> tuple[float, float]:
    x, y = spot(variant, cell)
    return x + 0.5, y + 0.5


def _line(variant: Variant, first: int, last: int) -> str:
    (x1, y1), (x2, y2) = _middle(variant, first), _middle(variant, last)
    return f"M{x1} {y1}L{x2} {y2}"


def _paths(variant: Variant, shape: ThreatShape) -> list[list[str]]:
    paths = [["band", _line(variant, shape.stones[0], shape.stones[-1])]]
    if shape.pattern not in FOURS and len(shape.free) > 1:
        paths.append(["reach", _line(variant, shape.free[0], shape.free[-1])])
    return paths


def _name(variant: Variant, shape: ThreatShape) -> list[Any]:
    """Return a name, and where it stands in percent of the board."""
    width, height = extent(variant)
    if shape.pattern in FOURS:
        words, (x, y) = _("four"), _beside_band(variant, shape)
    else:
        words, (x, y) = str(THREE_NAMES[shape.pattern]), _middle(variant, shape.free[0])
        y -= 0.75
    return [words, min(90.0, max(10.0, 100 * x / width)), min(97.0, max(3.0, 100 * y / height))]


def _beside_band(variant: Variant, shape: ThreatShape) -> tuple[float, float]:
    # Where none of the cells of its line are, so that a name lies over no answer.
    (x1, y1), (x2, y2) = (_middle(variant, shape.stones[end]) for end in (0, -1))
    across, down = abs(y2 - y1), abs(x2 - x1)
    far, slope = hypot(across, down), -1 if (x2 - x1) * (y2 - y1) > 0 else 1
    return (x1 + x2) / 2 + 1.2 * slope * across / far, (y1 + y2) / 2 + down / far


def _arrow(variant: Variant, cell: int, sends: int) -> str:
    (x, y), (to_x, to_y) = _middle(variant, cell), _middle(variant, variant.middle_of(sends))
    dx, dy = to_x - x, to_y - y
    far = hypot(dx, dy)
    dx, dy = dx / far, dy / far
    # To the edge of the small board, wherever the way meets it.
    reach = HALF / max(abs(dx), abs(dy))
    end_x, end_y = to_x - dx * reach, to_y - dy * reach
    bend_x, bend_y = (x + end_x) / 2 - dy * 0.35, (y + end_y) / 2 + dx * 0.35
    heads = [
        f"M{end_x - HEAD * (dx + side * dy * 0.7):.2f} {end_y - HEAD * (dy - side * dx * 0.7):.2f}"
        f"L{end_x:.2f} {end_y:.2f}"
        for side in (1, -1)
    ]
    start = f"M{x + dx * 0.55:.2f} {y + dy * 0.55:.2f}"
    return f"{start}Q{bend_x:.2f} {bend_y:.2f} {end_x:.2f} {end_y:.2f}{''.join(heads)}"
