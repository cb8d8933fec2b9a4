import pytest

from games.ai.advice import advise
from games.ai.solver import Value
from games.engine import Board, Variant
from games.engine.presets import BOARDS


@pytest.mark.parametrize(
    ("position", "best"),
    [
        (".........", "a3 c3 a1 c1"),  # only a corner leaves O one reply that holds
        ("X........", "b2"),
        ("XX.OO....", "c3"),  # wins, and blocks
        ("X.O....XO", "c2"),  # stops the line
    ],
)
def test_on_a_small_board_the_best_moves_are_proven(position: str, best: str):
    board = Board.parse(position)
    advice = advise(board, 1)
    assert " ".join(map(board.variant.cell_name, advice.best)) == best
    assert advice.is_proven


@pytest.mark.parametrize("name", ["6x6", "gomoku"])
def test_where_nothing_is_proven_the_middle_looks_best(name: str):
    variant = BOARDS[name].variant
    advice = advise(Board(variant), 0)
    assert not advice.is_proven
    middle = {(variant.width - 1) // 2, variant.width // 2}
    assert {variant.place(cell)[0] for cell in advice.best} == middle


def test_a_threat_is_stopped_even_if_nothing_else_is_proven():
    variant = Variant(15, 15, 5)
    board = Board(variant)
    for name in ["a1", "h8", "a2", "h9", "a3", "h10", "c15", "h11"]:
        board = board.play(variant.cell_named(name))
    # O has two ways to complete five, so every move loses; a win comes first where there is one.
    lost = advise(board, 0.5)
    assert lost.is_proven
    won = advise(board.play(variant.cell_named("a15")), 0.5)
    assert [variant.cell_name(cell) for cell in won.best] == ["h12", "h7"]
    assert won.is_proven


def test_a_move_that_is_proven_to_lose_is_not_recommended():
    variant = Variant(15, 15, 5)
    board = Board(variant)
    for name in ["h8", "h9", "i8", "i9", "g8"]:
        board = board.play(variant.cell_named(name))
    # X has three in a row, open at both ends.
    advice = advise(board, 0.5)
    assert set(map(variant.cell_name, advice.best)) <= {"e8", "f8", "j8", "k8"}


def test_a_forced_win_is_advised_as_proven():
    variant = Variant(15, 15, 5)
    board = Board(variant)
    for name in ["k8", "i9", "j6", "i7", "i6", "h5", "j8", "h8", "j5", "j7"]:
        board = board.play(variant.cell_named(name))
    advice = advise(board, 4)
    assert advice.is_proven
    assert advice.moves[advice.best[0]].value is Value.WIN
