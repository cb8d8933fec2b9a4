"""What a move does on the small boards of a divided board; on other boards it is nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engine import Board, Mark


@dataclass(frozen=True, slots=True)
class BoardEffect:
    """The small boards that a move changes or leads to, by their numbers; None for none.

    It ``wins`` one for the side that moves, ``closes`` one that nobody wins, or ``saves`` one that
    the opponent could have won on this cell. Then it ``sends`` the opponent to one, or ``frees``
    the opponent to choose any that is open.
    """

    wins: int | None = None
    closes: int | None = None
    saves: int | None = None
    sends: int | None = None
    frees: bool = False


@lru_cache(maxsize=4096)
def board_effect(board: Board, cell: int) -> BoardEffect:
    """Return what a move does on the small boards.

    >>> from games.engine import BOARDS
    >>> board = Board(BOARDS["ultimate"].variant).play(40).play(30)
    >>> board_effect(board, 10)
    BoardEffect(wins=None, closes=None, saves=None, sends=4, frees=False)
    """
    child, number = board.play(cell), board.variant.board_of(cell)
    closed, by = number in child.closed(), child.closed().get(number)
    sends, is_over = child.target(), child.outcome() is not None
    return BoardEffect(
        wins=number if by else None,
        closes=number if closed and not by else None,
        saves=number if not closed and _would_win(board, cell, board.turn.opponent) else None,
        sends=None if is_over else sends,
        frees=board.variant.rules.remembers_last and sends is None and not is_over,
    )


def board_wins(board: Board) -> list[int]:
    return [cell for cell in board.legal_moves() if _would_win(board, cell, board.turn)]


def _would_win(board: Board, cell: int, mark: Mark) -> bool:
    bit = 1 << cell
    x, o = (board.x | bit, board.o) if mark is Mark.X else (board.x, board.o | bit)
    return board.variant.rules.closed(x, o).get(board.variant.board_of(cell)) is mark
