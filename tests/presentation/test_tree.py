"""What is said of the positions in the tree of a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from games.ai.visits import Ending, Visit
from games.ai.walk import METHODS, Walk, default_depth, follow, walk
from games.engine import BOARDS, Board, Mark
from games.presentation import tree_wording
from games.presentation.tree import TreeNode, along, unfolded
from tests.ai.minimax import minimax

POSITIONS = {
    "classic": "X.O/.../...",
    "misere": "X.O/.X./...",
    "4x4": "X.../.O../..X./....",
    "connect-four": "/".join(["......."] * 4 + ["...O...", "...XX.."]).replace("XX", "XO", 1),
}


def board_of(name: str) -> Board:
    return Board.from_stored(POSITIONS[name], BOARDS[name].variant)


def tree_nodes(name: str, method: str) -> Iterator[TreeNode]:
    """Yield all nodes of a search, each as a page shows it."""
    board = board_of(name)
    found = walk(board, METHODS[method], default_depth(board))
    yield from below(found, board, [found.root], method)


def below(found: Walk, board: Board, visits: list[Visit], method: str) -> Iterator[TreeNode]:
    *_, node = along(unfolded(found, board, visits, METHODS[method]))
    yield node
    for child in visits[-1].children[:4]:
        yield from below(found, board, [*visits, child], method)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("method", ["ordering", "computer", "tens"])
def test_every_node_speaks_in_whole_sentences(name: str, method: str):
    endings = set()
    for node in tree_nodes(name, method):
        endings.add(node.visit.ending)
        assert re.fullmatch(r"(?:Start|[XO] [a-z]\d+)", node.move)
        assert node.reason.endswith(".")
        assert node.result
        words = " ".join([node.label, *(left.label for left in node.left_out)])
        assert "%(" not in words
        assert "None" not in words
    assert len(endings) > 2


def test_an_exact_result_is_what_plain_minimax_says():
    checked = 0
    for node in chain.from_iterable(tree_nodes("classic", m) for m in ("ordering", "computer")):
        visit = node.visit
        if visit.value is None or not visit.alpha < visit.value < visit.beta:
            continue
        checked += 1
        verdict, side = minimax(node.board), node.board.turn
        winner = side if verdict.value == "win" else side.opponent
        ending = f"wins in {verdict.plies}" if verdict.plies else "has won"
        assert node.result == ("draw" if verdict.plies is None else f"{winner} {ending}")
    assert checked > 10


def test_a_bound_in_words_is_true_of_what_plain_minimax_says():
    seen = set()
    for node in tree_nodes("classic", "alpha-beta"):
        verdict, side = minimax(node.board), node.board.turn
        value = 0 if verdict.plies is None else 100 - verdict.plies
        x_value = value if (verdict.value == "win") == (side is Mark.X) else -value
        if found := re.fullmatch(r"at least a draw for ([XO])", node.result):
            assert x_value >= 0 if found[1] == "X" else x_value <= 0
        elif found := re.fullmatch(r"([XO]) wins in (\d+) or (sooner|later)", node.result):
            bound = (100 - int(found[2])) * (1 if found[1] == "X" else -1)
            raises = (found[3] == "sooner") == (found[1] == "X")
            assert x_value >= bound if raises else x_value <= bound
        else:
            continue
        seen.add(node.result.split()[0])
    assert seen == {"at", "X", "O"}


def test_numbers_are_those_of_x_whoever_is_to_move():
    scale = tree_wording.Scale(BOARDS["classic"].variant, 10, looks_ahead=False)
    visit = Visit(0, 4, ply=3, alpha=-2, beta=10, value=3)
    assert tree_wording.window(scale, visit) == ("\N{MINUS SIGN}∞", "+2")
    assert tree_wording.number(scale, tree_wording.x_view(visit, 3)) == "\N{MINUS SIGN}3"
    assert tree_wording.result(scale, visit) == "O wins in 4"
    assert tree_wording.number(scale, 0) == "0"
    assert [tree_wording.place(scale, value) for value in (-10, 0, 5, 10)] == [0, 50, 75, 100]


def test_a_large_board_is_shown_small_around_its_marks():
    variant = BOARDS["gomoku"].variant
    board = Board(variant).play(variant.cell_named("o15")).play(variant.cell_named("n14"))
    found = walk(board, METHODS["computer"], 1)
    node = unfolded(found, board, [found.root], METHODS["computer"])
    assert node.drawing.view == (9, 0, 6, 6)
    empty = Board(variant)
    found = walk(empty, METHODS["computer"], 1)
    assert unfolded(found, empty, [], METHODS["computer"]).drawing.view == (5, 5, 5, 5)


def test_moves_beyond_a_few_are_only_counted():
    board = Board(BOARDS["gomoku"].variant).play(112)
    found = walk(board, METHODS["computer"], 1)
    node = unfolded(found, board, [found.root], METHODS["computer"])
    [left] = node.left_out
    assert len(left.drawings) == len(left.names) == 9
    assert left.more == 224 - 12 - 9


def test_a_table_hit_names_the_position_that_it_repeats():
    board = Board(BOARDS["misere"].variant)
    found = walk(board, METHODS["computer"], None)
    repeated = [visit for visit in found.root.walk() if visit.ending is Ending.TABLE]
    words = {re.sub(r"\d+", "1", tree_wording.reason(scale_of(found), v)) for v in repeated}
    assert words == {
        "Found in the table: a mirror image of position 1.",
        "Found in the table: the same as position 1.",
    }


def scale_of(found: Walk) -> tree_wording.Scale:
    return tree_wording.Scale(BOARDS["misere"].variant, found.win_score, looks_ahead=True)


def test_a_node_is_found_by_its_moves():
    board = board_of("classic")
    found = walk(board, METHODS["minimax"], None)
    first = found.root.children[0]
    assert follow(found.root, [first.cell]) == [found.root, first]
