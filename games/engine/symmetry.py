from __future__ import annotations

from functools import cache
from itertools import product

from games.engine.board import Board
from games.engine.variant import Variant

Permutation = tuple[int, ...]


@cache
def symmetries(variant: Variant) -> tuple[Permutation, ...]:
    """Each is a tuple with the image of every cell; where pieces fall there are two."""
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
    return [_unpacked(image, board.variant) for image in _packed_images(board)]


def canonical(board: Board) -> Board:
    """Return the representative of all boards that are symmetric to this one.

    >>> canonical(Board.parse("X../.../...")) == canonical(Board.parse(".../.../..X"))
    True
    """
    return _unpacked(min(_packed_images(board)), board.variant)


def canonical_moves(board: Board) -> dict[int, int]:
    """Return for each move the lowest image of those that lead to symmetric positions.

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
    # All images are built side by side in one larger integer, mark by mark, which is several times
    # as fast as making eight boards.
    variant, packed, last = board.variant, 0, 0 if board.last is None else 1 << board.last
    images_of_cell, size = images_of_cells(variant), variant.size
    for marks, shift in ((board.x, size), (board.o, 0), (last, 2 * size)):
        while marks:
            bit = marks & -marks
            marks ^= bit
            packed |= images_of_cell[bit.bit_length() - 1] << shift
    width = _masks(variant) * size
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, len(symmetries(variant)) * width, width)]


def _unpacked(image: int, variant: Variant) -> Board:
    last = image >> 2 * variant.size
    x, o = image >> variant.size & variant.full, image & variant.full
    return Board(variant, x, o, last.bit_length() - 1 if last else None)


def _masks(variant: Variant) -> int:
    return 3 if variant.rules.remembers_last else 2


@cache
def images_of_cells(variant: Variant) -> tuple[int, ...]:
    return tuple(
        sum(
            1 << permutation[cell] + _masks(variant) * variant.size * number
            for number, permutation in enumerate(symmetries(variant))
        )
        for cell in range(variant.size)
    )
