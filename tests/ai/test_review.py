"""The review of moves: equal to plain minimax and to the solver, and only opinion beyond it."""

from __future__ import annotations

from random import Random

import pytest

from games.ai.review import MISTAKES, Label, MoveReview, review_move
from games.ai.solver import Value, Verdict, value_of
from games.engine import BOARDS, Board, Mark, Variant, play_moves
from tests.ai.minimax import minimax

GENEROUS = 600.0  # seconds, so that small boards are always proven
GAMES = 60


def random_game(board: Board, rng: Random) -> list[tuple[Board, int]]:
    """Return the positions of a game and the move made in each."""
    made = []
    while not board.is_over:
        made.append((board, rng.choice(board.legal_moves())))
        board = board.play(made[-1][1])
    return made


def label_by_definition(before: Verdict, after: Verdict) -> Label:
    order = [Value.LOSS, Value.DRAW, Value.WIN]
    assert order.index(after.value) <= order.index(before.value)
    match before.value, after.value:
        case Value.WIN, Value.WIN:
            return Label.KEPT_WIN
        case Value.DRAW, Value.DRAW:
            return Label.KEPT_DRAW
        case Value.WIN, Value.DRAW:
            return Label.SLIPPED
        case Value.LOSS, Value.LOSS:
            return Label.LOSING
    return Label.LOST


def check(board: Board, cell: int, review: MoveReview) -> None:
    """Check a review against plain minimax."""
    before, after = minimax(board), minimax(board.play(cell)).one_ply_earlier()
    assert (review.before, review.after) == (before, after)
    assert review.label is label_by_definition(before, after)
    assert review.is_exact
    sign = 1 if board.turn is Mark.X else -1
    assert review.standing == sign * {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}[after.value]
    keeping = [
        c
        for c in board.legal_moves()
        if minimax(board.play(c)).one_ply_earlier().value is before.value
    ]
    assert review.better == (keeping if review.label in MISTAKES else [])
    assert bool(review.line) == (review.label in MISTAKES)
    # Best play keeps the value to its end.
    for made in review.line:
        value = minimax(board).value
        assert minimax(board.play(made)).one_ply_earlier().value is value
        board = board.play(made)


@pytest.mark.parametrize("code", ["3x3x3", "3x3x3+misere", "4x3x3"])
def test_reviews_equal_plain_minimax_on_every_ply(code: str):
    rng = Random(code)
    for _ in range(GAMES):
        for board, cell in random_game(Board(Variant.parse(code)), rng):
            check(board, cell, review_move(board, cell, GENEROUS))


def test_on_4x4_reviews_equal_the_solver_on_every_ply():
    rng = Random(4)
    for _ in range(GAMES):
        for board, cell in random_game(Board(BOARDS["4x4"].variant), rng):
            review = review_move(board, cell, GENEROUS)
            assert review.before == value_of(board)
            assert review.after == value_of(board.play(cell)).one_ply_earlier()
            assert review.label is label_by_definition(review.before, review.after)


@pytest.mark.parametrize("name", ["5x5", "6x6", "connect-four", "gomoku"])
def test_what_is_proven_on_large_boards_equals_the_solver(name: str):
    rng = Random(name)
    proven = 0
    for _ in range(3):
        for board, cell in random_game(Board(BOARDS[name].variant), rng)[-4:]:
            review = review_move(board, cell, 0.2)
            after = value_of(board.play(cell), 0.5).one_ply_earlier()
            for found, verdict in ((review.before, value_of(board, 0.5)), (review.after, after)):
                if found.is_known and verdict.is_known:
                    assert found.value is verdict.value
                    assert None in (found.plies, verdict.plies) or found.plies == verdict.plies
                    proven += 1
    assert proven  # the last move of a game always is


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
