"""Perft: count the sequences of moves of a given length, to check a move generator.

The name and the method come from chess programs. The counts of known games are published, so a
wrong rule shows up as a wrong count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine.board import Board
from games.engine.variant import Variant


def count_sequences(variant: Variant, depth: int) -> Iterator[int]:
    """Yield the number of move sequences of length 0, 1, … ``depth``; stop early at a 0.

    Equal positions of one ply are merged and counted with their multiplicity, so the work grows
    with the number of positions, not with the number of sequences.

    >>> from games.engine import CLASSIC
    >>> list(count_sequences(CLASSIC, 5))
    [1, 9, 72, 504, 3024, 15120]
    """
    layer = Counter([Board(variant)])
    for _ in range(depth):
        yield layer.total()
        following: Counter[Board] = Counter()
        for board, sequences in layer.items():
            for cell in board.legal_moves():
                following[board.play(cell)] += sequences
        layer = following
        if not layer:
            return
    yield layer.total()
