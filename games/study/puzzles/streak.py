"""How many days in a row somebody has solved the puzzle of the day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

DAY, WEEK = timedelta(days=1), timedelta(days=7)


class Streak(NamedTuple):
    """The days solved in a row, up to today and at most, and the days between that were kept."""

    now: int = 0
    best: int = 0
    kept: frozenset[date] = frozenset()


def streak(solved: Collection[date], today: date) -> Streak:
    """Count the days in a row.

    A missed day between two that were solved is kept, once in any seven days: it counts for
    nothing, and the row goes on. Today can still be solved, so it ends no row.
    """
    now = best = 0
    kept: list[date] = []
    before = date.min
    for day in sorted({*solved, today}):
        missed = day - DAY
        if missed - DAY == before and (not kept or missed - kept[-1] >= WEEK):
            kept.append(missed)
        elif missed != before:
            now = 0
        now += day in solved
        best, before = max(best, now), day
    return Streak(now, best, frozenset(kept))
