from collections.abc import Iterator

import pytest

from games.engine import BOARDS, Board, Mark, play_moves, read_moves
from games.study.tree.negamax import Slip, Values, chosen_move, values_of
from games.study.tree.textbook import MOST_FREE, WIN, NodeState, Step, Tree, search
from games.study.tree.views import SMALL, TWO_WAYS
from tests.ai.minimax import minimax
from tests.game_tree import open_positions

CLASSIC = BOARDS["classic"].variant


def small_positions(step: int = 37) -> Iterator[Board]:
    boards = [board for board in open_positions() if CLASSIC.size - board.ply <= MOST_FREE]
    yield from boards[::step]


def opening() -> Board:
    return play_moves(Board(), read_moves(SMALL, CLASSIC))


def proven(board: Board, depth: int) -> float:
    verdict = minimax(board)
    if verdict.plies is None:
        return 0
    value = WIN + 1 - depth - verdict.plies
    return value if (verdict.value == "win") == (board.turn is Mark.X) else -value


def test_the_page_opens_with_38_positions_of_which_alpha_beta_skips_10():
    events = list(search(opening(), pruning=True))
    tree = Tree(opening()).take(events)
    assert (len(tree.nodes), tree.count(NodeState.DONE), tree.count(NodeState.SKIPPED)) == (
        38,
        28,
        10,
    )
    assert tree.root.best == -10
    whole = Tree(opening()).take(search(opening(), pruning=False))
    assert whole.count(NodeState.DONE) == 38


def test_all_values_of_minimax_are_proven_ones():
    for board in small_positions(101):
        tree = Tree(board).take(search(board, pruning=False))
        for path, node in tree.nodes.items():
            expected = node.low if node.board.outcome() else proven(node.board, len(path))
            assert node.best == node.low == node.high == expected


def test_what_alpha_beta_says_of_a_position_is_true():
    bounds = 0
    for board in small_positions(101):
        exact = Tree(board).take(search(board, pruning=False)).nodes
        for path, node in Tree(board).take(search(board, pruning=True)).nodes.items():
            true = exact[path].best
            assert true is not None
            assert node.low <= true <= node.high
            assert node.state in (NodeState.DONE, NodeState.SKIPPED)
            bounds += node.state is NodeState.DONE and node.low != node.high
    assert bounds > 20


def test_a_cut_compares_two_values_that_the_tree_shows():
    cuts = 0
    for board in small_positions(53):
        events = list(search(board, pruning=True))
        for number, event in enumerate(events):
            if event.is_cut:
                cuts += 1
                check_cut(event, Tree(board).take(events[: number + 1]))
    assert cuts > 50


def check_cut(event: Step, tree: Tree) -> None:
    assert event.alpha.value >= event.beta.value
    for bound in (event.alpha, event.beta):
        assert tree.nodes[bound.source].best == bound.value
        assert bound.source[:-1] == event.path[: len(bound.source) - 1]
    skipped = [node for node in tree.nodes[event.path].children if node.state is NodeState.SKIPPED]
    assert skipped


def test_in_misere_whoever_completes_a_line_loses():
    board = Board.parse("XX./OO./...", BOARDS["misere"].variant)
    *_, last = search(board, pruning=True)
    assert last.best == proven(board, 0)


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
