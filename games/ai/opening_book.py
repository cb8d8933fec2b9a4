"""Openings of Connect Four: to 8 stones from our table, those of 12 from ``bitbully-databases``.

Of 5x5 they are of two marks.
"""

# Both have sorted records of five bytes: the code of a position as a signed number, and its value
# for the side to move as a signed byte. The code has the columns from the left, in each its stones
# from the bottom, ``10`` for X and ``11`` for O, and ``0`` at its end. A value is 0 for a draw, 100
# less the number of plies for a win, and the negative of that for a loss. Of a position and its
# mirror image there is one record, and none if the next stone wins.

from __future__ import annotations

import mmap
import os
import zlib
from bisect import bisect_left
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from games.engine import Board, Mark, Variant
from games.engine.symmetry import canonical

CONNECT_FOUR = Variant(7, 6, 4, drop=True)
# The value of a win at ply 0. One at the last ply is worth 1, just more than a draw.
WIN_SCORE = CONNECT_FOUR.size + 1
TABLE, TABLE_STONES = Path(__file__).with_name("opening_table.dat"), 8
PACKAGE, BOOK, BOOK_STONES = "bitbully_databases", "assets/book_12ply_distances.dat", 12
# Names the book in a process that cannot look for packages; empty, there is none.
BOOK_VARIABLE = "CONNECT_FOUR_BOOK"
RECORD, CODE = 5, 4  # bytes of a record, and those of its code
IMMEDIATE = 100  # the value in a record of a win in no plies
WIDTH, FLOOR = CONNECT_FOUR.width, CONNECT_FOUR.size - CONNECT_FOUR.width
COLUMN = sum(1 << cell for cell in range(0, CONNECT_FOUR.size, WIDTH))

# On 5x5 a first mark is a draw, and so are the answers to it but for these, which lose in so many
# plies: by the first cell and those plies. Found by ``manage.py solve --board 5x5``.
FIVE = Variant(5, 5, 4)
LOSING_ANSWERS = {
    1: {12: (0, 2, 3, 4, 20, 22, 24), 14: (10, 14, 21, 23)},
    2: {12: (20,), 14: (10, 21, 22)},
    6: {8: (1, 2, 4, 7, 8, 13, 14, 18), 10: (0, 3, 9, 19, 24)},
    7: {8: (1, 10, 16), 10: (0, 2, 11, 15, 20, 21), 12: (5, 22)},
    12: {8: (0, 2, 7), 10: (1,)},
}

Records = bytes | mmap.mmap


class NoRecord(LookupError):
    pass


def exact_value(board: Board) -> int | None:
    """Return ``WIN_SCORE`` less the ply of a win, 0 for a draw, None if it is not known."""
    if board.variant == FIVE and board.ply <= 2:
        return FIVE.size - _lost_answers().get(canonical(board), FIVE.size)
    if board.variant != CONNECT_FOUR or board.ply > BOOK_STONES:
        return None
    with suppress(NoRecord):
        if board.ply > TABLE_STONES:
            return value_in_book(board)
        return _searched(board, -WIN_SCORE, WIN_SCORE, table(), board.ply)
    return None


@cache
def _lost_answers() -> dict[Board, int]:
    return {
        canonical(Board(FIVE).play(first).play(answer)): plies
        for first, lost in LOSING_ANSWERS.items()
        for plies, answers in lost.items()
        for answer in answers
    }


def value_in_book(board: Board) -> int | None:
    book = _book()
    return _searched(board, -WIN_SCORE, WIN_SCORE, book, BOOK_STONES) if book else None


@cache
def book_path() -> str:
    if (path := os.environ.get(BOOK_VARIABLE)) is not None:
        return path
    spec = find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    return str(Path(folders[0], BOOK)) if folders else ""


@cache
def _book() -> Records | None:
    if not (path := book_path()):
        return None
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@cache
def table() -> Records:
    # The file has all first bytes of the records, then all second ones.
    planes = zlib.decompress(TABLE.read_bytes())
    count = len(planes) // RECORD
    records = bytearray(len(planes))
    for i in range(RECORD):
        records[i::RECORD] = planes[i * count : (i + 1) * count]
    return bytes(records)


def codes(board: Board) -> tuple[int, int]:
    x, o = board.x, board.o
    columns = [_CODES[x >> c & COLUMN | (o >> c & COLUMN) << 1] for c in range(WIDTH)]
    return _signed("".join(columns)), _signed("".join(columns[::-1]))


def _searched(board: Board, alpha: int, beta: int, records: Records, stones: int) -> int:
    if any(board.play(cell).outcome() for cell in board.legal_moves()):
        return WIN_SCORE - board.ply - 1
    if board.ply == stones:
        return _recorded(board, records)
    best = -WIN_SCORE
    # From the middle, where the best move is most often.
    for cell in sorted(board.legal_moves(), key=lambda cell: abs(2 * (cell % WIDTH) + 1 - WIDTH)):
        value = -_searched(board.play(cell), -beta, -max(alpha, best), records, stones)
        best = max(best, value)
        if best >= beta:
            break
    return best


def to_record(value: int, ply: int) -> int:
    return _converted(value, WIN_SCORE - ply, IMMEDIATE)


def _recorded(board: Board, records: Records) -> int:
    for code in codes(board):
        if (value := find(code, records)) is not None:
            return _converted(value, IMMEDIATE, WIN_SCORE - board.ply)
    raise NoRecord


def _converted(value: int, win_now: int, other_win_now: int) -> int:
    win = other_win_now - win_now + abs(value)
    return win if value > 0 else -win if value < 0 else 0


def find(code: int, records: Records) -> int | None:
    def code_at(index: int) -> int:
        at = index * RECORD
        return int.from_bytes(records[at : at + CODE], "big", signed=True)

    indices = range(len(records) // RECORD)
    index = bisect_left(indices, code, key=code_at)
    if index == len(indices) or code_at(index) != code:
        return None
    return int.from_bytes(records[index * RECORD + CODE : (index + 1) * RECORD], signed=True)


def _signed(bits: str) -> int:
    number = int(bits.ljust(8 * CODE, "0"), 2)
    return number - (number >> 8 * CODE - 1 << 8 * CODE)


def _column_codes() -> dict[int, str]:
    found = {}
    for marks in (m for n in range(CONNECT_FOUR.height + 1) for m in product(Mark, repeat=n)):
        bits = [1 << FLOOR - WIDTH * row + (mark is Mark.O) for row, mark in enumerate(marks)]
        found[sum(bits)] = "".join(f"1{mark is Mark.O:d}" for mark in marks) + "0"
    return found


_CODES = _column_codes()
