"""How many positions each way to search visits, held against what is known."""

from __future__ import annotations

import pickle

import pytest

from games.ai.evaluation import evaluate_moves
from games.engine import BOARDS, Board, Mark, play_moves
from games.study.tree.recorded_search import search_tree
from games.study.tree.search_methods import METHODS, MOST_TO_END, default_depth, may_reach_end
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


def test_the_longest_way_to_the_end_is_not_too_long():
    variant = BOARDS["gomoku"].variant
    free = MOST_TO_END // variant.size
    places = {cell: variant.place(cell) for cell in range(variant.size)}
    # No line has more than two marks of a side next to one another.
    x, o = ([c for c in places if (places[c][0] // 2 + places[c][1]) % 2 == n] for n in (0, 1))
    cells = [cell for pair in zip(x, o, strict=False) for cell in pair]
    board = play_moves(Board(variant), cells[: variant.size - free - 1])
    assert not may_reach_end(board)
    board = board.play(cells[board.ply])
    assert may_reach_end(board)
    for name in ("minimax", "alpha-beta", "ordering", "threats", "computer"):
        tree = search_tree(board, METHODS[name], None)
        assert pickle.loads(pickle.dumps(tree)).nodes == tree.nodes  # noqa: S301 - ours


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


@pytest.mark.parametrize("name", ["tens", "marks"])
def test_a_heuristic_chooses_what_it_would_play(name: str):
    method = METHODS[name]
    for board in open_positions()[::97]:
        tree = search_tree(board, method, method.depth(None))
        if line := tree.best_line:
            values = evaluate_moves(board, method.evaluation, depth=3)
            assert values[line[0]] == max(values.values())


def test_few_free_cells_are_searched_to_the_end():
    assert default_depth(Board()) is None
    assert default_depth(Board(BOARDS["4x4"].variant)) == 3
    assert METHODS["tens"].evaluation
