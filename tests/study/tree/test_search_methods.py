"""How many positions each way to search visits, held against what is known."""

from __future__ import annotations

import pytest

from games.engine import BOARDS, Board, Mark
from games.study.tree.recorded_search import search_tree
from games.study.tree.search_methods import METHODS, default_depth
from tests.ai.minimax import minimax
from tests.game_tree import classic_layers, layers, open_positions


def nodes(board: Board, method: str, depth: int | None = None) -> int:
    return search_tree(board, METHODS[method], depth).nodes


def test_plain_minimax_visits_every_position_of_every_game():
    games = sum(count for layer in classic_layers() for count in layer.values())
    assert nodes(Board(), "minimax") == games == 549_946


def test_each_idea_saves_positions_from_the_empty_board():
    ideas = ("alpha-beta", "ordering", "threats", "computer")
    assert [nodes(Board(), method) for method in ideas] == [20_866, 2_245, 170, 82]


def test_misere_needs_more_of_them():
    board = Board(BOARDS["misere"].variant)
    ideas = ("alpha-beta", "ordering", "threats", "computer")
    assert [nodes(board, method) for method in ideas] == [12_927, 5_440, 3_030, 690]


def test_to_a_depth_minimax_visits_every_sequence_of_moves():
    for name in ("4x4", "connect-four"):
        board = Board(BOARDS[name].variant)
        sequences = sum(sum(layer.values()) for layer in layers(board.variant, 3))
        assert nodes(board, "minimax", 3) == sequences


@pytest.mark.parametrize("name", ["minimax", "alpha-beta", "ordering", "threats", "computer"])
def test_a_tree_has_the_value_that_plain_minimax_proves(name: str):
    for board in open_positions()[3::61]:
        verdict = minimax(board)
        win_now = board.variant.size + 1 - board.ply
        value = search_tree(board, METHODS[name], None).root.value
        expected = 0 if verdict.plies is None else win_now - verdict.plies
        assert value == (-expected if verdict.value == "loss" else expected)


def test_the_best_line_of_plain_minimax_ends_the_game_as_it_says():
    for board in open_positions()[900::101]:
        tree = search_tree(board, METHODS["minimax"], None)
        position = board
        for cell in tree.best_line:
            position = position.play(cell)
        outcome = position.outcome()
        assert outcome
        value = tree.root.value if board.turn is Mark.X else -tree.root.value
        winner = {0: None}.get(value, Mark.X if value > 0 else Mark.O)
        assert outcome.winner is winner


def test_few_free_cells_are_searched_to_the_end():
    assert default_depth(Board()) is None
    assert default_depth(Board(BOARDS["4x4"].variant)) == 3
