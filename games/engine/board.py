from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.errors import AlreadyOver, ImpossiblePosition, OffTheBoard
from games.engine.mark import Mark
from games.engine.rules import cells_of
from games.engine.variant import CLASSIC, InvalidCellName, Variant

EMPTY = "."
LAST = "@"  # before the name of the cell of the last move


class Reason(StrEnum):
    LINE = "line"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    # ``winner`` is None for a draw. ``line`` holds the cells of the completed line in order, and is
    # empty if there is none.
    winner: Mark | None
    reason: Reason
    line: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable position, a bit a cell in ``x`` and ``o``, which the constructor does not check.

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

    # ``last`` is the cell of the last move where the rules ask for it, else None, so that equal
    # positions are equal.

    variant: Variant = CLASSIC
    x: int = 0
    o: int = 0
    last: int | None = None

    @classmethod
    def parse(cls, text: str, variant: Variant = CLASSIC) -> Board:
        """Read rows, and ``@e5`` for a last move, from outside; proves that play leads there."""
        # Except on nested boards, where it only refuses what one can see.
        board = cls.from_stored(text, variant)
        variant.rules.check_reachable(board)
        return board

    @classmethod
    def from_stored(cls, text: str, variant: Variant = CLASSIC) -> Board:
        """Read what this program has written, without proving that play leads there."""
        rows, _, name = text.partition(LAST)
        # Cell 0 is the lowest bit, but the first character.
        marks = _read_marks(rows, variant)[::-1].replace(EMPTY, "0")
        x = int(marks.replace("X", "1").replace("O", "0"), 2)
        o = int(marks.replace("X", "0").replace("O", "1"), 2)
        return cls(variant, x, o, _read_last(name, variant) if name else None)

    def __repr__(self) -> str:
        variant = "" if self.variant == CLASSIC else f", '{self.variant}'"
        return f"Board('{self}'{variant})"

    def __str__(self) -> str:
        marks, width = self.cells, self.variant.width
        last = "" if self.last is None else LAST + self.variant.cell_name(self.last)
        return "/".join([marks[i : i + width] for i in range(0, len(marks), width)]) + last

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
    def open_count(self) -> int:
        return self.variant.rules.open_cells(self.x, self.o).bit_count()

    @property
    def turn(self) -> Mark:
        return Mark.of_ply(self.ply)

    def legal_moves(self) -> tuple[int, ...]:
        if self._is_won():
            return ()
        return tuple(cells_of(self.variant.rules.playable(self.x, self.o, self.last)))

    def closed(self) -> Mapping[int, Mark | None]:
        return self.variant.rules.closed(self.x, self.o)

    def target(self) -> int | None:
        return self.variant.rules.target(self.x, self.o, self.last)

    def landing(self) -> list[int | None] | None:
        """Return for each column the cell that a piece falls to; None if nothing falls."""
        if not self.variant.drop:
            return None
        columns: list[int | None] = [None] * self.variant.width
        for cell in self.legal_moves():
            columns[self.variant.place(cell)[0]] = cell
        return columns

    def play(self, cell: int) -> Board:
        variant = self.variant
        if not 0 <= cell < variant.size:
            raise OffTheBoard("There is no such cell on this board.")
        rules, x, o = variant.rules, self.x, self.o
        playable = rules.playable(x, o, self.last)
        if not playable or rules.has_line(rules.last_marks(x, o)):
            raise AlreadyOver("This game is over.")
        if not playable >> cell & 1:
            raise rules.refusal(self, cell)
        last = cell if rules.remembers_last else None
        if rules.mark((x | o).bit_count()) is Mark.X:
            return Board(variant, x | 1 << cell, o, last)
        return Board(variant, x, o | 1 << cell, last)

    def outcome(self) -> Outcome | None:
        rules, marks = self.variant.rules, self.variant.rules.last_marks(self.x, self.o)
        if rules.has_line(marks):
            winner = self.turn if self.variant.misere else self.turn.opponent
            return Outcome(winner, Reason.LINE, rules.line_in(marks))
        if not rules.playable(self.x, self.o, self.last):
            return Outcome(None, Reason.FULL)
        return None

    @property
    def is_dead(self) -> bool:
        """Whether every line has marks of both sides: a draw, with ``misere`` as well."""
        return self.variant.rules.is_dead(self.x, self.o)

    @property
    def is_ended_as_dead(self) -> bool:
        return self.variant.size > CLASSIC.size and self.is_dead

    @property
    def is_over(self) -> bool:
        return self.outcome() is not None or self.is_ended_as_dead

    def marks_of(self, mark: Mark) -> int:
        return self.x if mark is Mark.X or self.variant.shared else self.o

    def without(self, cell: int) -> Board:
        rest = ~(1 << cell)
        return replace(self, x=self.x & rest, o=self.o & rest, last=None)

    def _is_won(self) -> bool:
        rules = self.variant.rules
        return rules.has_line(rules.last_marks(self.x, self.o))


def _read_marks(text: str, variant: Variant) -> str:
    marks = text.replace("/", "")
    if len(marks) != variant.size or marks.strip(f"XO{EMPTY}"):
        raise ImpossiblePosition(
            f"This board is written as {variant.size} of X, O and . (row by row, / between rows)."
        )
    if "/" in text and {len(row) for row in text.split("/")} != {variant.width}:
        raise ImpossiblePosition(f"Each row of this board has {variant.width} cells.")
    return marks


def _read_last(name: str, variant: Variant) -> int:
    if not variant.rules.remembers_last:
        raise ImpossiblePosition("A position of this board is written without its last move.")
    try:
        return variant.cell_named(name)
    except InvalidCellName as error:
        raise ImpossiblePosition(str(error)) from None
