"""Symmetries of the board: rotations and reflections that map lines to lines."""

from __future__ import annotations

from functools import cache
from itertools import product

from games.engine.board import Board
from games.engine.outcome import Mark
from games.engine.variant import Variant

Permutation = tuple[int, ...]


@cache
def symmetries(variant: Variant) -> tuple[Permutation, ...]:
    """Return the symmetries of a board, each as the tuple of the cells that cells map to.

    A square has 8, a rectangle 4, and fewer if a side is one cell long. Where pieces fall there
    are 2, for only the left-right reflection keeps the bottom row at the bottom.
    """
    flips = (False,) if variant.drop else (False, True)
    transposes = flips if variant.width == variant.height else (False,)
    choices = product((False, True), flips, transposes)
    return tuple(dict.fromkeys(_permutation(variant, *choice) for choice in choices))


def _permutation(variant: Variant, mirror: bool, upside_down: bool, transpose: bool) -> Permutation:
    def image(cell: int) -> int:
        column, row = variant.place(cell)
        column = variant.width - 1 - column if mirror else column
        row = variant.height - 1 - row if upside_down else row
        return variant.cell(row, column) if transpose else variant.cell(column, row)

    return tuple(map(image, range(variant.size)))


def canonical(board: Board) -> Board:
    """Return the representative of all boards that are symmetric to this one.

    >>> canonical(Board.parse("X../.../...")) == canonical(Board.parse(".../.../..X"))
    True
    """
    images = (_permuted(board, permutation) for permutation in symmetries(board.variant))
    return min(images, key=lambda image: (image.x, image.o))


def _permuted(board: Board, permutation: Permutation) -> Board:
    masks = {Mark.X: 0, Mark.O: 0}
    for cell, image in enumerate(permutation):
        if mark := board.mark_at(cell):
            masks[mark] |= 1 << image
    return Board(board.variant, masks[Mark.X], masks[Mark.O])
