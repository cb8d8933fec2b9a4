"""Counts sequences of moves; those of known games are published, so a wrong rule shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from games.engine.board import Board
from games.engine.mark import Mark
from games.engine.variant import Variant

# The most positions of one ply to keep in memory, where they take some 200 MB.
MAX_POSITIONS = 1_000_000


class TooManyPositions(ValueError):
    """A ply has more than ``MAX_POSITIONS`` positions. The message is a sentence that says so."""


def layers(
    variant: Variant, representative: Callable[[Board], Board] = lambda board: board
) -> Iterator[Counter[Board]]:
    """Yield for each ply its positions, each with the number of move sequences that lead to it."""
    # Equal positions are merged, so the work grows with the number of positions, not of sequences.
    layer = Counter([Board(variant)])
    while layer:
        yield layer
        following: Counter[Board] = Counter()
        for board, sequences in layer.items():
            children = (representative(board.play(cell)) for cell in board.legal_moves())
            for child in dict.fromkeys(children):
                following[child] += sequences
            if len(following) > MAX_POSITIONS:
                raise TooManyPositions(
                    f"After {board.ply + 1} moves there are more than {MAX_POSITIONS:,} positions, "
                    "too many to go on from."
                )
        layer = following


def count_sequences(variant: Variant, depth: int) -> Iterator[int]:
    """Yield the numbers of length 0, 1, … ``depth``; the last is counted without its positions.

    >>> from games.engine import CLASSIC
    >>> list(count_sequences(CLASSIC, 5))
    [1, 9, 72, 504, 3024, 15120]
    """
    yield 1
    for layer in islice(layers(variant), depth):
        moves = (sequences * len(board.legal_moves()) for board, sequences in layer.items())
        if longer := sum(moves):
            yield longer


def count_games(layers: Iterable[Counter[Board]]) -> Counter[tuple[int, Mark | None]]:
    """Return the number of finished games by length and winner, given the layers of a game.

    >>> from games.engine import CLASSIC, canonical
    >>> count_games(layers(CLASSIC)).total(), count_games(layers(CLASSIC, canonical)).total()
    (255168, 26830)
    """
    games: Counter[tuple[int, Mark | None]] = Counter()
    for length, layer in enumerate(layers):
        for board, sequences in layer.items():
            if outcome := board.outcome():
                games[length, outcome.winner] += sequences
    return games
