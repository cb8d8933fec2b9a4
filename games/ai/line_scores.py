"""What lines are worth to the evaluation and to move ordering, added up for all at once.

The worth of every cell to either side, and the score of either side, lie side by side in one large
integer for each state of a line. The sum over all lines is kept up to date by what the four lines
through a mark add and take away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import add
from struct import Struct

from games.ai.line_patterns import (
    Line,
    PatternBoard,
    closed_lines,
    lines_of,
    open_lines,
    shape,
)
from games.engine import Variant

MAX_STATES = 900  # kept of one line: at about 1 KB each, all of gomoku's stay below 80 MB
MAX_SHAPES = 50_000
# For each cell and side so many bits: the worth of a mark there, and from ``FIVE`` on how many
# fives it makes.
CELL_BITS, FIVE_BITS, SCORE_BITS = 16, 4, 32
SCORE_MASK = (1 << SCORE_BITS) - 1
TEMPO = 6
FIVE = 1 << CELL_BITS - FIVE_BITS
# By the marks that a line lacks, from one on: the worth of a move in it and its score, first of
# ``run`` cells without opponent's marks, then of those that may become an open four.
WORTH, OPEN_WORTH = (255, 60, 22, 8, 2), (0, 90, 50, 14, 3)
SCORES, OPEN_SCORES = (0, 60, 16, 4, 1), (0, 160, 24, 4, 1)


def _scored_lines(
    length: int, run: int, own: int, other: int
) -> Iterator[tuple[list[int], int, int]]:
    for empty in closed_lines(length, run, own, other):
        at = min(len(empty), len(WORTH)) - 1
        yield empty, WORTH[at], SCORES[at]
    for empty in open_lines(length, run, own, other):
        at = min(len(empty), len(WORTH) - 1)
        yield empty, OPEN_WORTH[at], OPEN_SCORES[at]


@lru_cache(MAX_SHAPES)
def worth_and_score(length: int, run: int, own: int, other: int) -> tuple[list[int], int]:
    """Return what each cell of a line, and the line, is worth to the side with ``own`` marks."""
    best, ways, total = [0] * length, [0] * length, 0
    for empty, worth, score in _scored_lines(length, run, own, other):
        total += score
        for cell in empty:
            best[cell], ways[cell] = max(best[cell], worth), ways[cell] + 1
    for move, _ in shape(length, run, own, other)[1]:
        best[move] += FIVE
    return list(map(add, best, ways)), total


class ScoredLine(dict[int, int]):
    def __init__(self, line: Line, size: int) -> None:
        self.line, self.size = line, size

    def __missing__(self, state: int) -> int:
        if len(self) >= MAX_STATES:
            self.clear()
        cells, run = self.line.cells, self.line.run
        marks, packed = self.line.marks(state), 0
        for side in (0, 1):
            worth, score = worth_and_score(len(cells), run, marks[side], marks[1 - side])
            for cell, value in zip(cells, worth, strict=True):
                packed += value << CELL_BITS * (cell + self.size * side)
            packed += score << 2 * CELL_BITS * self.size + SCORE_BITS * side
        self[state] = packed
        return packed


class LineScores:
    def __init__(self, variant: Variant) -> None:
        size = self.size = variant.size
        self.lines = [ScoredLine(line, size) for line in lines_of(variant).lines]
        self.cells = Struct(f"<{size}H")
        each = sum(1 << CELL_BITS * cell for cell in range(size))
        # Set where a mark of a side makes several fives.
        several = each * (((1 << FIVE_BITS) - 2) * FIVE)
        self.several_fives = several, several << CELL_BITS * size
        self.half, self.worth = (1 << CELL_BITS * size) - 1, each * (FIVE - 1)

    def total(self, board: PatternBoard) -> int:
        return sum([line[state] for line, state in zip(self.lines, board.states, strict=True)])

    def best_cells(self, packed: int, count: int) -> list[int]:
        both = ((packed & self.half) + (packed >> CELL_BITS * self.size & self.half)) & self.worth
        worths = self.cells.unpack(both.to_bytes(self.cells.size, "little"))
        best = sorted(range(self.size), key=worths.__getitem__, reverse=True)[:count]
        return [cell for cell in best if worths[cell]]

    def lead(self, packed: int, side: int) -> int:
        scores = packed >> 2 * CELL_BITS * self.size
        x, o = scores & SCORE_MASK, scores >> SCORE_BITS
        return x * TEMPO // 4 - o if side == 0 else o * TEMPO // 4 - x


@lru_cache(maxsize=4)
def line_scores(variant: Variant) -> LineScores:
    return LineScores(variant)
