"""A position: its marks, its legal moves, its outcome, and its notation as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.variant import CLASSIC, Variant

EMPTY = "."


class Mark(StrEnum):
    """The mark of a side. X always begins."""

    X = "X"
    O = "O"  # noqa: E741 - this is the mark's name

    @classmethod
    def of_ply(cls, ply: int) -> Mark:
        """Return the side to move after ``ply`` moves."""
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


class ImpossiblePosition(ValueError):
    """The text does not describe a position that legal play can reach."""


class IllegalMove(ValueError):
    """The rules do not allow this move."""


class OffTheBoard(IllegalMove):
    """The cell is not on the board."""


class Occupied(IllegalMove):
    """The cell already holds a mark."""


class Unsupported(IllegalMove):
    """The cell is not the lowest free one of its column."""


class AlreadyOver(IllegalMove):
    """The game has already ended."""


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable position: bit ``cell`` of the masks ``x`` and ``o`` is set for each mark.

    Make boards with ``Board()``, ``parse``, ``from_stored`` and ``play``. The constructor does not
    check the masks that it is given.

    >>> board = Board.parse("XO./.X./...")
    >>> board.turn
    <Mark.O: 'O'>
    >>> board.play(8)
    Board('XO./.X./..O')
    >>> board.play(8).legal_moves()
    (2, 3, 5, 6, 7)
    >>> Board.parse("XXX/OO./...").outcome().line
    (0, 1, 2)
    >>> Board.parse("....X/....O", Variant(5, 2, 4))
    Board('....X/....O', '5x2x4')
    """

    variant: Variant = CLASSIC
    x: int = 0
    o: int = 0

    @classmethod
    def parse(cls, text: str, variant: Variant = CLASSIC) -> Board:
        """Read rows of ``X``, ``O`` and ``.`` from the top, with or without ``/`` between them.

        This is for text from outside: it also proves that legal play can reach the position, which
        took up to 75 ms where pieces fall.

        :raises ImpossiblePosition: if the text has another shape, or play cannot reach it.
        """
        board = cls.from_stored(text, variant)
        board._check_reachable()
        return board

    @classmethod
    def from_stored(cls, text: str, variant: Variant = CLASSIC) -> Board:
        """Read text that this program has written itself, such as a position in the database.

        Takes the same notation as ``parse`` and checks its shape, but does not prove that play
        can reach the position, because play did.

        :raises ImpossiblePosition: if the text has another shape.
        """
        # Cell 0 is the lowest bit, but the first character.
        marks = _read_marks(text, variant)[::-1].replace(EMPTY, "0")
        x = int(marks.replace("X", "1").replace("O", "0"), 2)
        o = int(marks.replace("X", "0").replace("O", "1"), 2)
        return cls(variant, x, o)

    def __repr__(self) -> str:
        variant = "" if self.variant == CLASSIC else f", '{self.variant}'"
        return f"Board('{self}'{variant})"

    def __str__(self) -> str:
        marks, width = self.cells, self.variant.width
        return "/".join([marks[i : i + width] for i in range(0, len(marks), width)])

    @property
    def cells(self) -> str:
        """One character for each cell: ``X``, ``O`` or ``.``."""
        x, o = self.x, self.o
        cells = range(self.variant.size)
        return "".join(["X" if x >> c & 1 else "O" if o >> c & 1 else EMPTY for c in cells])

    def mark_at(self, cell: int) -> Mark | None:
        if self.x >> cell & 1:
            return Mark.X
        return Mark.O if self.o >> cell & 1 else None

    @property
    def ply(self) -> int:
        return (self.x | self.o).bit_count()

    @property
    def turn(self) -> Mark:
        """The side to move; after the end, the side that did not make the last move."""
        return Mark.of_ply(self.ply)

    def legal_moves(self) -> tuple[int, ...]:
        """Return the cells that may be played, in ascending order; none once the game is over."""
        if self._is_won():
            return ()
        playable = self.variant.playable(self.x | self.o)
        return tuple([cell for cell in range(playable.bit_length()) if playable >> cell & 1])

    def landing(self) -> list[int | None] | None:
        """Return for each column the cell that a piece falls to; None if nothing falls."""
        if not self.variant.drop:
            return None
        columns: list[int | None] = [None] * self.variant.width
        for cell in self.legal_moves():
            columns[self.variant.place(cell)[0]] = cell
        return columns

    def play(self, cell: int) -> Board:
        """Return the position after the side to move marks ``cell``.

        :raises OffTheBoard: if the cell is not on the board.
        :raises Occupied: if the cell is not empty.
        :raises Unsupported: if a piece would fall past the cell.
        :raises AlreadyOver: if the game has ended.
        """
        if not 0 <= cell < self.variant.size:
            raise OffTheBoard("There is no such cell on this board.")
        taken = self.x | self.o
        if taken == self.variant.full or self._is_won():
            raise AlreadyOver("This game is over.")
        if taken >> cell & 1:
            raise Occupied("That cell is already taken.")
        if not self.variant.playable(taken) >> cell & 1:
            raise Unsupported("A piece falls to the lowest free cell of its column.")
        if self.turn is Mark.X:
            return Board(self.variant, self.x | 1 << cell, self.o)
        return Board(self.variant, self.x, self.o | 1 << cell)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it has not ended."""
        mover = self.turn.opponent
        if line := self.variant.line_in(self._marks_of(mover)):
            winner = mover.opponent if self.variant.misere else mover
            return Outcome(winner, Reason.LINE, line)
        if self.x | self.o == self.variant.full:
            return Outcome(None, Reason.FULL)
        return None

    @property
    def is_dead(self) -> bool:
        """Whether every line holds marks of both sides, so that the game must end in a draw.

        With ``misere`` it is a draw as well: nobody can complete a line, so nobody can lose.
        """
        full = self.variant.full
        return not any(self.variant.has_line(full & ~marks) for marks in (self.x, self.o))

    @property
    def is_ended_as_dead(self) -> bool:
        """Whether the game ends here because the position is dead; on 3x3 it is played on."""
        return self.variant.size > CLASSIC.size and self.is_dead

    @property
    def is_over(self) -> bool:
        """Whether a game ends in this position."""
        return self.outcome() is not None or self.is_ended_as_dead

    def _is_won(self) -> bool:
        # Only the side that moved last can have completed a line.
        return self.variant.has_line(self.o if self.turn is Mark.X else self.x)

    def _marks_of(self, mark: Mark) -> int:
        return self.x if mark is Mark.X else self.o

    def _check_reachable(self) -> None:
        lead = self.x.bit_count() - self.o.bit_count()
        if lead not in (0, 1):
            raise ImpossiblePosition("X begins, so there are as many X as O, or one X more.")
        if self._has_floating_piece():
            raise ImpossiblePosition("A piece falls to the lowest free cell, so none hangs.")
        if self.variant.has_line(self._marks_of(self.turn)):
            raise ImpossiblePosition(
                f"{self.turn} has completed a line, so nobody can have moved since."
            )
        predecessors = list(self._predecessors())
        if not predecessors and self.variant.has_line(self._marks_of(self.turn.opponent)):
            raise ImpossiblePosition("One move cannot have completed all these lines.")
        if self.variant.drop and self.ply and not _can_reach_empty_board(predecessors):
            raise ImpossiblePosition("In no order of moves do pieces fall like this.")

    def _has_floating_piece(self) -> bool:
        taken = self.x | self.o
        return bool(taken & ~(taken >> self.variant.support_offset | self.variant.floor))

    def _predecessors(self) -> Iterator[Board]:
        """Yield the unfinished positions from which one move leads to this one."""
        marks = self._marks_of(self.turn.opponent)
        taken = self.x | self.o
        # The last piece that fell has no other on top of it.
        last = marks & ~(taken << self.variant.support_offset) if self.variant.drop else marks
        for cell in range(self.variant.size):
            if last >> cell & 1 and not self.variant.has_line(marks & ~(1 << cell)):
                yield Board(self.variant, self.x & ~(1 << cell), self.o & ~(1 << cell))


def _can_reach_empty_board(boards: list[Board]) -> bool:
    """Say whether taking back moves leads from any of these boards to the empty board."""
    seen = set(boards)
    while boards:
        board = boards.pop()
        if not board.ply:
            return True
        predecessors = [before for before in board._predecessors() if before not in seen]
        seen.update(predecessors)
        boards += predecessors
    return False


def _read_marks(text: str, variant: Variant) -> str:
    """Return the marks without the slashes.

    :raises ImpossiblePosition: if the text does not have the variant's shape.
    """
    marks = text.replace("/", "")
    if len(marks) != variant.size or marks.strip(f"XO{EMPTY}"):
        raise ImpossiblePosition(
            f"This board is written as {variant.size} of X, O and . (row by row, / between rows)."
        )
    if "/" in text and {len(row) for row in text.split("/")} != {variant.width}:
        raise ImpossiblePosition(f"Each row of this board has {variant.width} cells.")
    return marks
