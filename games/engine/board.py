"""A position: what may be played on it, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engine.outcome import Mark, Outcome, Reason
from games.engine.variant import CLASSIC, Variant

EMPTY = "."


class ImpossiblePosition(ValueError):
    """The text is no position that play can reach."""


class IllegalMove(ValueError):
    """The rules do not allow this move."""


class NoSuchCell(IllegalMove):
    """The cell is not on the board."""


class CellTaken(IllegalMove):
    """The cell already holds a mark."""


class GameOver(IllegalMove):
    """Nothing can be played after the end."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position as two bit masks, ``x`` and ``o``, with bit ``cell`` set for each mark.

    Made by ``Board()``, ``parse`` and ``play``; other masks are not checked.
    """

    variant: Variant = CLASSIC
    x: int = 0
    o: int = 0

    @classmethod
    @lru_cache(maxsize=1024)  # most are read again soon, with the next move
    def parse(cls, text: str, variant: Variant = CLASSIC) -> Board:
        """Read rows of ``X``, ``O`` and ``.`` from the top, with or without ``/`` between them.

        :raises ImpossiblePosition: if the text has another shape or play cannot lead there.
        """
        marks = _read_marks(text, variant)
        masks = [sum(1 << cell for cell, m in enumerate(marks) if m == mark) for mark in Mark]
        board = cls(variant, *masks)
        board._check_reachable()
        return board

    def __str__(self) -> str:
        marks, width = self.cells, self.variant.width
        return "/".join(marks[i : i + width] for i in range(0, len(marks), width))

    @property
    def cells(self) -> str:
        """One character a cell: ``X``, ``O`` or ``.``."""
        return "".join(self.mark_at(cell) or EMPTY for cell in range(self.variant.size))

    def mark_at(self, cell: int) -> Mark | None:
        if self.x >> cell & 1:
            return Mark.X
        return Mark.O if self.o >> cell & 1 else None

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return self.x.bit_count() + self.o.bit_count()

    @property
    def turn(self) -> Mark:
        """Whose move it is, or would be if the game were not over."""
        return Mark.O if self.ply % 2 else Mark.X

    def legal_moves(self) -> tuple[int, ...]:
        """The cells that may be played, none once the game is over."""
        if self.outcome():
            return ()
        taken = self.x | self.o
        return tuple(cell for cell in range(self.variant.size) if not taken >> cell & 1)

    def play(self, cell: int) -> Board:
        """Return the position after the side to move marks ``cell``.

        :raises NoSuchCell: if it is not on the board.
        :raises CellTaken: if it is not empty.
        :raises GameOver: if the game has ended.
        """
        if not 0 <= cell < self.variant.size:
            raise NoSuchCell("There is no such cell on this board.")
        if self.outcome():
            raise GameOver("This game is over.")
        if (self.x | self.o) >> cell & 1:
            raise CellTaken("That cell is already taken.")
        if self.turn is Mark.X:
            return Board(self.variant, self.x | 1 << cell, self.o)
        return Board(self.variant, self.x, self.o | 1 << cell)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        # Only the side that moved last can have completed a line.
        mover = self.turn.opponent
        marks = self._marks_of(mover)
        for mask, line in zip(self.variant.masks, self.variant.lines, strict=True):
            if marks & mask == mask:
                return Outcome(mover, Reason.LINE, line)
        if self.x | self.o == self.variant.full:
            return Outcome(None, Reason.FULL)
        return None

    def _marks_of(self, mark: Mark) -> int:
        return self.x if mark is Mark.X else self.o

    def _has_line(self, marks: int) -> bool:
        return any(marks & mask == mask for mask in self.variant.masks)

    def _check_reachable(self) -> None:
        lead = self.x.bit_count() - self.o.bit_count()
        if lead not in (0, 1):
            raise ImpossiblePosition("X begins, so there are as many X as O, or one X more.")
        if self._has_line(self._marks_of(self.turn)):
            raise ImpossiblePosition(f"{self.turn} has won, so nobody can have moved since.")
        last = self._marks_of(self.turn.opponent)
        if self._has_line(last) and not self._is_open_without_one_of(last):
            raise ImpossiblePosition("One move cannot have completed all these lines.")

    def _is_open_without_one_of(self, marks: int) -> bool:
        """Say if some mark can be taken back to a position where nobody had won."""
        return any(
            not self._has_line(marks & ~(1 << cell))
            for cell in range(self.variant.size)
            if marks >> cell & 1
        )


def _read_marks(text: str, variant: Variant) -> str:
    marks = text.replace("/", "")
    if len(marks) != variant.size or not set(marks) <= {*Mark, EMPTY}:
        raise ImpossiblePosition(
            f"This board is written as {variant.size} of X, O and . (row by row, / between rows)."
        )
    if "/" in text and {len(row) for row in text.split("/")} != {variant.width}:
        raise ImpossiblePosition(f"Each row of this board has {variant.width} cells.")
    return marks
