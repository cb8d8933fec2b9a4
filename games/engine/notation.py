"""Moves as text, such as ``b2-a3-c1``: in addresses of pages and on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.board import Board, Mark
from games.engine.variant import Variant


def write_moves(cells: Iterable[int], variant: Variant) -> str:
    """Return the names of cells, joined by hyphens.

    >>> write_moves([4, 0, 8], Variant(3, 3, 3))
    'b2-a3-c1'
    """
    return "-".join(map(variant.cell_name, cells))


def read_moves(text: str, variant: Variant) -> tuple[int, ...]:
    """Return the cells that a text names, separated by hyphens or spaces.

    >>> read_moves("b2-a3 c1", Variant(3, 3, 3))
    (4, 0, 8)

    :raises InvalidCellName: if one of them is no cell of this board.
    """
    return tuple(map(variant.cell_named, text.replace("-", " ").split()))


def moves_to(board: Board) -> tuple[int, ...]:
    """Return moves that lead to an unfinished position, without drop.

    Any order of these moves is legal, because none of them completes a line. This one marks each
    side's cells in ascending order.

    >>> moves_to(Board.parse("O../.X./X.."))
    (4, 0, 6)
    """
    x, o = ([cell for cell, held in enumerate(board.cells) if held == mark] for mark in Mark)
    return tuple((x if ply % 2 == 0 else o)[ply // 2] for ply in range(board.ply))


def play_moves(board: Board, cells: Iterable[int]) -> Board:
    """Return the position after a sequence of moves.

    :raises IllegalMove: if the rules do not allow one of them.
    """
    for cell in cells:
        board = board.play(cell)
    return board
