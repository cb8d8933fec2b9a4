"""What is said of the positions in the tree of a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from games.ai.evaluation import WIN_SCORE
from games.engine import BOARDS, Board
from games.presentation.marks import pieces_of
from games.presentation.sides import both
from games.study.tree.page import DrawnNode, after, before, unfolded
from games.study.tree.recorded_search import search_tree
from games.study.tree.search_methods import METHODS, default_depth
from games.study.tree.search_tree import NodeEnding, SearchTree, TreeNode
from games.study.tree.textbook import Tree, search
from games.study.tree.textbook_wording import known
from games.study.tree.wording import NodeWords, Scale
from tests.ai.minimax import minimax
from tests.study.tree.nodes import preorder
from tests.study.tree.test_textbook import proven

POSITIONS = {
    "classic": "X.O/.../...",
    "misere": "X.O/.X./...",
    "4x4": "X.../.O../..X./....",
    "connect-four": "/".join(["......."] * 4 + ["...O...", "...XX.."]).replace("XX", "XO", 1),
}


def board_of(name: str) -> Board:
    return Board.from_stored(POSITIONS[name], BOARDS[name].variant)


def drawn_nodes(name: str, method: str) -> Iterator[DrawnNode]:
    """Yield all nodes of a search, each as a page shows it."""
    board = board_of(name)
    tree = search_tree(board, METHODS[method], default_depth(board))
    yield from below(tree, board, [tree.root], method)


def below(tree: SearchTree, board: Board, path: list[TreeNode], method: str) -> Iterator[DrawnNode]:
    yield unfolded(tree, board, path, METHODS[method])[-1]
    for child in path[-1].children[:4]:
        yield from below(tree, board, [*path, child], method)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("method", ["ordering", "computer"])
def test_every_node_speaks_in_whole_sentences(name: str, method: str):
    endings, names = set(), both(pieces_of(BOARDS[name].variant)).values()
    for node in drawn_nodes(name, method):
        endings.add((node.node.ending, node.node.not_searched == ()))
        assert re.fullmatch(rf"(?:Start|(?:{'|'.join(names)}) [a-z]\d+)", node.move)
        assert node.reason.endswith(".")
        assert node.result
        words = " ".join([node.move, node.result, node.reason, *chain.from_iterable(node.left_out)])
        assert "%(" not in words
        assert "None" not in words
        assert "X" in names or not re.search(r"\b[XO]\b", words)
    assert len(endings) > 2


def test_words_are_what_plain_minimax_says():
    checked = 0
    for node in chain.from_iterable(drawn_nodes("classic", m) for m in ("ordering", "computer")):
        if not node.words:
            continue
        checked += 1
        verdict, side = minimax(node.board), node.board.turn
        winner = side if verdict.value == "win" else side.opponent
        ending = f"wins in {verdict.plies}" if verdict.plies else "has won"
        assert node.words == ("draw" if verdict.plies is None else f"{winner} {ending}")
    assert checked > 10


def test_a_bound_is_true_of_what_plain_minimax_says():
    seen = set()
    for node in drawn_nodes("classic", "alpha-beta"):
        sign, _, written = node.result.rpartition(" ")
        bound = int(written.replace("\N{MINUS SIGN}", "-"))
        true = proven(node.board, node.board.ply - board_of("classic").ply)
        assert {"": true == bound, "≤": true <= bound, "≥": true >= bound}[sign], node.result
        seen.add(sign)
    assert seen == {"", "≤", "≥"}


def test_numbers_are_those_of_x_whoever_is_to_move():
    scale = Scale(BOARDS["classic"].variant, 10, root_ply=2)
    words = NodeWords(scale, TreeNode(0, 4, ply=3, alpha=-2, beta=10, value=3))
    assert (words.alpha, words.beta) == ("\N{MINUS SIGN}∞", "+5")
    assert scale.number(words.x_view(3)) == "\N{MINUS SIGN}6"
    assert (words.result, words.words) == ("\N{MINUS SIGN}6", "O wins in 4")
    assert scale.number(0) == "0"
    discs = Scale(BOARDS["connect-four"].variant, WIN_SCORE, root_ply=0)
    assert discs.number(WIN_SCORE - 3) == "Yellow wins"


def test_a_win_counts_as_in_the_whole_tree_of_a_small_position():
    board = board_of("classic").play(4).play(8)
    exact = Tree(board).take(search(board, pruning=False)).nodes
    tree = search_tree(board, METHODS["minimax"], None)
    for child in tree.root.children:
        words = NodeWords(Scale(board.variant, tree.win_score, board.ply), child)
        assert words.scale.number(words.x_view(child.value or 0)) == known(exact[child.cell,])


def test_the_steps_go_through_all_nodes_in_the_order_of_the_search():
    tree = search_tree(board_of("classic"), METHODS["computer"], None)
    seen, way = [tree.root], [tree.root]
    while (cells := after(way)) is not None:
        back, way = [node.cell for node in way[1:]], tree.follow(cells)
        assert before(way) == back
        seen.append(way[-1])
    assert [node.number for node in seen] == list(range(tree.nodes))


def test_a_large_board_is_shown_small_around_its_marks():
    variant = BOARDS["gomoku"].variant
    board = Board(variant).play(variant.cell_named("o15")).play(variant.cell_named("n14"))
    assert drawn_root(board).drawing.view == (9, 0, 6, 6)
    assert drawn_root(Board(variant)).drawing.view == (5, 5, 5, 5)


def drawn_root(board: Board) -> DrawnNode:
    tree = search_tree(board, METHODS["computer"], 1)
    return unfolded(tree, board, [tree.root], METHODS["computer"])[0]


def test_moves_beyond_a_few_are_only_counted():
    [(names, _)] = drawn_root(Board(BOARDS["gomoku"].variant).play(112)).left_out
    assert names.count(",") == 8
    assert names.endswith(f" +{224 - 12 - 9}")


def test_a_table_hit_names_the_position_that_it_repeats():
    board = Board(BOARDS["misere"].variant)
    tree = search_tree(board, METHODS["computer"], None)
    assert {re.sub(r"\d+", "1", reason) for reason in reasons(tree, board, NodeEnding.TABLE)} == {
        "Found in the table: a mirror image of position 1.",
        "Found in the table: the same as position 1.",
    }


def test_a_table_hit_also_names_a_position_that_is_not_recorded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.study.tree.recorded_search.MAX_RECORDED", 50)
    board = Board(BOARDS["6x6"].variant)
    tree = search_tree(board, METHODS["computer"], None)
    recorded = {node.number for node in preorder(tree.root)}
    repeated = [node for node in preorder(tree.root) if node.ending is NodeEnding.MOVE_IN_TABLE]
    assert any(node.source not in recorded for node in repeated)
    sentence = r"After [XO] plays [a-f]\d it is position [\d,]+ again: good enough\."
    assert all(
        re.fullmatch(sentence, each) for each in reasons(tree, board, NodeEnding.MOVE_IN_TABLE)
    )


def reasons(tree: SearchTree, board: Board, ending: NodeEnding) -> list[str]:
    """Return the sentences about the nodes with an ending."""
    scale = Scale(board.variant, tree.win_score, board.ply)
    nodes = (node for node in preorder(tree.root) if node.ending is ending)
    return [NodeWords(scale, node).reason for node in nodes]
