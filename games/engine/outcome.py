"""How a game stands: whose mark, who won, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """What a side draws on the board; X always begins."""

    X = "X"
    O = "O"  # noqa: E741 - the game's own name for it

    @property
    def opponent(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X


class Reason(StrEnum):
    """Why the rules ended a game."""

    LINE = "line"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw, ``line`` the winning cells in order."""

    winner: Mark | None
    reason: Reason
    line: tuple[int, ...] = ()
