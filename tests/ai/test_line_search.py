from math import inf
from types import SimpleNamespace

import pytest

from games.ai import search as search_module
from games.ai.line_search import LineSearch
from games.ai.search import NODES_PER_CLOCK_CHECK, OutOfTime
from games.engine import Board, Variant

GOMOKU = Variant.parse("15x15x5")


def search_for(variant: Variant, *, deadline: float = inf) -> LineSearch:
    return LineSearch(variant, variant.size + 1, deadline)


def test_it_stops_at_the_next_check_of_the_clock(monkeypatch: pytest.MonkeyPatch):
    search = search_for(GOMOKU, deadline=5.0)
    # The clock stands still for ten checks, then it is past the deadline. It is the search's own:
    # other threads, such as those of earlier tests, read the clock too.
    clock = SimpleNamespace(monotonic=iter([5.0] * 10 + [5.01]).__next__)
    monkeypatch.setattr(search_module, "time", clock)
    with pytest.raises(OutOfTime):
        search.value(search.node(Board(GOMOKU)), 0, 1)
    assert search.nodes == 11 * NODES_PER_CLOCK_CHECK


def test_the_table_is_bounded_and_a_smaller_one_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LineSearch, "max_entries", 100)
    variant = Variant.parse("5x4x4")
    search = search_for(variant)
    assert search.value(search.node(Board(variant)), 0, 1) <= 0
    assert len(search.table) <= 100 + NODES_PER_CLOCK_CHECK
    assert search.nodes > 1000
