from __future__ import annotations

from math import inf
from random import Random
from types import SimpleNamespace

import pytest

from games.ai import search as search_module
from games.ai.line_search import LineSearch
from games.ai.line_tables import LineNode
from games.ai.search import NODES_PER_CLOCK_CHECK, OutOfTime
from games.ai.solver import Value
from games.engine import Board, Variant, symmetries
from tests.ai.minimax import minimax

GOMOKU = Variant.parse("15x15x5")


def search_for(variant: Variant, *, deadline: float = inf) -> LineSearch:
    return LineSearch(variant, variant.size + 1, deadline)


def search_value(board: Board) -> int:
    verdict = minimax(board)
    if verdict.plies is None:
        return 0
    win_now = board.variant.size + 1 - board.ply
    return (win_now - verdict.plies) * (1 if verdict.value is Value.WIN else -1)


def test_a_child_node_equals_the_node_of_the_next_board():
    rng = Random(4)
    for text in ["15x15x5", "7x6x4+drop", "3x3x3+misere", "2x2x1", "4x1x2"]:
        board = Board(Variant.parse(text))
        search = search_for(board.variant)
        node = search.tables.node(board)
        for _ in range(30):
            cells = board.legal_moves()
            if not cells or board.outcome():
                break
            cell = rng.choice(cells)
            child = board.play(cell)
            if child.outcome():
                break
            node, board = LineNode(*search.tables.child(node, cell)), child
            fresh = search.tables.node(board)
            taken = board.x | board.o
            assert node.position == fresh.position == board.x | board.o << board.variant.size
            assert node.threats & ~taken == fresh.threats & ~taken
            assert node.opponent_threats & ~taken == fresh.opponent_threats & ~taken
            assert (node.potentials, node.ply) == (fresh.potentials, fresh.ply)


@pytest.mark.parametrize("text", ["3x3x3", "4x3x3", "4x4x3+drop"])
def test_all_symmetric_forms_of_a_position_have_one_key(text: str):
    variant = Variant.parse(text)
    search, rng = search_for(variant), Random(9)
    for _ in range(50):
        marks = {cell: rng.choice((0, variant.size)) for cell in rng.sample(range(variant.size), 5)}
        forms = {
            sum(1 << permutation[cell] + shift for cell, shift in marks.items())
            for permutation in symmetries(variant)
        }
        assert {search.tables.canonical(form) for form in forms} == {min(forms)}


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
