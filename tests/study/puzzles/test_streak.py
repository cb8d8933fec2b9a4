from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.study.puzzles.days import Streak, streak

TODAY = date(2026, 11, 22)


def days_ago(*days: int) -> set[date]:
    return {TODAY - timedelta(days=ago) for ago in days}


@pytest.mark.parametrize(
    ("solved", "now", "best", "kept"),
    [
        ((), 0, 0, ()),
        ((0,), 1, 1, ()),
        ((1, 2), 2, 2, ()),  # today's can still be solved
        ((0, 1, 2), 3, 3, ()),
        ((0, 2, 3), 3, 3, (1,)),  # a missed day is kept, and counts for nothing
        ((2, 3), 2, 2, (1,)),  # as long as today's can be solved
        ((3, 4), 0, 2, ()),  # two missed days are too many
        ((0, 3, 4), 1, 2, ()),
        ((0, 2, 4), 1, 2, (3,)),  # only one in seven days
        ((*range(6), *range(7, 12), 13), 6, 6, (12,)),
        ((*range(5), *range(6, 12), 13), 12, 12, (5, 12)),  # the next one a week later
        ((0, 10, 11, 12), 1, 3, ()),
    ],
)
def test_days_in_a_row(solved: tuple[int, ...], now: int, best: int, kept: tuple[int, ...]):
    assert streak(days_ago(*solved), TODAY) == Streak(now, best, frozenset(days_ago(*kept)))


@given(st.sets(st.integers(0, 60)))
def test_in_any_seven_days_one_missed_day_is_kept_at_most(ago: set[int]):
    solved = days_ago(*ago)
    found = streak(solved, TODAY)
    assert not found.kept & solved
    assert all(later - day >= timedelta(days=7) for day, later in pairwise(sorted(found.kept)))
    assert found.now <= found.best <= len(solved)


@given(st.sets(st.integers(0, 60)))
def test_no_day_that_is_solved_later_changes_what_was_kept(ago: set[int]):
    kept = streak(days_ago(*ago), TODAY).kept - days_ago(1)
    for day in range(1, 9):
        later = TODAY + timedelta(days=day)
        assert {each for each in streak(days_ago(*ago), later).kept if each < TODAY} >= kept
