from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.engine import CLASSIC, Board, Mark, canonical
from games.engine.perft import layers
from games.study.menace.learner import Menace, Reward, first_beads, has_box, position
from tests.playing import DRAW, O_WINS, X_WINS


def all_boxes() -> Iterator[Board]:
    return (board for layer in layers(CLASSIC, canonical) for board in layer if has_box(board))


def played(*cells: int) -> list[tuple[Board, int]]:
    board, moves = Board(), []
    for cell in cells:
        moves.append((board, cell))
        board = board.play(cell)
    return moves


def test_there_are_as_many_boxes_as_michie_had_and_those_of_the_second_player():
    boxes = Counter(board.ply for board in all_boxes())
    assert [boxes[ply] for ply in (0, 2, 4, 6)] == [1, 12, 108, 183]
    assert [boxes[ply] for ply in (1, 3, 5, 7)] == [3, 38, 153, 95]
    assert (boxes.total(), boxes[8]) == (304 + 289, 0)


def test_each_position_is_on_one_box():
    assert len(set(map(position, all_boxes()))) == 593


@pytest.mark.parametrize(
    ("text", "beads"),
    [
        (".../.../...", {0: 4, 1: 4, 4: 4}),
        (".../.X./...", {0: 4, 1: 4}),
        ("X../.O./...", {1: 3, 2: 3, 5: 3, 8: 3}),
        ("XOX/.XO/O..", {3: 1, 7: 1, 8: 1}),
    ],
)
def test_later_boxes_begin_with_fewer_beads(text: str, beads: dict[int, int]):
    assert first_beads(Board.parse(text)) == beads


def test_there_is_no_box_where_there_is_no_choice():
    assert not has_box(Board.parse("XXX/OO./..."))
    last = Board.parse("XOX/XOO/OX.")
    assert not has_box(last)
    assert Menace().choose(last, Random(1)) == 8


@pytest.mark.parametrize(
    ("cells", "mark", "reward"),
    [
        (X_WINS, Mark.X, Reward.WON),
        (X_WINS, Mark.O, Reward.LOST),
        (O_WINS, Mark.O, Reward.WON),
        (DRAW, Mark.X, Reward.DRAWN),
    ],
)
def test_every_box_that_was_used_gains_or_loses_beads(cells, mark: Mark, reward: Reward):
    menace, moves = Menace(), played(*cells)
    board, cell = moves[-1]
    outcome = board.play(cell).outcome()
    menace.learn(moves, mark, outcome.winner)
    used = [board for board, _ in moves if board.turn is mark and has_box(board)]
    assert set(menace.boxes) == set(map(position, used))
    for board in used:
        before, after = first_beads(board), menace.beads(board)
        assert [n - before[cell] for cell, n in after.items() if n != before[cell]] == [reward]


def test_moves_that_are_the_same_but_turned_share_their_beads():
    menace = Menace()
    for cell in (0, 2, 6, 8):
        menace.learn(played(cell), Mark.X, Mark.X)
    assert menace.beads(Board()) == {0: 4 + 4 * 3, 1: 4, 4: 4}


def test_a_box_on_which_the_board_is_turned_gets_the_bead_of_the_move():
    menace = Menace()
    menace.learn(played(8, 4, 7), Mark.X, Mark.X)
    turned = Board.parse("X../.O./...")
    assert menace.beads(turned) == menace.beads(Board.parse("..X/.O./..."))
    assert menace.beads(turned) == {**first_beads(turned), 1: 6}


def test_it_draws_each_move_as_often_as_its_beads_say():
    menace = Menace({position(Board()): {0: 0, 1: 1, 4: 3}})
    rng = Random(7)
    drawn = Counter(menace.choose(Board(), rng) for _ in range(4000))
    assert set(drawn) == {1, 3, 5, 7, 4}
    assert drawn[4] == pytest.approx(3000, abs=100)
    assert all(drawn[cell] == pytest.approx(250, abs=60) for cell in (1, 3, 5, 7))


def test_a_box_that_loses_its_last_bead_is_filled_as_in_the_beginning():
    board = Board.parse("XOX/.XO/O..")
    menace = Menace({position(board): {3: 0, 7: 1, 8: 0}})
    menace.learn([(board, 7)], Mark.X, Mark.O)
    assert menace.beads(board) == {3: 1, 7: 1, 8: 1}


def test_a_colour_that_has_run_out_meanwhile_stays_at_none():
    board = Board()
    menace = Menace({position(board): {0: 0, 1: 4, 4: 4}})
    menace.learn([(board, 0)], Mark.X, Mark.O)
    assert menace.beads(board) == {0: 0, 1: 4, 4: 4}
