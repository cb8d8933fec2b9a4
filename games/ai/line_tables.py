"""What a new mark changes in the lines through its cell, looked up instead of counted."""

# A position is one integer: the mask of X's marks, and ``size`` bits further up, that of O's. A
# change depends only on the cells within ``run`` along four directions, which are the key of a
# dictionary for each side, cell and direction.

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from games.engine import Board, Mark, Variant, symmetries
from games.engine.symmetry import images_of_cells

# The potentials of X (low bits) and O (high bits) share one integer, so that a single addition
# changes both. Each has this many bits.
POTENTIAL_BITS = 24
POTENTIAL_MASK = (1 << POTENTIAL_BITS) - 1
# Entries in all dictionaries of a variant together. Each takes about 250 bytes.
MAX_ENTRIES = 200_000

# What one mark changes: the cells that now complete a line, as a mask, and what to add to the
# potentials. A plain tuple, because the search unpacks some for every move it generates.
Change = tuple[int, int]


class LineNode(NamedTuple):
    """Masks of the cells with which either side would complete a line; taken ones mean nothing."""

    position: int
    threats: int
    opponent_threats: int
    potentials: int
    ply: int


RawNode = tuple[int, int, int, int, int]  # the fields of a ``LineNode``, without the names


class DirectionTable(dict[int, Change]):
    def __init__(
        self, tables: LineTables, cell: int, side: int, lines: list[int], max_entries: int
    ) -> None:
        self.tables, self.bit, self.side, self.lines = tables, 1 << cell, side, lines
        self.max_entries = max_entries

    def __missing__(self, pattern: int) -> Change:
        size, full, run = self.tables.size, self.tables.full, self.tables.run
        masks = (pattern & full, pattern >> size)
        own_marks, opponent_marks = masks[self.side], masks[1 - self.side]
        threats, potentials = 0, 0
        for line in self.lines:
            own, opponent = (line & own_marks).bit_count(), (line & opponent_marks).bit_count()
            if not opponent:
                potentials += self.tables.gains[own] << POTENTIAL_BITS * self.side
                if own == run - 2:
                    # With this mark the line lacks one cell.
                    threats |= line & ~own_marks & ~self.bit
            if not own:
                # This mark closes the line to the opponent.
                potentials -= self.tables.weights[opponent] << POTENTIAL_BITS * (1 - self.side)
        if len(self) >= self.max_entries:
            self.clear()
        change = self[pattern] = threats, potentials
        return change


class LineTables:
    # A side's potential is the sum of ``weights[marks]`` over the lines without opponent's marks.
    # ``direction_tables[side][cell]`` lists for each direction the mask of a key and its
    # dictionary.
    def __init__(self, variant: Variant, weights: tuple[int, ...]) -> None:
        self.variant = variant
        self.size, self.full, self.run = variant.size, variant.full, variant.run
        self.weights = weights
        self.gains = [more - less for less, more in pairwise(weights)]
        directions = [list(_lines_by_direction(variant, cell)) for cell in range(self.size)]
        max_entries = MAX_ENTRIES // (2 * sum(map(len, directions)) or 1)
        self.direction_tables = [
            [
                self._tables_of_cell(cell, side, groups, max_entries)
                for cell, groups in enumerate(directions)
            ]
            for side in (0, 1)
        ]
        self.parity_cells = parity_cells(variant)
        # For each bit of a position, its images under all symmetries, side by side in one integer.
        self.symmetry_count = len(symmetries(variant))
        images = images_of_cells(variant)
        self.symmetric_images = [image << side for side in (0, self.size) for image in images]

    def _tables_of_cell(
        self, cell: int, side: int, groups: list[list[int]], max_entries: int
    ) -> list[tuple[int, DirectionTable]]:
        tables = []
        for lines in groups:
            cells = reduce(or_, lines) & ~(1 << cell)
            table = DirectionTable(self, cell, side, lines, max_entries)
            tables.append((cells | cells << self.size, table))
        return tables

    def canonical(self, position: int) -> int:
        images, symmetric_images = 0, self.symmetric_images
        while position:
            bit = position & -position
            position ^= bit
            images |= symmetric_images[bit.bit_length() - 1]
        width = 2 * self.size
        mask = (1 << width) - 1
        return min(
            [images >> shift & mask for shift in range(0, self.symmetry_count * width, width)]
        )

    def node(self, board: Board) -> LineNode:
        # With lines of one cell, every cell completes one from the start.
        at_start = self.full if self.run == 1 else 0
        potential = len(self.variant.lines) * self.weights[0]
        position, threats = 0, [at_start, at_start]
        potentials = potential | potential << POTENTIAL_BITS
        for side, marks in enumerate((board.x, board.o)):
            for cell in cells_in(marks):
                for mask, table in self.direction_tables[side][cell]:
                    new_threats, change = table[position & mask]
                    threats[side] |= new_threats
                    potentials += change
                position |= 1 << cell + side * self.size
        if board.turn is Mark.O:
            threats.reverse()
        return LineNode(position, threats[0], threats[1], potentials, board.ply)

    def child(self, node: RawNode, cell: int) -> RawNode:
        position, threats, opponent_threats, potentials, ply = node
        for mask, table in self.direction_tables[ply & 1][cell]:
            new_threats, change = table[position & mask]
            threats |= new_threats
            potentials += change
        position |= 1 << cell + self.size * (ply & 1)
        return position, opponent_threats, threats, potentials, ply + 1


@lru_cache(maxsize=8)
def line_tables(variant: Variant, weights: tuple[int, ...]) -> LineTables:
    return LineTables(variant, weights)


def parity_cells(variant: Variant) -> tuple[int, int]:
    """Odd threats are good for X, even ones for O: Allis, "Connect-Four" (1988)."""
    if not variant.drop:
        return variant.full, variant.full
    rows = [variant.place(cell)[1] for cell in range(variant.size)]
    x_cells = sum(1 << cell for cell, row in enumerate(rows) if (variant.size - 1 - row) % 2 == 0)
    return x_cells, variant.full ^ x_cells


def _lines_by_direction(variant: Variant, cell: int) -> Iterator[list[int]]:
    groups: dict[int, list[int]] = {}
    for mask, line in zip(variant.masks, variant.lines, strict=True):
        if cell in line:
            # The distance from the first to the last cell tells the directions apart.
            groups.setdefault(line[-1] - line[0], []).append(mask)
    yield from groups.values()


def cells_in(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
