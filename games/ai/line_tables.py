"""What a mark changes in the lines through its cell, looked up instead of counted.

A position is one integer: the mask of X, and above it, ``size`` bits further up, that of O. What
a mark on a cell changes depends on nothing but the cells within ``run`` of it along the four
directions. So for each side, cell and direction there is a dictionary, from what the position
has on those cells to the change; it fills as positions are met.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from games.engine import Board, Mark, Variant, symmetries

# Potentials of X and O share an integer, each with so many bits: one addition changes both.
FIELD = 24
LOW = (1 << FIELD) - 1
# All dictionaries of a variant together; about 250 bytes each.
MOST_CHANGES = 200_000

# Cells where the side would now complete a line, and what is added to the potentials.
Change = tuple[int, int]
# A position, the cells where the side to move and where the other would complete a line,
# the potentials, and the ply.
Node = tuple[int, int, int, int, int]


class Changes(dict[int, Change]):
    """What a side's mark on a cell changes along one direction, by what is there already."""

    def __init__(self, lines: Lines, cell: int, side: int, masks: list[int], most: int) -> None:
        self.lines, self.bit, self.side, self.masks, self.most = lines, 1 << cell, side, masks, most

    def __missing__(self, near: int) -> Change:
        size, full, run = self.lines.size, self.lines.full, self.lines.run
        masks = (near & full, near >> size)
        own, others = masks[self.side], masks[1 - self.side]
        threats, potential = 0, 0
        for line in self.masks:
            count, blocked = (line & own).bit_count(), (line & others).bit_count()
            if not blocked:
                potential += self.lines.gain[count] << FIELD * self.side
                if count == run - 2:
                    threats |= line & ~own & ~self.bit
            if not count:
                potential -= self.lines.weights[blocked] << FIELD * (1 - self.side)
        if len(self) >= self.most:
            self.clear()
        change = self[near] = threats, potential
        return change


class Lines:
    """The lines of a variant, for the search.

    A side's potential is the sum, over the lines still open to it, of ``weights`` by the
    number of its marks in them: 0 when no line is open any more.
    """

    def __init__(self, variant: Variant, weights: tuple[int, ...]) -> None:
        self.variant = variant
        self.size, self.full, self.run = variant.size, variant.full, variant.run
        self.weights = weights
        self.gain = [more - less for less, more in pairwise(weights)]
        groups = [list(_along_directions(variant, cell)) for cell in range(self.size)]
        most = MOST_CHANGES // (2 * sum(map(len, groups)) or 1)
        self.rays = [
            [self._rays(cell, side, group, most) for cell, group in enumerate(groups)]
            for side in (0, 1)
        ]
        self.timely = _timely(variant)
        # What each cell of a position becomes under each symmetry, all in one integer.
        self.forms = len(symmetries(variant))
        self.images = [self._images(bit) for bit in range(2 * self.size)]

    def _rays(
        self, cell: int, side: int, groups: list[list[int]], most: int
    ) -> list[tuple[int, Changes]]:
        rays = []
        for masks in groups:
            near = _union(masks) & ~(1 << cell)
            rays.append((near | near << self.size, Changes(self, cell, side, masks, most)))
        return rays

    def _images(self, bit: int) -> int:
        side, cell = divmod(bit, self.size)
        return sum(
            1 << (permutation[cell] + self.size * (side + 2 * number))
            for number, permutation in enumerate(symmetries(self.variant))
        )

    def canonical(self, position: int) -> int:
        """Return the position that stands for all symmetric forms of this one."""
        forms, images = 0, self.images
        while position:
            bit = position & -position
            position ^= bit
            forms |= images[bit.bit_length() - 1]
        width = 2 * self.size
        one = (1 << width) - 1
        return min([forms >> shift & one for shift in range(0, self.forms * width, width)])

    def node(self, board: Board) -> Node:
        """Return a board as the search sees it."""
        everywhere = self.full if self.run == 1 else 0
        start = len(self.variant.lines) * self.weights[0]
        position, threats, potentials = 0, [everywhere, everywhere], start | start << FIELD
        for side, marks in enumerate((board.x, board.o)):
            for cell in _cells(marks):
                for near, changes in self.rays[side][cell]:
                    new, added = changes[position & near]
                    threats[side] |= new
                    potentials += added
                position |= 1 << cell + side * self.size
        if board.turn is Mark.O:
            threats.reverse()
        return position, threats[0], threats[1], potentials, board.ply


@lru_cache(maxsize=8)
def lines_of(variant: Variant, weights: tuple[int, ...]) -> Lines:
    return Lines(variant, weights)


def _timely(variant: Variant) -> tuple[int, int]:
    """Return the cells that X, and O, can count on if a game goes on to the last column.

    Filling that, they take turns from its bottom to its top. Source: zugzwang in Allis, "A
    Knowledge-based Approach of Connect-Four" (1988).
    """
    if not variant.drop:
        return variant.full, variant.full
    cells = range(variant.size)
    first = sum(1 << cell for cell in cells if (variant.size - 1 - cell // variant.width) % 2 == 0)
    return first, variant.full ^ first


def _along_directions(variant: Variant, cell: int) -> Iterator[list[int]]:
    """Yield the lines through a cell, those of one direction together."""
    groups: dict[int, list[int]] = {}
    for mask, line in zip(variant.masks, variant.lines, strict=True):
        if cell in line:
            groups.setdefault(line[-1] - line[0], []).append(mask)
    yield from groups.values()


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _cells(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
