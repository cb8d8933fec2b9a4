from __future__ import annotations

from math import inf
from random import Random

import pytest

from games.ai import alphabeta as module
from games.ai import line_tables
from games.ai.alphabeta import NODES_PER_TICK, OutOfTime, Search, doubling
from games.ai.line_tables import lines_of
from games.ai.solver import Value, value_of
from games.engine import Board, Variant, symmetries
from tests.ai.minimax import minimax
from tests.game_tree import open_positions

GOMOKU = Variant.parse("15x15x5")


def search_for(variant: Variant, *, deadline: float = inf) -> Search:
    lines = lines_of(variant, doubling(variant.run))
    return Search(lines, top=variant.size + 1, deadline=deadline)


def number(board: Board) -> int:
    """The value of a position as the search counts it."""
    verdict = minimax(board)
    if verdict.plies is None:
        return 0
    top = board.variant.size + 1 - board.ply
    return (top - verdict.plies) * (1 if verdict.value is Value.WIN else -1)


def test_an_open_window_gives_the_value_and_a_narrow_one_a_true_bound():
    search = search_for(Board().variant)
    for board in open_positions()[::3]:
        node, expected = search.lines.node(board), number(board)
        for alpha, beta in [(-10, 10), (-1, 0), (0, 1), (2, 5), (-5, -2)]:
            found = search.value(node, alpha, beta)
            assert min(max(found, alpha), beta) == min(max(expected, alpha), beta), str(board)


def test_alpha_beta_visits_a_fraction_of_the_tree():
    search = search_for(Board().variant)
    assert search.value(search.lines.node(Board()), -10, 10) == 0
    # Plain minimax visits 549,946 positions.
    assert search.nodes < 500


def test_going_on_from_a_node_is_the_same_as_reading_the_board():
    rng = Random(4)
    for text in ["15x15x5", "7x6x4+drop", "3x3x3+misere", "2x2x1", "4x1x2"]:
        board = Board(Variant.parse(text))
        search = search_for(board.variant)
        node = search.lines.node(board)
        for _ in range(30):
            cells = board.legal_moves()
            if not cells or board.outcome():
                break
            cell = rng.choice(cells)
            following = board.play(cell)
            if following.outcome():
                break
            node, board = search.after(node, cell), following
            fresh = search.lines.node(board)
            taken = board.x | board.o
            assert node[0] == fresh[0] == board.x | board.o << board.variant.size
            assert [node[1] & ~taken, node[2] & ~taken] == [fresh[1] & ~taken, fresh[2] & ~taken]
            assert node[3:] == fresh[3:]


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
        assert {search.lines.canonical(form) for form in forms} == {min(forms)}


def test_it_stops_at_the_next_look_at_the_clock(monkeypatch: pytest.MonkeyPatch):
    search = search_for(GOMOKU, deadline=5.0)
    # The clock stands still for ten looks, then it is past the deadline.
    looks = iter([5.0] * 10 + [5.01])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(looks))
    with pytest.raises(OutOfTime):
        search.value(search.lines.node(Board(GOMOKU)), 0, 1)
    assert search.nodes == 11 * NODES_PER_TICK


def test_the_table_is_bounded_and_a_smaller_one_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_ENTRIES", 100)
    variant = Variant.parse("5x4x4")
    search, most = search_for(variant), 0
    tick = search._tick

    def watched() -> None:
        nonlocal most
        most = max(most, len(search.table))
        tick()

    monkeypatch.setattr(search, "_tick", watched)
    assert search.value(search.lines.node(Board(variant)), 0, 1) <= 0
    assert 100 < most <= 100 + NODES_PER_TICK
    assert search.nodes > 1000


def test_what_a_mark_changes_is_forgotten_when_there_is_too_much(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(line_tables, "MOST_CHANGES", 0)
    lines_of.cache_clear()
    try:
        assert value_of(Board()).value is Value.DRAW
    finally:
        lines_of.cache_clear()
