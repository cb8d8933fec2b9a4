"""Svg paths for charts: strokes and lines."""

from __future__ import annotations

from collections.abc import Iterable


def stroke(number: int, x: float, y: float, height: float, lean: float) -> str:
    return f"M{x} {y}l{(number * 7 % 5 - 2) * lean:.2f} {-height:.1f}"


def line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)
