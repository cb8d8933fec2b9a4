"""The shape of a board, how many in a row it takes, and what they are worth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

MAX_SIDE = 15
# Right, down, and the two diagonals: every line runs along one of them.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
DROP, MISERE = "drop", "misere"
FORM = re.compile(rf"(\d{{1,2}})x(\d{{1,2}})x(\d{{1,2}})((?:\+(?:{DROP}|{MISERE}))*)", re.ASCII)


class InvalidVariant(ValueError):
    """No such board can be played on."""


@dataclass(frozen=True)
class Variant:
    """A board of ``width`` x ``height`` cells where ``run`` in a row end the game.

    They win it, or with ``misere`` lose it. With ``drop`` a piece falls to the lowest free cell of
    its column. Cells are numbered row by row from 0, the top row first.

    :raises InvalidVariant: if a side is not 1 to 15, or no line of ``run`` cells fits.
    """

    width: int
    height: int
    run: int
    drop: bool = field(default=False, kw_only=True)
    misere: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InvalidVariant(f"A board is 1 to {MAX_SIDE} cells wide and high.")
        if not 1 <= self.run <= max(self.width, self.height):
            raise InvalidVariant(f"{self.run} in a row do not fit on this board.")

    @classmethod
    @lru_cache  # to find its lines takes a while
    def parse(cls, text: str) -> Variant:
        """Read the form ``3x3x3``: width, height, run; then ``+drop``, ``+misere`` or both.

        :raises InvalidVariant: if the text is anything else.
        """
        match = FORM.fullmatch(text)
        rules = match[4].split("+")[1:] if match else []
        if not match or len(set(rules)) < len(rules):
            raise InvalidVariant(
                "A board is written as width x height x run, such as 3x3x3, 7x6x4+drop or "
                "3x3x3+misere."
            )
        sides = map(int, match.group(1, 2, 3))
        return cls(*sides, drop=DROP in rules, misere=MISERE in rules)

    def __str__(self) -> str:
        rules = f"+{DROP}" * self.drop + f"+{MISERE}" * self.misere
        return f"{self.width}x{self.height}x{self.run}{rules}"

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        """The mask with every cell set."""
        return (1 << self.size) - 1

    def cell(self, column: int, row: int) -> int:
        return row * self.width + column

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, both from 0."""
        row, column = divmod(cell, self.width)
        return column, row

    @property
    def fall(self) -> int:
        """How far a cell is from the one that must hold it up; 0 where nothing falls."""
        return self.width if self.drop else 0

    @cached_property
    def floor(self) -> int:
        """The mask of the cells that need nothing below them."""
        return self.full & -1 << (self.size - self.width) * self.drop

    def playable(self, taken: int) -> int:
        """Return the mask of the cells that a mark may go to when ``taken`` is the mask of all."""
        return (taken >> self.fall | self.floor) & ~taken

    def has_line(self, marks: int) -> bool:
        """Say if a mask holds ``run`` cells in a row."""
        for shifts, starts in self._directions:
            held = marks
            for shift in shifts:
                held &= held >> shift
            if held & starts:
                return True
        return False

    def line_in(self, marks: int) -> tuple[int, ...]:
        """Return the first line that a mask holds, in the order of ``lines``; empty if none."""
        if not self.has_line(marks):
            return ()
        held = zip(self.masks, self.lines, strict=True)
        return next(line for mask, line in held if marks & mask == mask)

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every set of ``run`` cells in a row."""
        return tuple(dict.fromkeys(self._lines()))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The lines as bit masks, bit ``cell`` set, in the order of ``lines``."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    def _lines(self) -> Iterator[tuple[int, ...]]:
        for cell in range(self.size):
            for across, down in DIRECTIONS:
                if self._fits(cell, across, down):
                    step = self.cell(across, down)
                    yield tuple(cell + step * number for number in range(self.run))

    def _fits(self, cell: int, across: int, down: int) -> bool:
        column, row = self.place(cell)
        end = column + across * (self.run - 1)
        return 0 <= end < self.width and row + down * (self.run - 1) < self.height

    @cached_property
    def _directions(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """For each direction, the shifts that find lines along it, and where lines begin.

        A mask and-ed with itself shifted by one step keeps the cells that have a neighbour; doing
        the same with what is left doubles the length each time. The mask of the cells where a
        line fits then leaves out what ran off the board.
        """
        return tuple(
            (
                tuple(length * self.cell(across, down) for length in _doublings(self.run)),
                sum(1 << cell for cell in range(self.size) if self._fits(cell, across, down)),
            )
            for across, down in DIRECTIONS
        )


def _doublings(run: int) -> Iterator[int]:
    """Yield by how much to lengthen, time after time, to get from 1 to ``run``."""
    length = 1
    while length < run:
        further = min(length, run - length)
        yield further
        length += further


CLASSIC = Variant(width=3, height=3, run=3)
