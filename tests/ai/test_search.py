from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from games.ai.search import INFINITY, alpha_beta, move_values
from games.engine import Board, Variant
from tests.game_tree import open_positions


@cache
def minimax(board: Board) -> int:
    """Value for the side to move by the definition alone: no pruning, no windows."""
    if outcome := board.outcome():
        return -(board.variant.size + 1 - board.ply) if outcome.winner else 0
    return max(-minimax(board.play(cell)) for cell in board.legal_moves())


def best_cells(position: str) -> set[int]:
    values = move_values(Board.parse(position))
    return {cell for cell, value in values.items() if value == max(values.values())}


def search(board: Board) -> int:
    return alpha_beta(board, board.variant.size - board.ply, -INFINITY, INFINITY, {})


def test_it_equals_plain_minimax_on_every_position():
    for board in open_positions():
        assert search(board) == minimax(board), str(board)


def test_a_shared_table_gives_the_same_values_as_a_fresh_one():
    for board in open_positions():
        expected = {cell: minimax(board.play(cell)) for cell in board.legal_moves()}
        values = move_values(board)
        for cell, value in expected.items():
            assert (values[cell] > 0, values[cell] < 0) == (value < 0, value > 0)
        order = sorted(expected, key=lambda cell: (-expected[cell], cell))
        assert order == sorted(values, key=lambda cell: (values[cell], cell))


def test_a_window_gives_a_true_bound():
    for board in open_positions()[::7]:
        value = minimax(board)
        for alpha, beta in [(-1, 0), (0, 1), (2, 5), (-5, -2)]:
            found = alpha_beta(board, 9 - board.ply, alpha, beta, {})
            assert min(max(found, alpha), beta) == min(max(value, alpha), beta)


def test_positions_by_value_for_the_side_to_move():
    signs = Counter((value > 0) - (value < 0) for value in map(minimax, open_positions()))
    assert signs == {1: 2836, 0: 1052, -1: 632}


@pytest.mark.parametrize(
    ("text", "value"), [("4x3x3", 1), ("4x4x3", 1), ("3x4x3", 1), ("2x2x2", 1), ("3x1x3", 0)]
)
def test_other_boards_have_their_known_value(text: str, value: int):
    found = search(Board(Variant.parse(text)))
    assert (found > 0) - (found < 0) == value


def test_a_win_now_is_worth_ten_and_two_plies_later_eight():
    assert move_values(Board.parse("XX./OO./..."))[2] == 10
    assert max(move_values(Board.parse("X../..O/OX.")).values()) == 8


def test_a_later_loss_is_better_than_a_loss_now():
    values = move_values(Board.parse("XX./O../..."))
    assert values == {2: -7} | dict.fromkeys([4, 5, 6, 7, 8], -9)


@pytest.mark.parametrize(
    ("position", "cells"),
    [
        ("XOX/X.O/..O", {6}),  # wins now
        ("X../..O/.XO", {2}),  # must block
        ("X../..O/OX.", {1, 4}),  # either wins in two
        ("XO./.X./O..", {8}),
    ],
)
def test_the_best_moves_of_known_positions(position: str, cells: set[int]):
    assert best_cells(position) == cells


def test_each_move_of_a_known_position_has_its_value():
    values = move_values(Board.parse("XOX/OOX/..."))
    assert (values[8] > 0, values[7], values[6] < 0) == (True, 0, True)


@pytest.mark.parametrize(
    ("opening", "replies"),
    [(0, {4}), (4, {0, 2, 6, 8}), (1, {4, 0, 2, 7})],
)
def test_the_replies_that_hold_the_draw(opening: int, replies: set[int]):
    values = move_values(Board().play(opening))
    assert {cell for cell, value in values.items() if value == 0} == replies
    assert all(value < 0 for cell, value in values.items() if cell not in replies)


def test_it_sees_no_further_than_its_depth():
    lost = Board.parse("XX./O../...")
    assert set(move_values(lost, depth=1).values()) == {0}
    assert move_values(lost, depth=2) == {2: 0} | dict.fromkeys([4, 5, 6, 7, 8], -9)
