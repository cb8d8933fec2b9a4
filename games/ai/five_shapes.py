"""What a move makes on a board of five in a row, by the names of gomoku's glossaries.

A four is one move from five in a row; an open four (straight four) can become five at either end. A
three is one move from an open four: an open three is unbroken, a broken three has a gap. Five or
more in a row win.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from games.engine import Board, Mark
from games.engine.variant import DIRECTIONS

RUN = 5


class Shape(Enum):
    FOUR = auto()
    OPEN_FOUR = auto()
    TWO_FOURS = auto()  # in one line, such as X.XXX.X
    OPEN_THREE = auto()
    BROKEN_THREE = auto()


FOURS = {Shape.FOUR, Shape.OPEN_FOUR, Shape.TWO_FOURS}
THREES = {Shape.OPEN_THREE, Shape.BROKEN_THREE}


def shapes(board: Board, cell: int) -> list[Shape]:
    """Return the shapes that a move makes, one a line at most."""
    found = (_shape(_around(board, cell, step), board.turn) for step in DIRECTIONS)
    return [shape for shape in found if shape]


def _around(board: Board, cell: int, step: tuple[int, int]) -> str:
    variant, marks = board.variant, board.cells
    column, row = variant.place(cell)
    text = ""
    for far in range(-RUN, RUN + 1):
        x, y = column + far * step[0], row + far * step[1]
        is_on = 0 <= x < variant.width and 0 <= y < variant.height
        text += marks[variant.cell(x, y)] if is_on else "#"
    return f"{text[:RUN]}{board.turn}{text[RUN + 1 :]}"


def _shape(text: str, mark: Mark) -> Shape | None:
    fives = {start + line.index(".") for start, line in _parts(text, RUN) if _lacks_one(line, mark)}
    if not fives:
        return _three(text, mark)
    if len(fives) == 1:
        return Shape.FOUR
    # In a straight four the fives are its ends, and nothing but marks is between them.
    is_open = any({start, start + RUN} <= fives for start, _ in _parts(text, RUN + 1))
    return Shape.OPEN_FOUR if is_open else Shape.TWO_FOURS


def _three(text: str, mark: Mark) -> Shape | None:
    inner = [line[1:-1] for _, line in _parts(text, RUN + 1) if line[0] == line[-1] == "."]
    threes = [line for line in inner if _lacks_one(line, mark)]
    if not threes:
        return None
    return Shape.OPEN_THREE if any(mark * 3 in line for line in threes) else Shape.BROKEN_THREE


def _parts(text: str, length: int) -> Iterator[tuple[int, str]]:
    for start in range(RUN - length + 1, RUN + 1):
        if start >= 0:
            yield start, text[start : start + length]


def _lacks_one(line: str, mark: Mark) -> bool:
    return line.count(mark) == len(line) - 1 and "." in line
