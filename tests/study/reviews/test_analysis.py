"""The review of moves: equal to plain minimax and to the solver, and only opinion beyond it.

``python -m tests.tools.verdicts`` checks as many games of large boards as one has time for.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.ai.solver import UNKNOWN, Solution, Value, Verdict
from games.engine import BOARDS, Board, Mark, Variant, play_moves
from games.study.reviews.analysis import Label, inferred, review_move
from tests.tools.verdicts import OPINIONS, Lookahead, check_games

CONNECT_FOUR = BOARDS["connect-four"].variant
# X wins by f2 in 7 plies.
MISSED_WIN = Board.parse("......./....X../....O../....O../XXO.X.X/XOXOXOO", CONNECT_FOUR)
GENEROUS = 600.0  # seconds, so that small boards are always proven


@pytest.mark.parametrize("code", ["3x3x3", "3x3x3+misere", "4x3x3"])
def test_reviews_equal_plain_minimax_on_every_ply(code: str):
    variant = Variant.parse(code)
    labels = check_games(variant, 200, GENEROUS, Lookahead(variant.size, 0))
    assert labels.keys() & OPINIONS == {Label.LOSING}


def test_on_4x4_reviews_equal_the_solver_on_every_ply_and_minimax_on_the_last():
    labels = check_games(BOARDS["4x4"].variant, 200, GENEROUS, Lookahead(6, 100))
    assert labels.keys() & OPINIONS == {Label.LOSING}


@pytest.mark.parametrize(
    ("name", "games"), [("5x5", 4), ("6x6", 4), ("connect-four", 4), ("gomoku", 1)]
)
def test_on_large_boards_nothing_contradicts_a_review(name: str, games: int):
    labels = check_games(BOARDS[name].variant, games, 0.01, Lookahead(7, 500))
    assert labels.keys() & {Label.KEPT_WIN, Label.LOST}  # the last moves are always proven


def test_a_move_that_wins_proves_the_position_and_a_lost_position_each_move():
    nothing = Solution(UNKNOWN, {}, 0, 0)
    won, lost = Verdict(Value.WIN, 9), replace(nothing, verdict=Verdict(Value.LOSS, 8))
    assert inferred(nothing, won) == (replace(nothing, verdict=Verdict(Value.WIN)), won)
    assert inferred(lost, UNKNOWN) == (lost, Verdict(Value.LOSS))
    assert inferred(nothing, UNKNOWN) == (nothing, UNKNOWN)


def test_where_nothing_is_proven_it_is_an_opinion():
    variant = BOARDS["gomoku"].variant
    board = play_moves(Board(variant), map(variant.cell_named, ["h8", "h9", "i8", "i9", "g8"]))
    careless = review_move(board, variant.cell_named("a1"), 0.5)
    assert careless.label is Label.DOUBTFUL  # X has three in a row, open at both ends
    assert not careless.is_exact
    assert careless.better
    assert -1 < careless.standing <= 1
    sensible = review_move(board, careless.better[0], 0.5)
    assert sensible.label is Label.GOOD
    assert sensible.better == []
    assert sensible.line == ()


def test_a_win_that_is_proven_and_missed_is_told_even_if_the_move_is_not_proven_to_spoil_it():
    variant = BOARDS["gomoku"].variant
    moves = ["h8", "a1", "h9", "b1", "h10", "a2"]
    board = play_moves(Board(variant), map(variant.cell_named, moves))
    review = review_move(board, variant.cell_named("o15"), 0.5)
    assert review.before.value is Value.WIN
    assert review.label in (Label.DOUBTFUL, Label.SLIPPED, Label.LOST)
    assert {variant.cell_name(cell) for cell in review.better} & {"h7", "h11"}
    outcome = play_moves(board, review.line).outcome()
    assert outcome
    assert outcome.winner is Mark.X


def test_a_threat_that_is_not_met_is_told_with_its_distance():
    three_in_a_column = Board.parse("......./......./......./X....../X....../XOO....", CONNECT_FOUR)
    assert review_move(three_in_a_column, 29, 0.5).after == Verdict(Value.LOSS, 2)


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("seconds", [800, 1200, 2500, 9000])
def test_better_play_begins_with_the_fastest_win(seconds: float):
    review = review_move(MISSED_WIN, CONNECT_FOUR.cell_named("e6"), seconds)
    assert review.label in (Label.DOUBTFUL, Label.LOST)
    assert review.before == Verdict(Value.WIN, 7)
    # Others win as well, in 19 plies or more.
    assert CONNECT_FOUR.cell_name(review.line[0]) == "f2"


@pytest.mark.usefixtures("ticking_clock")
def test_a_mistake_is_not_among_the_moves_that_may_be_better():
    """There is time to prove the move by itself, but not while all moves are proven."""
    review = review_move(MISSED_WIN, CONNECT_FOUR.cell_named("e6"), 3600)
    assert review.label is Label.LOST
    assert [CONNECT_FOUR.cell_name(cell) for cell in review.unproven] == ["g3"]
