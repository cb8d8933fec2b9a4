"""Which move looks best where none can be proven best: open lines counted some plies ahead.

A judgement weighs each line that is still open to a side by the side's marks in it; a line with
marks of both counts nothing. What counts the more, the marks of the side to move or one mark more
in a line, was tuned by play of the one against the other (``games.ai.selfplay``).
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from games.ai.lines import Node, lines_of
from games.ai.search import OutOfTime, Search
from games.engine import Board

# Above all potentials; what is further from 0 than DECIDED is a win or a loss.
TOP = 1 << 30
DECIDED = TOP - 1000
# Weights stop growing here, so that potentials stay within their fields.
MOST_WEIGHT = 1 << 14
# A position's moves that are looked at beyond the first ply.
WIDTH = 12


@dataclass(frozen=True, slots=True)
class Judgement:
    """``first`` is the weight of an open line without marks, and of one with a mark; each mark
    more multiplies it by ``growth`` and adds ``step``. The side to move counts ``tempo`` quarters.
    """

    first: tuple[int, int]
    growth: int
    step: int
    tempo: int
    threat: int = 0

    def weights(self, run: int) -> tuple[int, ...]:
        weights = list(self.first)
        while len(weights) <= run:
            weights.append(min(MOST_WEIGHT, weights[-1] * self.growth + self.step))
        return tuple(weights)


OURS = Judgement((1, 4), growth=4, step=0, tempo=6)
# The two that others have published.
TENS = Judgement((1, 10), growth=10, step=0, tempo=12)
MARKS = Judgement((0, 1), growth=1, step=1, tempo=4)


def judge(
    board: Board,
    judgement: Judgement,
    *,
    depth: int,
    seconds: float = inf,
    margin: int = 0,
) -> dict[int, int]:
    """Return what each move is worth to the side that makes it, as far as ``depth`` plies tell.

    Moves worth less than the best by more than ``margin`` have a bound for their value. After so
    many ``seconds`` the values are those of the last depth that was completed.
    """
    lines = lines_of(board.variant, judgement.weights(board.variant.run))
    node = lines.node(board)
    deadline = time.monotonic() + seconds
    values = dict.fromkeys(board.legal_moves(), 0)
    with suppress(OutOfTime):
        for ahead in range(1, depth + 1):
            search = Search(
                lines,
                top=TOP,
                deadline=deadline if ahead > 1 else inf,
                horizon=board.ply + ahead,
                width=WIDTH,
                tempo=judgement.tempo,
                threat=judgement.threat,
            )
            values = _values(search, node, values, margin)
            if abs(max(values.values())) > DECIDED:
                break
    return values


def _values(search: Search, node: Node, before: dict[int, int], margin: int) -> dict[int, int]:
    """Return the value of each move, those first that were best one ply less ahead."""
    values: dict[int, int] = {}
    best = -TOP
    for cell in sorted(before, key=before.__getitem__, reverse=True):
        value = _value(search, node, cell, best - margin - 1)
        values[cell] = value
        best = max(best, value)
    return values


def _value(search: Search, node: Node, cell: int, floor: int) -> int:
    _, ours, _, _, ply = node
    if ours >> cell & 1:
        # The move completes a line.
        won = search.top - ply - 1
        return -won if search.misere else won
    return -search.value(search.after(node, cell), -search.top, -floor)
