"""Symmetries of the board: rotations and reflections that map lines to lines."""

from __future__ import annotations

from functools import cache
from itertools import product

from games.engine.board import Board
from games.engine.variant import Variant

Permutation = tuple[int, ...]


@cache
def symmetries(variant: Variant) -> tuple[Permutation, ...]:
    """Return the symmetries of a board: each is a tuple with the image of every cell.

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


def images(board: Board) -> list[Board]:
    """Return the image of a board under each symmetry, repeated where images are equal.

    >>> images(Board.parse("XO./.../..."))[:2]
    [Board('XO./.../...'), Board('X../O../...')]
    """
    size, full = board.variant.size, board.variant.full
    return [Board(board.variant, image >> size, image & full) for image in _packed_images(board)]


def canonical(board: Board) -> Board:
    """Return the representative of all boards that are symmetric to this one.

    >>> canonical(Board.parse("X../.../...")) == canonical(Board.parse(".../.../..X"))
    True
    """
    size, least = board.variant.size, min(_packed_images(board))
    return Board(board.variant, least >> size, least & board.variant.full)


def canonical_moves(board: Board) -> dict[int, int]:
    """Return for each legal move its representative cell on the canonical board.

    Moves that lead to symmetric positions share a cell: the lowest of their images.

    >>> canonical_moves(Board())
    {0: 0, 1: 1, 2: 0, 3: 1, 4: 4, 5: 1, 6: 0, 7: 1, 8: 0}
    """
    packed = _packed_images(board)
    least = min(packed)
    ways = [
        way for way, image in zip(symmetries(board.variant), packed, strict=True) if image == least
    ]
    return {cell: min(way[cell] for way in ways) for cell in board.legal_moves()}


def _packed_images(board: Board) -> list[int]:
    """Return the board under each symmetry as one integer: the mask of X, then that of O.

    All images are built side by side in one larger integer, mark by mark, which is several times as
    fast as making eight boards.
    """
    variant, packed = board.variant, 0
    images_of_cell = images_of_cells(variant)
    for marks, shift in ((board.x, variant.size), (board.o, 0)):
        while marks:
            bit = marks & -marks
            marks ^= bit
            packed |= images_of_cell[bit.bit_length() - 1] << shift
    width = 2 * variant.size
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, len(symmetries(variant)) * width, width)]


@cache
def images_of_cells(variant: Variant) -> tuple[int, ...]:
    """Return for each cell a mask with its image under every symmetry, side by side."""
    return tuple(
        sum(
            1 << permutation[cell] + 2 * variant.size * number
            for number, permutation in enumerate(symmetries(variant))
        )
        for cell in range(variant.size)
    )
