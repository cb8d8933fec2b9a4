"""The recorded search takes the same steps as the search that plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.ai.alphabeta import AlphaBeta
from games.ai.move_generation import OrderedMove
from games.ai.solver import best_moves
from games.engine import BOARDS, Board, Variant, canonical
from games.study.tree.recorded_search import NEAR, RecordedSearch, search_tree
from games.study.tree.search_methods import METHODS, Method
from games.study.tree.search_tree import NodeEnding, TreeNode
from tests.game_tree import open_positions
from tests.study.tree.nodes import preorder

WEIGHED = METHODS["alpha-beta"], 3  # so many plies deep, where it evaluates
# Of each board so many marks, from which the search to the end takes little time.
FLAT = [name for name, board in BOARDS.items() if not board.variant.is_divided]
SAMPLES = {"classic": 2, "misere": 2, "4x4": 4, "5x5": 12, "6x6": 22, "connect-four": 24}


def positions(board: str, marks: int, count: int = 40) -> Iterator[Board]:
    rng, found = Random(7), 0
    while found < count:
        position = Board(BOARDS[board].variant)
        for _ in range(rng.randint(marks, position.variant.size - 1)):
            if not (cells := position.legal_moves()):
                break
            position = position.play(rng.choice(cells))
        if not position.outcome():
            found += 1
            yield position


@pytest.mark.parametrize(("name", "marks"), SAMPLES.items())
def test_value_count_and_order_of_moves_are_those_of_the_search_that_plays(name: str, marks: int):
    for board in positions(name, marks):
        check_steps(METHODS["computer"], board, None)


@pytest.mark.parametrize("name", FLAT)
def test_to_a_depth_the_steps_are_those_of_the_search_that_plays(name: str):
    for depth in (1, 2, 3):
        for board in positions(name, 0, 5):
            check_steps(METHODS["computer"], board, depth)


def check_steps(method: Method, board: Board, depth: int | None) -> None:
    played, watched = method.settings(board, depth), method.settings(board, depth)
    played_orders = note_orders(played)
    search, node = RecordedSearch(watched, method), watched.tables.node(board)
    value = played.value(node, -played.win_score, played.win_score)
    root = search.tree(node).root
    assert root.value == value, board
    assert search.nodes == max(played.nodes, 1)  # which does not count where it need not search
    assert search.table == played.table
    assert [node.order for node in preorder(root) if node.order] == played_orders


def note_orders(search: AlphaBeta) -> list[tuple[int, ...]]:
    """Have a search note the orders in which it is given its moves."""
    orders, best_value = [], search._best_value

    def note(node, children: list[OrderedMove], alpha: int, beta: int) -> int:
        orders.append(tuple(bit.bit_length() - 1 for _, bit, _, _ in children))
        return best_value(node, children, alpha, beta)

    search._best_value = note
    return orders


def test_it_chooses_a_move_that_the_champion_may_choose():
    for board in open_positions()[::7]:
        tree = search_tree(board, METHODS["computer"], None)
        root = tree.root
        decided = root.by if root.by >= 0 else next(iter(tree.best_line), -1)
        if root.ending is not NodeEnding.LOST and root.ending is not NodeEnding.BOUNDS:
            assert decided in best_moves(board), board


def test_nodes_are_numbered_in_the_order_of_the_search_and_count_what_is_below():
    for method in METHODS.values():
        root = search_tree(Board.parse("X.O/.X./..."), method, None).root
        nodes = list(preorder(root))
        assert [node.number for node in nodes] == list(range(root.nodes))
        for node in nodes:
            assert node.nodes == 1 + sum(child.nodes for child in node.children)
            assert node.searched == len(node.children)


def test_a_window_and_a_value_lead_to_each_ending():
    seen: dict[NodeEnding, TreeNode] = {}
    for name, marks in {"classic": 3, "misere": 3}.items():
        for board in positions(name, marks, 20):
            for method, depth in [*((each, None) for each in METHODS.values()), WEIGHED]:
                tree = search_tree(board, method, depth)
                for node in preorder(tree.root):
                    check(node)
                    seen.setdefault(node.ending, node)
    assert seen.keys() == set(NodeEnding) - {NodeEnding.STOPPED}


def check(node: TreeNode) -> None:
    """Check what a node says of itself against its numbers."""
    assert node.value is not None
    match node.ending:
        case NodeEnding.SEARCHED:
            assert node.order
            assert node.value == max(-child.value for child in node.children)
        case NodeEnding.TABLE | NodeEnding.MOVE_IN_TABLE:
            assert 0 <= node.source < node.number
        case NodeEnding.LINE | NodeEnding.FULL | NodeEnding.EVALUATED | NodeEnding.LOST:
            assert not node.children
            assert not node.order


def test_a_position_in_the_table_is_equal_or_symmetric_to_its_source():
    found = 0
    for board in positions("misere", 0, 20):
        root = search_tree(board, METHODS["computer"], None).root
        places = dict(placed(root, board))
        for number, (node, position) in places.items():
            if node.ending is NodeEnding.TABLE:
                found += 1
                source = places[node.source][1]
                assert node.source < number
                assert (source != position) == node.is_mirrored
                assert canonical(source) == canonical(position)
    assert found > 20


def placed(node: TreeNode, board: Board) -> Iterator[tuple[int, tuple[TreeNode, Board]]]:
    yield node.number, (node, board)
    for child in node.children:
        yield from placed(child, board.play(child.cell))


def test_a_search_stops_after_so_many_positions_and_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.study.tree.recorded_search.MAX_NODES_3X3", 1000)
    stopped = search_tree(Board(), METHODS["minimax"], None)
    assert not stopped.is_complete
    assert stopped.nodes == 1000
    assert stopped.root.ending is NodeEnding.STOPPED
    assert stopped.root.value is None


def test_what_is_not_recorded_is_still_counted(monkeypatch: pytest.MonkeyPatch):
    board = Board.parse("X.O/.../...")
    whole = search_tree(board, METHODS["alpha-beta"], None)
    monkeypatch.setattr("games.study.tree.recorded_search.MAX_RECORDED", 50)
    part = search_tree(board, METHODS["alpha-beta"], None)
    assert (part.nodes, part.root.value) == (whole.nodes, whole.root.value)
    nodes = list(preorder(part.root))
    assert len(nodes) == 100
    assert [node.number for node in nodes[:50]] == list(range(50))
    assert all(node.ply <= board.ply + NEAR for node in nodes[50:])
    everything = {node.number: node for node in preorder(whole.root)}
    for node in nodes:
        same = everything[node.number]
        assert replace(node, children=[]) == replace(same, children=[])


def test_a_larger_variant_is_searched_with_a_limit():
    stopped = search_tree(Board(Variant(15, 15, 5)), METHODS["alpha-beta"], 3)
    assert (stopped.nodes, stopped.is_complete) == (20_000, False)
