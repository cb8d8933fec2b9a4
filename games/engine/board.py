"""A position: what may be played on it, and what it came to."""

from __future__ import annotations

from collections.abc import Iterator
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


class NotLowest(IllegalMove):
    """A piece would fall further than this cell."""


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
        return (self.x | self.o).bit_count()

    @property
    def turn(self) -> Mark:
        """Whose move it is, or would be if the game were not over."""
        return Mark.O if self.ply % 2 else Mark.X

    def legal_moves(self) -> tuple[int, ...]:
        """The cells that may be played, none once the game is over."""
        if self._is_won():
            return ()
        playable = self.variant.playable(self.x | self.o)
        return tuple([cell for cell in range(playable.bit_length()) if playable >> cell & 1])

    def play(self, cell: int) -> Board:
        """Return the position after the side to move marks ``cell``.

        :raises NoSuchCell: if it is not on the board.
        :raises CellTaken: if it is not empty.
        :raises NotLowest: if a piece would fall past it.
        :raises GameOver: if the game has ended.
        """
        if not 0 <= cell < self.variant.size:
            raise NoSuchCell("There is no such cell on this board.")
        taken = self.x | self.o
        if taken == self.variant.full or self._is_won():
            raise GameOver("This game is over.")
        if taken >> cell & 1:
            raise CellTaken("That cell is already taken.")
        if not self.variant.playable(taken) >> cell & 1:
            raise NotLowest("A piece falls to the lowest free cell of its column.")
        if self.turn is Mark.X:
            return Board(self.variant, self.x | 1 << cell, self.o)
        return Board(self.variant, self.x, self.o | 1 << cell)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        mover = self.turn.opponent
        if line := self.variant.line_in(self._marks_of(mover)):
            winner = mover.opponent if self.variant.misere else mover
            return Outcome(winner, Reason.LINE, line)
        if self.x | self.o == self.variant.full:
            return Outcome(None, Reason.FULL)
        return None

    @property
    def is_dead(self) -> bool:
        """Whether both sides have marks in every line, so that nobody can complete one any more.

        What is left can only be a draw, with ``misere`` too: nobody can lose any more.
        """
        full = self.variant.full
        return not any(self.variant.has_line(full & ~marks) for marks in (self.x, self.o))

    def _is_won(self) -> bool:
        # Only the side that moved last can have completed a line.
        return self.variant.has_line(self.o if self.turn is Mark.X else self.x)

    def _marks_of(self, mark: Mark) -> int:
        return self.x if mark is Mark.X else self.o

    def _check_reachable(self) -> None:
        lead = self.x.bit_count() - self.o.bit_count()
        if lead not in (0, 1):
            raise ImpossiblePosition("X begins, so there are as many X as O, or one X more.")
        if self._is_floating():
            raise ImpossiblePosition("A piece falls to the lowest free cell, so none hangs.")
        if self.variant.has_line(self._marks_of(self.turn)):
            raise ImpossiblePosition(
                f"{self.turn} has completed a line, so nobody can have moved since."
            )
        before = list(self._before())
        if not before and self.variant.has_line(self._marks_of(self.turn.opponent)):
            raise ImpossiblePosition("One move cannot have completed all these lines.")
        if self.variant.drop and self.ply and not _unwinds(before):
            raise ImpossiblePosition("In no order of moves do pieces fall like this.")

    def _is_floating(self) -> bool:
        taken = self.x | self.o
        return bool(taken & ~(taken >> self.variant.fall | self.variant.floor))

    def _before(self) -> Iterator[Board]:
        """Yield the positions, nobody having won, that one move leads on from to this one."""
        marks = self._marks_of(self.turn.opponent)
        taken = self.x | self.o
        # What lies under another piece was not played last.
        last = marks & ~(taken << self.variant.fall) if self.variant.drop else marks
        for cell in range(self.variant.size):
            if last >> cell & 1 and not self.variant.has_line(marks & ~(1 << cell)):
                yield Board(self.variant, self.x & ~(1 << cell), self.o & ~(1 << cell))


def _unwinds(boards: list[Board]) -> bool:
    """Say if taking back piece after piece leads from one of the boards to an empty one."""
    seen = set(boards)
    while boards:
        board = boards.pop()
        if not board.ply:
            return True
        earlier = [before for before in board._before() if before not in seen]
        seen.update(earlier)
        boards += earlier
    return False


def _read_marks(text: str, variant: Variant) -> str:
    marks = text.replace("/", "")
    if len(marks) != variant.size or not set(marks) <= {*Mark, EMPTY}:
        raise ImpossiblePosition(
            f"This board is written as {variant.size} of X, O and . (row by row, / between rows)."
        )
    if "/" in text and {len(row) for row in text.split("/")} != {variant.width}:
        raise ImpossiblePosition(f"Each row of this board has {variant.width} cells.")
    return marks
