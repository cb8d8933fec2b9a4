"""Moves as text, such as ``b2-a3-c1``: in addresses of pages and on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.board import Board
from games.engine.mark import Mark
from games.engine.rules import cells_of
from games.engine.variant import InvalidCellName, Variant

COLUMNS = "123456789"  # counted from the left, in the usual notation of Connect Four


def write_moves(cells: Iterable[int], variant: Variant) -> str:
    """Return the names of cells, joined by hyphens.

    >>> write_moves([4, 0, 8], Variant(3, 3, 3))
    'b2-a3-c1'
    """
    return "-".join(map(variant.cell_name, cells))


def read_moves(text: str, variant: Variant, before: Board | None = None) -> tuple[int, ...]:
    """Read names separated by hyphens or spaces; where pieces fall, digits are columns (``4453``).

    >>> read_moves("b2-a3 C1", Variant(3, 3, 3))
    (4, 0, 8)
    >>> write_moves(read_moves("4453", Variant(7, 6, 4, drop=True)), Variant(7, 6, 4, drop=True))
    'd1-d2-e1-c1'
    """
    return cells_named(text.replace("-", " ").split(), before or Board(variant))


def cells_named(names: Iterable[str], before: Board) -> tuple[int, ...]:
    taken, cells = before.x | before.o, list[int]()
    for name in _single_moves(names, before.variant):
        try:
            cells.append(_cell(name, before.variant, taken))
        except InvalidCellName as error:
            error.number = len(cells) + 1
            raise
        taken |= 1 << cells[-1]
    return tuple(cells)


def are_columns(text: str, variant: Variant) -> bool:
    return variant.drop and text != "" and not text.strip(COLUMNS)


def _single_moves(names: Iterable[str], variant: Variant) -> Iterator[str]:
    for name in names:
        yield from name if are_columns(name, variant) else [name]


def _cell(name: str, variant: Variant, taken: int) -> int:
    if name not in COLUMNS[: variant.width] or not are_columns(name, variant):
        return variant.cell_named(name)
    cells = [variant.cell(int(name) - 1, row) for row in range(variant.height)]
    return max((cell for cell in cells if not taken >> cell & 1), default=cells[0])


def moves_to(board: Board) -> tuple[int, ...]:
    """Return moves, in any order legal, to an unfinished position on one board, without drop.

    >>> moves_to(Board.parse("O../.X./X.."))
    (4, 0, 6)
    """
    held = {mark: iter(cells_of(board.x if mark is Mark.X else board.o)) for mark in Mark}
    return tuple(next(held[board.variant.rules.mark(ply)]) for ply in range(board.ply))


def play_moves(board: Board, cells: Iterable[int]) -> Board:
    for cell in cells:
        board = board.play(cell)
    return board
