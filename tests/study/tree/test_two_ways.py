from __future__ import annotations

import pytest

from games.engine import Board, Mark, play_moves, read_moves
from games.study.tree.textbook import Slip, Tree, Values, chosen_move, search, values_of
from games.study.tree.views import TWO_WAYS
from tests.study.tree.test_textbook import CLASSIC, small_positions

BOARD = play_moves(Board(), read_moves(TWO_WAYS, CLASSIC))


def for_the_mover(board: Board) -> Values:
    nodes = Tree(board).take(search(board, pruning=False)).nodes
    signs = {path: 1 if node.board.turn is Mark.X else -1 for path, node in nodes.items()}
    return {path: signs[path] * (node.best or 0) for path, node in nodes.items()}


def test_negamax_is_minimax_for_the_side_to_move():
    for board in small_positions(101):
        assert values_of(board) == for_the_mover(board)


@pytest.mark.parametrize("mistake", Slip)
def test_each_mistake_gives_the_win_away(mistake: Slip):
    right, wrong = for_the_mover(BOARD), values_of(BOARD, mistake)
    assert any(wrong[path] != value for path, value in right.items())
    assert -right[chosen_move(BOARD, wrong, mistake),] <= 0 < right[()]
