"""All positions of small boards, and the number of move sequences that lead to each."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from games.engine import CLASSIC, Board, Variant


def layers(variant: Variant, depth: int) -> Iterator[Counter[Board]]:
    layer = Counter([Board(variant)])
    for _ in range(depth + 1):
        yield layer
        following: Counter[Board] = Counter()
        for board, sequences in layer.items():
            for cell in board.legal_moves():
                following[board.play(cell)] += sequences
        layer = following


@cache
def classic_layers() -> tuple[Counter[Board], ...]:
    return tuple(layers(CLASSIC, CLASSIC.size))


@cache
def classic_positions() -> tuple[Board, ...]:
    return tuple(board for layer in classic_layers() for board in layer)


def open_positions() -> list[Board]:
    return [board for board in classic_positions() if not board.outcome()]
