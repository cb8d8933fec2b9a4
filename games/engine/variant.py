"""The shape of a board and how many in a row it takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

MAX_SIDE = 15
# Right, down, and the two diagonals: every line runs along one of them.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


class InvalidVariant(ValueError):
    """No such board can be played on."""


@dataclass(frozen=True)
class Variant:
    """A board of ``width`` x ``height`` cells where ``run`` in a row wins.

    Cells are numbered row by row from 0.

    :raises InvalidVariant: if a side is not 1 to 15, or no line of ``run`` cells fits.
    """

    width: int
    height: int
    run: int

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InvalidVariant(f"A board is 1 to {MAX_SIDE} cells wide and high.")
        if not 1 <= self.run <= max(self.width, self.height):
            raise InvalidVariant(f"{self.run} in a row do not fit on this board.")

    @classmethod
    @lru_cache  # to find its lines takes a while
    def parse(cls, text: str) -> Variant:
        """Read the form ``3x3x3``: width, height, run.

        :raises InvalidVariant: if the text is anything else.
        """
        match = re.fullmatch(r"(\d{1,2})x(\d{1,2})x(\d{1,2})", text, re.ASCII)
        if not match:
            raise InvalidVariant("A board is written as width x height x run, such as 3x3x3.")
        return cls(*map(int, match.groups()))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}x{self.run}"

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @property
    def full(self) -> int:
        """The mask with every cell set."""
        return (1 << self.size) - 1

    def cell(self, column: int, row: int) -> int:
        return row * self.width + column

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, both from 0."""
        row, column = divmod(cell, self.width)
        return column, row

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
            column, row = self.place(cell)
            for across, down in DIRECTIONS:
                end_column = column + across * (self.run - 1)
                end_row = row + down * (self.run - 1)
                if 0 <= end_column < self.width and end_row < self.height:
                    yield tuple(
                        self.cell(column + across * step, row + down * step)
                        for step in range(self.run)
                    )


CLASSIC = Variant(width=3, height=3, run=3)
