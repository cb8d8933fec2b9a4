"""Source: Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search" (1993)."""

# The state of a row, column or diagonal is one integer: the marks of X, and above them those of O.
# A five is a cell that completes a line, a four is a move that leaves the opponent a five to block,
# a three one that threatens to make an open four, which has two fives. ``run`` marks or more in a
# row complete a line (freestyle).

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from operator import add, itemgetter
from random import Random
from struct import Struct
from typing import Any

from games.engine import Board, Variant
from games.engine.variant import DIRECTIONS

MAX_STATES = 2_000  # kept of one line, at about 0.3 KB each
MAX_SHAPES = 50_000
# States of a line whose scores are kept: at about 1 KB each, all of gomoku's stay below 80 MB.
MAX_SCORES = 900
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
# What a line is to one side: its fives, its fours as pairs of the move and the five that it makes,
# and its threes.
Shape = tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]]
# What a line is to both sides: the fives of X and of O, the fours of both, the threes of both, and
# whether there is any. A plain tuple, as ``itemgetter`` takes three times as long on a NamedTuple.
Summary = tuple[Any, ...]
FIVES, FOURS, THREES = ((itemgetter(i), itemgetter(i + 1)) for i in (0, 2, 4))
IS_SHARP = 6


@lru_cache(MAX_SHAPES)
def shape(length: int, run: int, own: int, other: int) -> Shape:
    fives, fours, threes = set[int](), set[tuple[int, int]](), set[int]()
    for empty in closed_lines(length, run, own, other):
        if len(empty) == 1:
            fives.update(empty)
        elif len(empty) == 2:
            fours |= {(empty[0], empty[1]), (empty[1], empty[0])}
    for empty in open_lines(length, run, own, other):
        if len(empty) == 2:
            threes.update(empty)
    return tuple(sorted(fives)), tuple(sorted(fours)), tuple(sorted(threes))


def closed_lines(length: int, run: int, own: int, other: int) -> Iterator[list[int]]:
    for start in range(length - run + 1):
        if not other >> start & (1 << run) - 1:
            yield [cell for cell in range(start, start + run) if not own >> cell & 1]


def open_lines(length: int, run: int, own: int, other: int) -> Iterator[list[int]]:
    for start in range(length - run):
        ends = 1 << start | 1 << start + run
        if not (other >> start & (1 << run + 1) - 1 or own & ends):
            yield [cell for cell in range(start + 1, start + run) if not own >> cell & 1]


class PatternLine(dict[int, Summary]):
    def __init__(self, cells: list[int], run: int) -> None:
        self.cells, self.run = cells, run

    def marks(self, state: int) -> tuple[int, int]:
        length = len(self.cells)
        return state & (1 << length) - 1, state >> length

    def __missing__(self, state: int) -> Summary:
        if len(self) >= MAX_STATES:
            self.clear()
        (x, o), cells, length = self.marks(state), self.cells, len(self.cells)
        shapes = shape(length, self.run, x, o), shape(length, self.run, o, x)
        fives = [tuple([cells[i] for i in fives]) for fives, _, _ in shapes]
        fours = [tuple([(cells[i], cells[j]) for i, j in fours]) for _, fours, _ in shapes]
        threes = [tuple([cells[i] for i in threes]) for _, _, threes in shapes]
        summary = self[state] = (*fives, *fours, *threes, any(map(any, shapes)))
        return summary


class LinePatterns:
    """``through[side][cell]`` lists for each line the number, the bit of the mark, and the line."""

    def __init__(self, variant: Variant) -> None:
        self.lines = [PatternLine(cells, variant.run) for cells in _whole_lines(variant)]
        cells = range(variant.size)
        self.through = [[self._marks(cell, side) for cell in cells] for side in (0, 1)]
        # The numbers of the lines through each cell.
        self.numbers = [[number for number, _, _ in marks] for marks in self.through[0]]
        rng = Random(variant.size)  # noqa: S311 - Zobrist keys need not be secret
        self.keys = [[rng.getrandbits(64) for _ in cells] for _ in (0, 1)]

    def _marks(self, cell: int, side: int) -> list[tuple[int, int, PatternLine]]:
        return [
            (number, 1 << line.cells.index(cell) + len(line.cells) * side, line)
            for number, line in enumerate(self.lines)
            if cell in line.cells
        ]


@lru_cache(maxsize=4)
def lines_of(variant: Variant) -> LinePatterns:
    return LinePatterns(variant)


def _whole_lines(variant: Variant) -> Iterator[list[int]]:
    for across, down in DIRECTIONS:
        for column, row in map(variant.place, range(variant.size)):
            if not _is_on(variant, column - across, row - down):
                cells = []
                while _is_on(variant, column, row):
                    cells.append(variant.cell(column, row))
                    column, row = column + across, row + down
                if len(cells) >= variant.run:
                    yield cells


def _is_on(variant: Variant, column: int, row: int) -> bool:
    return 0 <= column < variant.width and 0 <= row < variant.height


class PatternBoard:
    """Sides are 0 for X and 1 for O. ``key`` is the key of Zobrist (1970)."""

    def __init__(self, board: Board) -> None:
        self.lines = lines_of(board.variant)
        self.through, self._keys = self.lines.through, self.lines.keys
        self.numbers = self.lines.numbers
        self.states = [0] * len(self.lines.lines)
        self.key = 0
        # The summaries with a five, four or three, by the number of the line.
        self._sharp: dict[int, Summary] = {}
        for side, marks in enumerate((board.x, board.o)):
            for cell in range(board.variant.size):
                if marks >> cell & 1:
                    self.toggle(cell, side)

    def toggle(self, cell: int, side: int) -> None:
        states, sharp = self.states, self._sharp
        self.key ^= self._keys[side][cell]
        for number, bit, line in self.through[side][cell]:
            state = states[number] = states[number] ^ bit
            summary = line[state]
            if summary[IS_SHARP]:
                sharp[number] = summary
            else:
                sharp.pop(number, None)

    @contextmanager
    def mark(self, cell: int, side: int) -> Iterator[None]:
        self.toggle(cell, side)
        try:
            yield
        finally:
            self.toggle(cell, side)

    def fives(self, side: int) -> set[int]:
        return set(chain.from_iterable(map(FIVES[side], self._sharp.values())))

    def fours(self, side: int) -> dict[int, set[int]]:
        fours: dict[int, set[int]] = {}
        for move, five in chain.from_iterable(map(FOURS[side], self._sharp.values())):
            fours.setdefault(move, set()).add(five)
        return fours

    def threes(self, side: int) -> list[int]:
        cells = list(chain.from_iterable(map(THREES[side], self._sharp.values())))
        return sorted(set(cells), key=cells.count, reverse=True)


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
    best, ways, total = [0] * length, [0] * length, 0
    for empty, worth, score in _scored_lines(length, run, own, other):
        total += score
        for cell in empty:
            best[cell], ways[cell] = max(best[cell], worth), ways[cell] + 1
    for move, _ in shape(length, run, own, other)[1]:
        best[move] += FIVE
    return list(map(add, best, ways)), total


class ScoredLine(dict[int, int]):
    def __init__(self, line: PatternLine, size: int) -> None:
        self.line, self.size = line, size

    def __missing__(self, state: int) -> int:
        if len(self) >= MAX_SCORES:
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
