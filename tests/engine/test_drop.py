"""Boards on which a piece falls to the lowest free cell of its column."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine import (
    Board,
    ImpossiblePosition,
    Mark,
    Occupied,
    OffTheBoard,
    Outcome,
    Reason,
    Unsupported,
    Variant,
    count_sequences,
)
from tests.game_tree import layers

CONNECT_FOUR = Variant(7, 6, 4, drop=True)


def dropped(*columns: int, variant: Variant = CONNECT_FOUR) -> Board:
    board = Board(variant)
    for column in columns:
        landing = [c for c in board.legal_moves() if c % variant.width == column]
        board = board.play(landing[0])
    return board


def test_a_piece_lands_on_the_floor_or_on_another():
    assert Board(CONNECT_FOUR).legal_moves() == (35, 36, 37, 38, 39, 40, 41)
    assert dropped(3, 3).legal_moves() == (24, 35, 36, 37, 39, 40, 41)


@pytest.mark.parametrize(
    ("cell", "error"), [(0, Unsupported), (31, Occupied), (17, Unsupported), (42, OffTheBoard)]
)
def test_it_rejects_any_other_cell(cell: int, error: type[Exception]):
    with pytest.raises(error):
        dropped(3, 3).play(cell)


@pytest.mark.parametrize(
    ("columns", "winner", "line"),
    [
        ((0, 6, 1, 6, 2, 6, 3), Mark.X, (35, 36, 37, 38)),
        ((0, 1, 0, 1, 0, 1, 6, 1), Mark.O, (15, 22, 29, 36)),
        ((0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3), Mark.X, (17, 23, 29, 35)),
    ],
)
def test_four_in_a_row_win(columns: tuple[int, ...], winner: Mark, line: tuple[int, ...]):
    assert dropped(*columns).outcome() == Outcome(winner, Reason.LINE, line)


def test_the_counts_of_connect_four():
    """The numbers of positions are those of John Tromp (OEIS A212693)."""
    assert [len(layer) for layer in layers(CONNECT_FOUR, 5)] == [1, 7, 49, 238, 1120, 4263]
    assert list(count_sequences(CONNECT_FOUR, 5)) == [1, 7, 49, 343, 2401, 16807]


@pytest.mark.parametrize("text", ["3x3x3+drop", "2x4x3+drop", "4x2x2+drop", "3x3x3+drop+misere"])
def test_just_the_reachable_positions_are_accepted(text: str):
    variant = Variant.parse(text)
    reachable = {board for layer in layers(variant, variant.size) for board in layer}
    accepted = set()
    for marks in product("XO.", repeat=variant.size):
        try:
            accepted.add(Board.parse("".join(marks), variant))
        except ImpossiblePosition:
            continue
    assert accepted == reachable


def test_a_whole_game_reads_back_at_every_ply():
    board = Board(CONNECT_FOUR)
    while moves := board.legal_moves():
        board = board.play(moves[(board.ply * 5) % len(moves)])
        assert Board.parse(str(board), CONNECT_FOUR) == board
