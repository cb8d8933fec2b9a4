"""The two marks, and the ways in which a game ends by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """What a side puts on the board. X always begins."""

    X = "X"
    O = "O"  # noqa: E741 - this is the mark's name

    @classmethod
    def of_ply(cls, ply: int) -> Mark:
        """Return whose move comes after ``ply`` moves have been made."""
        return cls.O if ply % 2 else cls.X

    @property
    def opponent(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X


class Reason(StrEnum):
    """Why a game ended: somebody completed a line, or the board is full."""

    LINE = "line"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    ``winner`` is None for a draw. ``line`` holds the cells of the completed line in order, and is
    empty if there is none.
    """

    winner: Mark | None
    reason: Reason
    line: tuple[int, ...] = ()
