"""The table of the openings of Connect Four, made from the book of 12 stones."""

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
    options.file.write_bytes(pack(records(Board(CONNECT_FOUR))))


def pack(records: list[tuple[int, int]]) -> bytes:
    parts = [code.to_bytes(CODE, "big", signed=True) for code, _ in records]
    values = b"".join(value.to_bytes(1, "big", signed=True) for _, value in records)
    joined = b"".join(parts)
    return zlib.compress(b"".join([*(joined[i::CODE] for i in range(CODE)), values]), 9)


def records(root: Board) -> list[tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for layer in reversed(_layers(root)):
        for code, board in layer.items():
            if value := _value(board, found):
                found[code] = value
    return sorted((code, to_record(value, ply)) for code, (value, ply) in found.items())


def _layers(root: Board) -> list[dict[int, Board]]:
    layers = [{min(codes(root)): root}]
    for _ in range(root.ply, TABLE_STONES):
        children = (board.play(c) for board in layers[-1].values() for c in board.legal_moves())
        layers.append({min(codes(child)): child for child in children if not child.outcome()})
    return layers


def _value(board: Board, found: dict[int, tuple[int, int]]) -> tuple[int, int] | None:
    children = [board.play(cell) for cell in board.legal_moves()]
    if any(child.outcome() for child in children):
        return None
    if board.ply < TABLE_STONES:
        won = WIN_SCORE - board.ply - 2  # what a position is worth in which the next stone wins
        values = (found.get(min(codes(child)), (won, 0))[0] for child in children)
        return max(-value for value in values), board.ply
    if (value := value_in_book(board)) is None:
        raise SystemExit("It needs the book: pip install 'tictactoe-site[connect-four]'.")
    return value, board.ply
