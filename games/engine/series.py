from __future__ import annotations

from collections.abc import Mapping

from games.engine.translation import gettext_noop as _

ENDLESS = 0  # the length of a series that is never decided
TWO_GAMES = 2  # the length of a series in which each begins once
LENGTHS = {ENDLESS: _("Endless"), 3: _("Best of 3"), 5: _("Best of 5"), 7: _("Best of 7")}


def is_over(score: Mapping[str, int], length: int) -> bool:
    """``score`` has the games won by each mark, and draws, which count towards ``length``."""
    if length == ENDLESS:
        return False
    left = length - sum(score.values())
    return left <= 0 or abs(score["X"] - score["O"]) > left


def winner(score: Mapping[str, int]) -> str | None:
    if score["X"] == score["O"]:
        return None
    return "X" if score["X"] > score["O"] else "O"
