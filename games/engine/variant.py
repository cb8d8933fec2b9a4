"""The variant of a game: the size of the board, the length of a line, and the extra rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

MAX_SIDE = 15
# Steps in columns and rows: right, down, and along the two diagonals.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
DROP, MISERE = "drop", "misere"
LONGEST_TOLD = 20  # characters of what is no cell
CELL_NAME = re.compile(r"([a-z])([1-9]\d?)", re.ASCII)
CODE = re.compile(rf"(\d{{1,2}})x(\d{{1,2}})x(\d{{1,2}})((?:\+(?:{DROP}|{MISERE}))*)", re.ASCII)


class InvalidVariant(ValueError):
    """There is no such variant."""


class InvalidCellName(ValueError):
    """There is no cell of this name on the board."""


@dataclass(frozen=True)
class Variant:
    """A board of ``width`` x ``height`` cells on which ``run`` marks in a row end the game.

    Whoever completes such a line wins, or loses with ``misere``. With ``drop`` a piece falls to
    the lowest free cell of its column. Cells are numbered from 0, row by row, from the top left.
    Sets of cells are bit masks: bit ``cell`` is set for every cell in the set.

    >>> connect_four = Variant(7, 6, 4, drop=True)
    >>> connect_four
    Variant('7x6x4+drop')
    >>> Variant.parse("7x6x4+drop") == connect_four
    True
    >>> len(connect_four.lines)
    69

    :raises InvalidVariant: if a side is not 1 to 15 cells, or no line of ``run`` cells fits.
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
    @lru_cache  # equal codes share one object, and so its cached lines and masks
    def parse(cls, text: str) -> Variant:
        """Read a code such as ``3x3x3``: width, height, run, then ``+drop``, ``+misere`` or both.

        :raises InvalidVariant: if the text is no code, or there is no such variant.
        """
        match = CODE.fullmatch(text)
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

    def __repr__(self) -> str:
        return f"Variant('{self}')"

    def __reduce__(self) -> tuple[Callable[[str], Variant], tuple[str]]:
        """Pickle only the code, so that another process also has one object for each code."""
        return _parse, (str(self),)

    @cached_property
    def size(self) -> int:
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << self.size) - 1

    def cell(self, column: int, row: int) -> int:
        return row * self.width + column

    def place(self, cell: int) -> tuple[int, int]:
        """Return the column and the row of a cell, both counted from 0."""
        row, column = divmod(cell, self.width)
        return column, row

    def cell_name(self, cell: int) -> str:
        """Return the letter of a cell's column and the number of its row, counted from the bottom.

        >>> CLASSIC.cell_name(4), CLASSIC.cell_name(0), Variant(15, 15, 5).cell_name(112)
        ('b2', 'a3', 'h8')
        """
        column, row = self.place(cell)
        return f"{chr(ord('a') + column)}{self.height - row}"

    def cell_named(self, name: str) -> int:
        """Return the cell of a name such as ``b2`` or ``B2``, the opposite of ``cell_name``.

        >>> CLASSIC.cell_named("b2"), CLASSIC.cell_named("c1")
        (4, 8)

        :raises InvalidCellName: if no cell of this board is called so.
        """
        match = CELL_NAME.fullmatch(name.lower())
        column, row = (ord(match[1]) - ord("a"), int(match[2])) if match else (self.width, 0)
        if column >= self.width or not 1 <= row <= self.height:
            last = self.cell_name(self.width - 1)
            raise InvalidCellName(
                f"There is no cell {name[:LONGEST_TOLD]}. "
                f"The cells of this board are called a1 to {last}."
            )
        return self.cell(column, self.height - row)

    @cached_property
    def support_offset(self) -> int:
        """The offset from a cell to the cell below, which must support it; 0 if nothing falls.

        A mask shifted right by this offset holds the cells that have support.
        """
        return self.width if self.drop else 0

    @cached_property
    def floor(self) -> int:
        """The mask of the cells that need no support: the bottom row, or all if nothing falls."""
        return self.full & -1 << (self.size - self.width) * self.drop

    def playable(self, taken: int) -> int:
        """Return the mask of the cells that may be marked next, given the taken cells."""
        return (taken >> self.support_offset | self.floor) & ~taken

    def has_line(self, marks: int) -> bool:
        """Say whether a mask contains ``run`` cells in a row."""
        for shifts, starts in self._line_shifts:
            rest = marks
            for shift in shifts:
                rest &= rest >> shift
            if rest & starts:
                return True
        return False

    def line_in(self, marks: int) -> tuple[int, ...]:
        """Return the first of ``lines`` that a mask contains, or an empty tuple."""
        if not self.has_line(marks):
            return ()
        pairs = zip(self.masks, self.lines, strict=True)
        return next(line for mask, line in pairs if marks & mask == mask)

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """All lines of ``run`` cells, each as a tuple of cells."""
        return tuple(dict.fromkeys(self._find_lines()))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The lines as bit masks, in the order of ``lines``."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    def _find_lines(self) -> Iterator[tuple[int, ...]]:
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
    def _line_shifts(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """For each direction, the shifts that detect a line, and the mask of possible first cells.

        A mask and-ed with itself shifted by one step keeps each cell whose neighbour is also set:
        the first cells of runs of two. Repeated with larger shifts, this leaves the first cells of
        runs of ``run``. Some runs wrap around the edge of the board: the mask of possible first
        cells removes them.
        """
        return tuple(
            (
                tuple(length * self.cell(across, down) for length in _run_extensions(self.run)),
                sum(1 << cell for cell in range(self.size) if self._fits(cell, across, down)),
            )
            for across, down in DIRECTIONS
        )


def _run_extensions(run: int) -> Iterator[int]:
    """Yield the steps from a run of 1 to ``run``, each at most as long as the run so far."""
    length = 1
    while length < run:
        extension = min(length, run - length)
        yield extension
        length += extension


def _parse(code: str) -> Variant:
    # A plain function, because Twisted changes how methods are pickled.
    return Variant.parse(code)


CLASSIC = Variant(width=3, height=3, run=3)
