"""Which move looks best where none can be proven best: open lines counted some plies ahead.

A judgement weighs each line that is still open to a side by the side's marks in it; a line with
marks of both counts nothing. ``ours`` was tuned by play (``games.ai.selfplay``), by growth from
2 to 16 and tempo from 4 to 12. Where pieces fall a line takes long to complete, so lines
with few marks count for more there, and so does each cell that would complete one and falls to
that side in the end; its weight was tuned from 0 to 32.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from games.ai.alphabeta import OutOfTime, Search
from games.ai.line_tables import Node, lines_of
from games.engine import Board, Variant

# Above all potentials; what is further from 0 than DECIDED is a win or a loss.
TOP = 1 << 30
DECIDED = TOP - 1000
# Weights stop growing here, so that potentials stay within their fields.
MOST_WEIGHT = 1 << 14
# A position's moves that are looked at beyond the first ply.
WIDTH = 12


@dataclass(frozen=True, slots=True)
class Judgement:
    """What open lines are worth.

    ``first`` has the weights of a line without marks and with one; each mark more multiplies the
    weight by ``growth`` and adds ``step``. The rest is told to ``Search``.
    """

    first: tuple[int, int]
    growth: int
    step: int = 0
    tempo: int = 4
    threat: int = 0
    settles: bool = True

    def weights(self, run: int) -> tuple[int, ...]:
        weights = list(self.first)
        while len(weights) <= run:
            weights.append(min(MOST_WEIGHT, weights[-1] * self.growth + self.step))
        return tuple(weights)


PLACED = Judgement((1, 6), growth=6, tempo=8)
DROPPED = Judgement((0, 1), growth=1, step=2, threat=10)
# The two that others have published, searched as plainly as they were: a line with n marks counts
# 10^n, three times for the side to move; and the marks in open lines.
TENS = Judgement((1, 10), growth=10, tempo=12, settles=False)
MARKS = Judgement((0, 1), growth=1, step=1, settles=False)


def ours(variant: Variant) -> Judgement:
    return DROPPED if variant.drop else PLACED


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
    deadline = time.monotonic() + seconds
    lines = lines_of(board.variant, judgement.weights(board.variant.run))
    node = lines.node(board)
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
                settles=judgement.settles,
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
