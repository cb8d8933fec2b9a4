"""A series of games between the same two: best of so many, or without end."""

from __future__ import annotations

from collections.abc import Mapping

ENDLESS = 0
LENGTHS = {ENDLESS: "Endless", 3: "Best of 3", 5: "Best of 5", 7: "Best of 7"}


def is_over(score: Mapping[str, int], length: int) -> bool:
    """Say if the series is decided or played out; drawn games count among its ``length``."""
    if length == ENDLESS:
        return False
    left = length - sum(score.values())
    return left <= 0 or abs(score["X"] - score["O"]) > left


def winner(score: Mapping[str, int]) -> str | None:
    """Return the mark that leads, None if the two are equal."""
    if score["X"] == score["O"]:
        return None
    return "X" if score["X"] > score["O"] else "O"
