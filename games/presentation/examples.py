from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.engine import BOARDS, Board, Mark, Variant
from games.presentation.cells import closed_board
from games.presentation.description import Drawing, end_of

SAMPLE_SIDE = 9  # the most a sample shows of a side, from the middle
# Steps right and down of the lines by which boards of nearly the same size are told apart.
RISING, ROW, COLUMN, FALLING = (1, -1), (1, 0), (0, 1), (1, 1)
STEPS = {BOARDS["4x4"].variant: RISING, BOARDS["5x5"].variant: ROW, BOARDS["6x6"].variant: COLUMN}


@lru_cache(maxsize=32)
def sample(variant: Variant) -> Drawing:
    if len(variant.boards) > 1:
        return _small_boards(variant)
    line = _floor(variant) if variant.drop else _middle_line(variant)
    above = [cell - variant.width for cell in line[:-1]] if variant.drop else []
    board = Board(variant, _mask(line), _mask(above))
    return Drawing(board, end=end_of(board, line, ()), window=_window(variant))


def _small_boards(variant: Variant) -> Drawing:
    is_won = variant.rules.leads_to(0) is not None
    numbers = range(len(variant.boards))[:: variant.run + 1 if is_won else 1]
    lines = [_falling_line(variant, number) for number in numbers]
    mark = Mark.X.value if is_won else ""
    closed = [
        closed_board(variant, number, mark, 0, line)
        for number, line in zip(numbers, lines, strict=True)
    ]
    board = Board(variant, _mask({cell for line in lines for cell in line}))
    line = [variant.middle_of(number) for number in numbers] if is_won else lines[-1]
    return Drawing(board, end=end_of(board, line, closed), closed=closed)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _falling_line(variant: Variant, number: int) -> list[int]:
    middle, step = variant.middle_of(number), variant.cell(1, 1)
    return [middle - step, middle, middle + step]


def _window(variant: Variant) -> tuple[int, int, int, int]:
    width, height = min(variant.width, SAMPLE_SIDE), min(variant.height, SAMPLE_SIDE)
    return (variant.width - width) // 2, (variant.height - height) // 2, width, height


def _floor(variant: Variant) -> list[int]:
    start = (variant.width - variant.run) // 2
    return [variant.cell(start + step, variant.height - 1) for step in range(variant.run)]


def _middle_line(variant: Variant) -> list[int]:
    right, down = STEPS.get(variant, FALLING)
    columns = _centred(variant.width, variant.run, right)
    rows = _centred(variant.height, variant.run, down)
    return [variant.cell(column, row) for column, row in zip(columns, rows, strict=True)]


def _centred(side: int, run: int, step: int) -> list[int]:
    if step == 0:
        return [side // 2] * run
    start = (side - run) // 2
    return list(range(start, start + run))[::step]
