"""How many ways there are to play: what chess programs call perft, to check rules by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine.board import Board
from games.engine.variant import Variant


def sequences(variant: Variant, depth: int) -> Iterator[int]:
    """Yield how many sequences of moves there are of 0, 1, … ``depth`` moves, while there are any.

    Equal positions are merged at every ply, so counting takes far less than playing.
    """
    layer = Counter([Board(variant)])
    for _ in range(depth):
        yield layer.total()
        following: Counter[Board] = Counter()
        for board, ways in layer.items():
            for cell in board.legal_moves():
                following[board.play(cell)] += ways
        layer = following
        if not layer:
            return
    yield layer.total()
