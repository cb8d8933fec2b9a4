"""Boards on which whoever completes a line loses."""

from __future__ import annotations

import pytest

from games.engine import Board, ImpossiblePosition, Mark, Outcome, Reason, Variant
from tests.game_tree import classic_layers, layers

MISERE = Variant(3, 3, 3, misere=True)


def test_whoever_completes_a_line_loses():
    board = Board.parse("XX./OO./...", MISERE).play(2)
    assert board.outcome() == Outcome(Mark.O, Reason.LINE, (0, 1, 2))
    assert board.legal_moves() == ()


def test_a_full_board_without_a_line_is_still_a_draw():
    assert Board.parse("XOX/XOO/OXX", MISERE).outcome() == Outcome(None, Reason.FULL)


def test_the_same_positions_can_be_reached_as_where_a_line_wins():
    for ours, classic in zip(layers(MISERE, 9), classic_layers(), strict=True):
        assert {(board.x, board.o) for board in ours} == {(b.x, b.o) for b in classic}


def test_nobody_can_have_moved_after_a_line():
    with pytest.raises(ImpossiblePosition, match="O has completed a line"):
        Board.parse("OOO/XX./XX.", MISERE)
