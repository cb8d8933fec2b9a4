from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    # X always begins.
    X = "X"
    O = "O"  # noqa: E741 - this is the mark's name

    @classmethod
    def of_ply(cls, ply: int) -> Mark:
        return cls.O if ply % 2 else cls.X

    @property
    def opponent(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X
