"""Boards that are turns or reflections of one another."""

from __future__ import annotations

from functools import cache
from itertools import product

from games.engine.board import Board
from games.engine.outcome import Mark
from games.engine.variant import Variant

Permutation = tuple[int, ...]


@cache
def symmetries(variant: Variant) -> tuple[Permutation, ...]:
    """Return each way of laying the board onto itself: 8 for a square, 4 for a rectangle.

    Where pieces fall, only the mirror leaves the bottom at the bottom. A permutation says for each
    cell which cell it lands on. A board with a side of one cell has fewer that differ.
    """
    turns = (False,) if variant.drop else (False, True)
    swaps = turns if variant.width == variant.height else (False,)
    found = (_permutation(variant, *flips) for flips in product((False, True), turns, swaps))
    return tuple(dict.fromkeys(found))


def _permutation(variant: Variant, mirror: bool, upside_down: bool, transpose: bool) -> Permutation:
    def image(cell: int) -> int:
        column, row = variant.place(cell)
        column = variant.width - 1 - column if mirror else column
        row = variant.height - 1 - row if upside_down else row
        return variant.cell(row, column) if transpose else variant.cell(column, row)

    return tuple(map(image, range(variant.size)))


def canonical(board: Board) -> Board:
    """Return the one board that stands for all symmetric forms of this one."""
    forms = (_moved(board, permutation) for permutation in symmetries(board.variant))
    return min(forms, key=lambda form: (form.x, form.o))


def _moved(board: Board, permutation: Permutation) -> Board:
    masks = {Mark.X: 0, Mark.O: 0}
    for cell, image in enumerate(permutation):
        if mark := board.mark_at(cell):
            masks[mark] |= 1 << image
    return Board(board.variant, masks[Mark.X], masks[Mark.O])
