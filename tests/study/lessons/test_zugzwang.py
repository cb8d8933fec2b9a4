from __future__ import annotations

from random import Random

import pytest

from games.ai.threats import threats
from games.engine import Board, Mark, Variant, play_moves, read_moves
from games.engine.presets import BOARDS
from games.study.lessons.zugzwang import EXAMPLES, Zugzwang, find_zugzwang, zugzwangs
from tests.ai.minimax import minimax

CONNECT_FOUR = BOARDS["connect-four"].variant


def example(mark: Mark) -> Zugzwang:
    moves = read_moves(EXAMPLES[mark], CONNECT_FOUR)
    found = find_zugzwang(play_moves(Board(CONNECT_FOUR), moves), moves)
    assert found
    return found


@pytest.mark.parametrize("mark", Mark)
def test_the_examples_are_won_by_one_threat_in_the_last_column(mark: Mark):
    found = example(mark)
    assert found.winner is mark
    assert threats(found.board, mark) == (found.cell,)
    assert threats(found.board, mark.opponent) == ()
    end = play_moves(found.board, found.line)
    outcome = end.outcome()
    assert outcome
    assert outcome.winner is mark
    assert found.line[-1] == found.cell
    assert minimax(found.board).plies == len(found.line)
    # The piece below it was the only move that was left.
    forced = play_moves(found.board, found.line[:-2])
    assert forced.legal_moves() == (found.cell + CONNECT_FOUR.width,)


def test_random_games_come_to_such_positions():
    found = list(zugzwangs(CONNECT_FOUR, 11, Random(20), games=50))
    assert found
    for each in found:
        assert play_moves(Board(CONNECT_FOUR), each.moves) == each.board
        assert each.board.ply == 31
        assert minimax(each.board).plies == len(each.line)


@pytest.mark.parametrize(
    "rows",
    [
        "......./......./......./......./......./.......",  # no threat
        "......./......./......./......./OOO..../XXX....",  # two threats
        "......./......./......./......./O....../XXX..OO",  # one that can be played at once
    ],
)
def test_other_positions_are_no_zugzwang(rows: str):
    assert find_zugzwang(Board.parse(rows, CONNECT_FOUR), ()) is None


def test_a_threat_on_the_wrong_row_decides_nothing():
    variant = Variant(1, 6, 2, drop=True)
    assert find_zugzwang(Board(variant), ()) is None
