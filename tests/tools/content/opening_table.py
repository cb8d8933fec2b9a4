"""The table of the openings of Connect Four, made from the book of 12 stones."""

from __future__ import annotations

import zlib
from argparse import Namespace

from games.ai.opening_book import (
    CODE,
    CONNECT_FOUR,
    TABLE_STONES,
    WIN_SCORE,
    codes,
    to_record,
    value_in_book,
)
from games.engine import Board


def make(board: str, options: Namespace) -> None:
    """Write the table, which takes about an hour."""
    options.file.write_bytes(pack(records(Board(CONNECT_FOUR))))


def pack(records: list[tuple[int, int]]) -> bytes:
    """Return records as a file: all first bytes, then all second ones, compressed."""
    parts = [code.to_bytes(CODE, "big", signed=True) for code, _ in records]
    values = b"".join(value.to_bytes(1, "big", signed=True) for _, value in records)
    joined = b"".join(parts)
    return zlib.compress(b"".join([*(joined[i::CODE] for i in range(CODE)), values]), 9)


def records(root: Board) -> list[tuple[int, int]]:
    """Return the code and value of each position from one on that the table has."""
    found: dict[int, tuple[int, int]] = {}
    _find_value(root, found)
    return sorted((code, to_record(value, ply)) for code, (value, ply) in found.items())


def _find_value(board: Board, found: dict[int, tuple[int, int]]) -> int:
    """Return the value of a position; add it and those of the positions after it by their codes."""
    children = [board.play(cell) for cell in board.legal_moves()]
    if any(child.outcome() for child in children):
        return WIN_SCORE - board.ply - 1
    code = min(codes(board))
    if code not in found:
        if board.ply < TABLE_STONES:
            value = max(-_find_value(child, found) for child in children)
        elif (value := value_in_book(board)) is None:
            raise SystemExit("It needs the book: pip install 'tictactoe-site[connect-four]'.")
        found[code] = value, board.ply
    return found[code][0]
