from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from games.engine.divided_rules import NotaktoRules, UltimateRules
from games.engine.rules import DroppingRules, Rules

MAX_SIDE = 15
SHARED_SIDES = ((3, 3, 3), (6, 3, 3), (9, 3, 3))  # width, height and run
# Steps in columns and rows: right, down, and along the two diagonals.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
DROP, NESTED, SHARED, MISERE = "drop", "nested", "shared", "misere"
RULES = (DROP, NESTED, SHARED, MISERE)
LONGEST_TOLD = 20  # characters of what is no cell
CODE = re.compile(rf"(\d{{1,2}})x(\d{{1,2}})x(\d{{1,2}})((?:\+(?:{'|'.join(RULES)}))*)", re.ASCII)


class InvalidVariant(ValueError):
    pass


class InvalidCellName(ValueError):
    number: int | None = None  # of the move, where several were read


@dataclass(frozen=True)
class Variant:
    """Cells are numbered from 0, row by row, from the top left; sets of cells are bit masks.

    >>> connect_four = Variant(7, 6, 4, drop=True)
    >>> connect_four
    Variant('7x6x4+drop')
    >>> Variant.parse("7x6x4+drop") == connect_four
    True
    >>> len(connect_four.lines)
    69
    >>> len(Variant.parse("9x9x3+nested").boards)
    9
    """

    # Whoever completes a line of ``run`` marks wins, or loses with ``misere``. With ``nested`` or
    # ``shared`` the grid consists of small boards: nine, or one to three side by side on which both
    # sides mark X.

    width: int
    height: int
    run: int
    drop: bool = field(default=False, kw_only=True)
    nested: bool = field(default=False, kw_only=True)
    shared: bool = field(default=False, kw_only=True)
    misere: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InvalidVariant(f"A board is 1 to {MAX_SIDE} cells wide and high.")
        if not 1 <= self.run <= max(self.width, self.height):
            raise InvalidVariant(f"{self.run} in a row do not fit on this board.")
        is_alone = not (self.drop or self.shared or self.misere)
        if self.nested and not (self._sides == (9, 9, 3) and is_alone):
            raise InvalidVariant("Nested boards are written as 9x9x3+nested.")
        is_losing = self.misere and not self.drop
        if self.shared and not (self._sides in SHARED_SIDES and is_losing):
            raise InvalidVariant(
                "Boards with shared marks are 3x3x3+shared+misere, or 6x3x3 or 9x3x3 side by side."
            )

    @classmethod
    @lru_cache  # equal codes share one object, and so its cached lines and masks
    def parse(cls, text: str) -> Variant:
        """Read a code such as ``3x3x3``: width, height and run, then ``+misere`` and the like."""
        match = CODE.fullmatch(text)
        rules = match[4].split("+")[1:] if match else []
        if not match or len(set(rules)) < len(rules):
            raise InvalidVariant(
                "A board is written as width x height x run, such as 3x3x3, 7x6x4+drop or "
                "3x3x3+misere."
            )
        sides = map(int, match.group(1, 2, 3))
        return cls(*sides, **{rule: rule in rules for rule in RULES})

    def __str__(self) -> str:
        rules = "".join([f"+{rule}" for rule in RULES if getattr(self, rule)])
        return f"{self.width}x{self.height}x{self.run}{rules}"

    def __repr__(self) -> str:
        return f"Variant('{self}')"

    def __reduce__(self) -> tuple[Callable[[str], Variant], tuple[str]]:
        # Only the code is pickled, so that another process also has one object for each code.
        return _parse, (str(self),)

    @cached_property
    def rules(self) -> Rules:
        if self.nested:
            return UltimateRules(self)
        if self.shared:
            return NotaktoRules(self)
        return DroppingRules(self) if self.drop else Rules(self)

    @cached_property
    def size(self) -> int:
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        return (1 << self.size) - 1

    def cell(self, column: int, row: int) -> int:
        return row * self.width + column

    def place(self, cell: int) -> tuple[int, int]:
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
        """
        cell = self._cells_by_name.get(name.lower())
        if cell is None:
            last = self.cell_name(self.width - 1)
            raise InvalidCellName(
                f"There is no cell {name[:LONGEST_TOLD]}. "
                f"The cells of this board are called a1 to {last}."
            )
        return cell

    @cached_property
    def _cells_by_name(self) -> dict[str, int]:
        return {self.cell_name(cell): cell for cell in range(self.size)}

    @property
    def is_divided(self) -> bool:
        return self.nested or self.shared

    @cached_property
    def boards(self) -> tuple[int, ...]:
        masks = [0] * (self.width // self._across * (self.height // self._down))
        for cell in range(self.size):
            masks[self.board_of(cell)] |= 1 << cell
        return tuple(masks)

    def board_of(self, cell: int) -> int:
        column, row = self.place(cell)
        return row // self._down * (self.width // self._across) + column // self._across

    def place_on_board(self, cell: int) -> int:
        column, row = self.place(cell)
        return row % self._down * self._across + column % self._across

    def middle_of(self, board: int) -> int:
        row, column = divmod(board, self.width // self._across)
        across, down = self._across, self._down
        return self.cell(column * across + across // 2, row * down + down // 2)

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """All lines of ``run`` cells, each as a tuple of cells; none leaves its small board."""
        return tuple(dict.fromkeys(self._find_lines()))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    def _find_lines(self) -> Iterator[tuple[int, ...]]:
        for cell in range(self.size):
            for across, down in DIRECTIONS:
                if self._fits(cell, across, down):
                    step = self.cell(across, down)
                    yield tuple(cell + step * number for number in range(self.run))

    @cached_property
    def _sides(self) -> tuple[int, int, int]:
        return self.width, self.height, self.run

    @cached_property
    def _across(self) -> int:
        return self.run if self.is_divided else self.width

    @cached_property
    def _down(self) -> int:
        return self.run if self.is_divided else self.height

    def _fits(self, cell: int, across: int, down: int) -> bool:
        column, row = self.place(cell)
        end = column % self._across + across * (self.run - 1)
        return 0 <= end < self._across and row % self._down + down * (self.run - 1) < self._down

    @cached_property
    def line_shifts(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        # A mask and-ed with itself shifted by one step keeps the first cells of runs of two; with
        # larger shifts, of ``run``. The mask of possible first cells removes those that wrap around
        # the edge.
        return tuple(
            (
                tuple(length * self.cell(across, down) for length in _run_extensions(self.run)),
                sum(1 << cell for cell in range(self.size) if self._fits(cell, across, down)),
            )
            for across, down in DIRECTIONS
        )


def _run_extensions(run: int) -> Iterator[int]:
    length = 1
    while length < run:
        extension = min(length, run - length)
        yield extension
        length += extension


def _parse(code: str) -> Variant:
    # A plain function, because Twisted changes how methods are pickled.
    return Variant.parse(code)


CLASSIC = Variant(width=3, height=3, run=3)
