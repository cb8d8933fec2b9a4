from __future__ import annotations

from functools import lru_cache

from games.engine import Board, Mark, Variant
from games.engine.presets import named
from games.presentation.cells import closed_board
from games.presentation.description import Drawing, end_of

# A position of each board by which it is known, row by row.
POSITIONS = {
    "classic": "X.O OX. ..X",
    "misere": "XO. .XO ..X",
    "4x4": ".O.X O.X. .X.O X...",
    "5x5": "..... .O... XXXX. ..O.. ...O.",
    "6x6": "...... ...X.. ..OX.. .O.X.. ..OX.. ......",
    "connect-four": "....... ....... ....... ...O... ..OX... .OXXO..",
    "gomoku": "......... ......... ......X.. ....OX... ...OX.... ...X.O... ..X.O.... "
    "......... .........",
    "notakto": "XX. ..X X..",
    "notakto-3": "X........ ....X..X. ...X.....",
}
SMALL_WON = {0: Mark.X, 2: Mark.O, 4: Mark.X}  # on Ultimate, each by its falling line


@lru_cache(maxsize=32)
def sample(variant: Variant) -> Drawing:
    preset = named(variant)
    if variant.rules.leads_to(0) is not None:
        return _small_boards(variant)
    rows = POSITIONS[preset.id].split() if preset else ["." * variant.width]
    left, top = (variant.width - len(rows[0])) // 2, (variant.height - len(rows)) // 2
    board = Board(variant, *(_mask(variant, rows, mark, left, top) for mark in Mark))
    outcome = board.outcome()
    window = (left, top, len(rows[0]), len(rows)) if left else None
    return Drawing(board, end=end_of(board, outcome.line if outcome else (), ()), window=window)


def _mask(variant: Variant, rows: list[str], mark: Mark, left: int, top: int) -> int:
    return sum(
        1 << variant.cell(left + column, top + row)
        for row, cells in enumerate(rows)
        for column, each in enumerate(cells)
        if each == mark
    )


def _small_boards(variant: Variant) -> Drawing:
    step, masks, closed = variant.cell(1, 1), {Mark.X: 0, Mark.O: 0}, []
    for number, mark in SMALL_WON.items():
        middle = variant.middle_of(number)
        line = [middle - step, middle, middle + step]
        masks[mark] += sum(1 << cell for cell in line)
        closed.append(closed_board(variant, number, mark, 0, line))
    return Drawing(Board(variant, masks[Mark.X], masks[Mark.O]), closed=closed)
