"""A player that searches threats in another way than the levels, to measure them against.

After each threat the defender makes all its answers at once, and the next threat has to build on
the last: Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search" (1993). That is fast
and deep, and errs where an answer makes a threat of its own. Without a win it takes the cell that
is worth most in the five-tuples through it, which count more the more marks of one side they have.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from games.engine import Board, Mark, Variant

MAX_THREATS, MAX_NODES = 7, 3000
# Of a line with so many marks of the side to move, or of its opponent, and none of the other.
OWN, OTHER = (7, 35, 800, 15_000, 800_000), (7, 15, 400, 1_800, 100_000)


class Threat(NamedTuple):
    cell: int
    answers: int  # a mask of all cells that answer it


class Lines(NamedTuple):
    fives: dict[int, list[int]]
    fours: dict[int, list[tuple[int, int]]]


@cache
def lines_of(variant: Variant) -> Lines:
    lines, masks = Lines(defaultdict(list), defaultdict(list)), set(variant.masks)
    for line, mask in zip(variant.lines, variant.masks, strict=True):
        step = line[1] - line[0]
        for cell in line:
            lines.fives[cell].append(mask)
        if (shifted := mask << step) in masks:
            for cell in line[1:]:
                lines.fours[cell].append((mask & shifted, mask ^ shifted))
    return lines


class ThreatSpace:
    def __init__(self) -> None:
        self.nodes = 0

    def __call__(self, board: Board, rng: Random) -> int:
        own, other = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
        moves = list(board.legal_moves())
        for marks in (own, other):
            if fives := [c for c in moves if board.variant.rules.has_line(marks | 1 << c)]:
                return fives[0]
        if attack := self.sequence(board.variant, own, other):
            return attack[0].cell
        if fear := self.sequence(board.variant, other, own):
            moves = self._defences(board.variant, own, other, fear) or moves
        worth = {cell: _worth(board.variant, own, other, cell) for cell in moves}
        return rng.choice([cell for cell in moves if worth[cell] == max(worth.values())])

    def sequence(self, variant: Variant, own: int, other: int) -> list[Threat]:
        self.nodes, free = MAX_NODES, variant.full & ~(own | other)
        for depth in range(1, MAX_THREATS + 1):
            for cell in _cells(free):
                if found := self._from(variant, own, other, cell, depth):
                    return found
        return []

    def _defences(self, variant: Variant, own: int, other: int, fear: list[Threat]) -> list[int]:
        mask = 0
        for threat in fear:
            mask |= threat.answers | 1 << threat.cell
        return [c for c in _cells(mask) if not self.sequence(variant, other, own | 1 << c)]

    def _from(self, variant: Variant, own: int, other: int, cell: int, depth: int) -> list[Threat]:
        self.nodes -= 1
        own |= 1 << cell
        fives = _fives(variant, own, other, cell)
        if fives.bit_count() > 1:
            return [Threat(cell, fives)]
        answers = fives or _open_four(variant, own, other, cell)
        if depth == 1 or not answers or self.nodes < 0 or variant.rules.has_line(other | answers):
            return []
        near = 0
        for mask in lines_of(variant).fives[cell]:
            near |= mask
        for following in _cells(near & ~(own | other | answers)):
            if rest := self._from(variant, own, other | answers, following, depth - 1):
                return [Threat(cell, answers), *rest]
        return []


def _fives(variant: Variant, own: int, other: int, cell: int) -> int:
    found = 0
    for mask in lines_of(variant).fives[cell]:
        if not mask & other and (mask & ~own).bit_count() == 1:
            found |= mask & ~own
    return found


def _open_four(variant: Variant, own: int, other: int, cell: int) -> int:
    for inner, ends in lines_of(variant).fours[cell]:
        if not (inner & other or ends & (own | other)) and (inner & ~own).bit_count() == 1:
            return inner & ~own | ends
    return 0


def _worth(variant: Variant, own: int, other: int, cell: int) -> int:
    total = 0
    for mask in lines_of(variant).fives[cell]:
        if not mask & other:
            total += OWN[(mask & own).bit_count()]
        elif not mask & own:
            total += OTHER[(mask & other).bit_count()]
    return total


def _cells(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
