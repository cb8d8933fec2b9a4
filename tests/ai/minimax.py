"""Plain minimax, straight from its definition, to compare the search with."""

from collections.abc import Sequence
from functools import cache

from games.ai.solver import Value, Verdict
from games.engine import Board, Variant
from games.engine.symmetry import symmetries

# Above every number of plies, so that a win is worth more than a draw at any distance.
FAR = 1000
# Of a board on which positions that are turned or mirrored are searched once.
MAX_SYMMETRIC_CELLS = 16


def minimax(board: Board, plies: int | None = None) -> Verdict:
    if board.outcome():
        return _verdict(_ended(board))
    left = board.variant.size - board.ply
    depth = left if plies is None else min(plies, left)
    value = _value(board.variant, *_representative(board.variant, board.x, board.o), depth)
    return Verdict(Value.UNKNOWN) if not value and depth < left else _verdict(value)


def _ended(board: Board) -> int:
    outcome = board.outcome()
    if outcome.winner is None:
        return 0
    return FAR if outcome.winner is board.turn else -FAR


@cache
def _value(variant: Variant, x: int, o: int, plies: int) -> int:
    free = variant.rules.playable(x, o) if plies else 0
    is_o = x.bit_count() > o.bit_count()
    best = -FAR if free else 0
    while free:
        cell = free & -free
        free ^= cell
        marks = (o if is_o else x) | cell
        if variant.rules.has_line(marks):
            value = -FAR if variant.misere else FAR
        else:
            after = _representative(variant, *((x, marks) if is_o else (marks, o)))
            value = -_value(variant, *after, plies - 1)
        best = max(best, value - (value > 0) + (value < 0))
    return best


def _representative(variant: Variant, x: int, o: int) -> tuple[int, int]:
    if variant.size > MAX_SYMMETRIC_CELLS:
        return x, o
    return min((image[x], image[o]) for image in _images(variant))


@cache
def _images(variant: Variant) -> list[list[int]]:
    return [_images_under(cells) for cells in symmetries(variant)]


def _images_under(cells: Sequence[int]) -> list[int]:
    images = [0]
    for cell in cells:  # each doubles the sets by those that have this cell too
        images += [image | 1 << cell for image in images]
    return images


def _verdict(value: int) -> Verdict:
    if not value:
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if value > 0 else Value.LOSS, FAR - abs(value))
