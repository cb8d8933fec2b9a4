from __future__ import annotations

from random import Random

import pytest

from games.ai.evaluation import DECIDED, MARKS, TENS, judge, ours
from games.ai.line_tables import lines_of
from games.ai.selfplay import NoSuchPlayer, Tally, play_games, player
from games.engine import Board, Mark, Variant


def test_tens_weighs_lines_as_published():
    assert TENS.weights(3) == (1, 10, 100, 1000)
    assert MARKS.weights(3) == (0, 1, 2, 3)


@pytest.mark.parametrize("judgement", [ours(Board().variant), TENS, MARKS])
def test_judging_sees_wins_and_losses_as_far_as_it_looks(judgement):
    values = judge(Board.parse("XX./OO./..."), judgement, depth=3)
    assert max(values, key=values.__getitem__) == 2
    assert values[2] > DECIDED
    assert max(values[cell] for cell in (6, 7, 8)) < -DECIDED


def test_judging_takes_the_first_ply_whatever_time_it_has():
    values = judge(Board.parse("XX./OO./..."), ours(Board().variant), depth=9, seconds=0)
    assert values[2] > DECIDED


def test_judging_knows_that_lines_may_lose():
    board = Board.parse("XX./O.O/...", Variant.parse("3x3x3+misere"))
    assert judge(board, ours(board.variant), depth=1)[2] < -DECIDED


def test_both_begin_half_of_the_games_and_none_is_lost():
    begun = []

    def first(board: Board, rng: Random) -> int:
        begun.append(board.ply) if board.ply < 2 else None
        return board.legal_moves()[0]

    *_, tally = play_games(first, player("random"), Board().variant, games=10, seed=1)
    assert begun == [0, 1] * 5
    assert tally.games == 10
    assert tally.turned() == Tally(tally.lost, tally.drawn, tally.won)


def test_a_pair_of_games_begins_with_the_same_random_moves():
    starts = []

    def note(board: Board, rng: Random) -> int:
        starts.append(str(board)) if board.ply == 2 else None
        return board.legal_moves()[0]

    list(play_games(note, note, Variant.parse("4x4x4"), games=4, seed=1, opening=2))
    assert starts[0] == starts[1]
    assert starts[2] == starts[3]


def test_openings_stop_before_a_game_ends():
    *_, tally = play_games(
        player("random"), player("random"), Board().variant, games=6, seed=1, opening=9
    )
    assert tally.games == 6


def test_nobody_plays_by_an_unknown_name():
    with pytest.raises(NoSuchPlayer, match="nobody is none of easy, medium"):
        player("nobody")


@pytest.mark.parametrize("other", ["tens", "marks"])
def test_ours_takes_more_than_half_against_each_published_heuristic(other: str):
    variant = Variant.parse("7x6x4+drop")
    *_, tally = play_games(player("lines"), player(other), variant, games=100, seed=1, opening=4)
    assert tally.share > 0.55


@pytest.mark.parametrize(("side", "row"), [(Mark.X, 3), (Mark.O, 4)])
def test_where_pieces_fall_a_threat_counts_on_the_rows_one_gets_in_the_end(side: Mark, row: int):
    """The first to move gets the odd rows of the last column, counted from below."""
    lines = lines_of(Variant.parse("7x6x4+drop"), (0, 1, 3, 5, 7))
    rows = [6 - cell // 7 for cell in range(42) if lines.timely[side is Mark.O] >> cell & 1]
    assert row in rows
    assert len({number % 2 for number in rows}) == 1
