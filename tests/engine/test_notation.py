from __future__ import annotations

import pytest

from games.engine import Board, Variant, moves_to, play_moves
from tests.game_tree import open_positions


def test_moves_lead_to_every_position_in_which_the_game_goes_on():
    for board in open_positions():
        assert play_moves(Board(), moves_to(board)) == board


@pytest.mark.parametrize("text", ["4x3x3", "3x3x3+misere"])
def test_moves_lead_to_positions_of_other_boards(text: str):
    variant = Variant.parse(text)
    board = play_moves(Board(variant), (5, 0, 3, 7))
    assert play_moves(Board(variant), moves_to(board)) == board
