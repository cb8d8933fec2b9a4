from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from games.ai.solver import UNKNOWN, Value, Verdict, solve
from games.engine import BOARDS, Board, Mark, Variant, play_moves, read_variant
from games.study.reviews.analysis import Label, inferred, not_reviewed, review_move
from tests.ai.minimax import minimax

CONNECT_FOUR = BOARDS["connect-four"].variant
GOMOKU = BOARDS["gomoku"].variant
# X wins by f2 in 7 plies.
MISSED_WIN = Board.parse("......./....X../....O../....O../XXO.X.X/XOXOXOO", CONNECT_FOUR)
VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}
FEW_FREE = 9  # cells
GENEROUS = 600.0  # seconds, so that small boards are always proven


@pytest.mark.parametrize(("code", "games"), [("3x3x3", 60), ("3x3x3+misere", 60), ("4x3x3", 20)])
def test_reviews_equal_plain_minimax_on_every_ply(code: str, games: int):
    for board, cell in random_moves(Variant.parse(code), games):
        review = review_move(board, cell, GENEROUS)
        before, after = minimax(board), minimax(board.play(cell)).one_ply_earlier()
        assert may_be(review.before, before)
        assert may_be(review.after, after)
        assert review.label is label_of(before.value, after.value)
        kept = (minimax(board.play(other)).one_ply_earlier() for other in review.better)
        assert {verdict.value for verdict in kept} <= {before.value}


@pytest.mark.parametrize(
    ("board", "games"), [("5x5", 4), ("6x6", 4), ("connect-four", 4), ("9x9x5", 1)]
)
def test_on_large_boards_nothing_near_contradicts_a_review(board: str, games: int):
    proven = 0
    for position, cell in random_moves(read_variant(board), games):
        review = review_move(position, cell, 0.01)
        assert may_be(review.before, minimax(position, 2))
        assert may_be(review.after, minimax(position.play(cell), 1).one_ply_earlier())
        for better in {*review.better, *review.line[:1]} - {cell}:
            assert minimax(position.play(better), 1).value is not Value.WIN
        if review.before.is_known and review.after.is_known:
            assert review.label is label_of(review.before.value, review.after.value)
            proven += 1
        else:
            is_lost = review.after.value is Value.LOSS
            assert review.label is (Label.ALLOWED if is_lost else Label.UNKNOWN)
    assert proven


@pytest.mark.parametrize(("name", "games"), [("notakto", 40), ("notakto-3", 10), ("ultimate", 10)])
def test_on_small_boards_the_last_moves_are_judged_as_plain_play_judges_them(name: str, games: int):
    for board, cell in random_moves(BOARDS[name].variant, games):
        if board.open_count <= FEW_FREE:
            review = review_move(board, cell, GENEROUS)
            before, after = plain_value(board), plain_value(board.play(review.cell), -1)
            assert (review.before.value, review.after.value) == (VALUES[before], VALUES[after])
            assert review.label is label_of(review.before.value, review.after.value)
            assert all(plain_value(board.play(cell), -1) == before for cell in review.better)


def random_moves(variant: Variant, games: int) -> Iterator[tuple[Board, int]]:
    rng = Random(f"{variant}")
    for _ in range(games):
        board = Board(variant)
        while not board.is_over:
            cell = rng.choice(board.legal_moves())
            yield board, cell
            board = board.play(cell)


def may_be(told: Verdict, known: Verdict) -> bool:
    if not (told.is_known and known.is_known):
        return True
    return told.value is known.value and (
        told.plies == known.plies or None in (told.plies, known.plies)
    )


def label_of(before: Value, after: Value) -> Label:
    if before is after:
        return {Value.WIN: Label.KEPT_WIN, Value.DRAW: Label.KEPT_DRAW, Value.LOSS: Label.LOSING}[
            before
        ]
    return Label.LOST if after is Value.LOSS else Label.SLIPPED


@cache
def plain_value(board: Board, sign: int = 1) -> int:
    if outcome := board.outcome():
        return sign * (0 if outcome.winner is None else 1 if outcome.winner is board.turn else -1)
    return sign * max(plain_value(board.play(cell), -1) for cell in board.legal_moves())


def test_a_move_that_wins_proves_the_position_and_a_lost_position_each_move():
    won, lost = Verdict(Value.WIN, 9), Verdict(Value.LOSS, 8)
    assert inferred(UNKNOWN, won) == (Verdict(Value.WIN), won)
    assert inferred(lost, UNKNOWN) == (lost, Verdict(Value.LOSS))
    assert inferred(UNKNOWN, UNKNOWN) == (UNKNOWN, UNKNOWN)


def gomoku(*moves: str) -> Board:
    return play_moves(Board(GOMOKU), map(GOMOKU.cell_named, moves))


def names(cells: Iterable[int]) -> list[str]:
    return [GOMOKU.cell_name(cell) for cell in cells]


def test_where_nothing_is_proven_there_is_no_verdict():
    review = review_move(gomoku("h8", "h9"), GOMOKU.cell_named("i8"), 0.5)
    assert review == not_reviewed(GOMOKU.cell_named("i8"))


def test_an_open_three_that_is_not_met_is_lost_and_no_move_before_it_is_called_better():
    board = gomoku("h8", "h9", "i8", "i9", "g8")
    careless = review_move(board, GOMOKU.cell_named("a1"), 1)
    assert careless.label is Label.ALLOWED
    assert careless.after == Verdict(Value.LOSS, 4)
    assert careless.better == ()  # it is not proven that the game was not lost before
    assert names(careless.line[:1]) == ["a1"]
    outcome = play_moves(board, careless.line).outcome()
    assert outcome.winner is Mark.X
    assert careless.unproven == ()
    assert careless.next == Verdict(Value.WIN, 3)


def test_a_win_that_is_proven_and_missed_is_told_even_if_the_move_is_not_proven_to_spoil_it():
    review = review_move(gomoku("h8", "a1", "h9", "b1", "h10", "a2"), GOMOKU.cell_named("o15"), 1)
    assert review.before.value is Value.WIN
    assert review.label in (Label.UNKNOWN, Label.SLIPPED, Label.LOST)
    assert {*names(review.better)} & {"h7", "h11"}
    board = gomoku("h8", "a1", "h9", "b1", "h10", "a2")
    outcome = play_moves(board, review.line).outcome()
    assert outcome.winner is Mark.X


def test_a_defender_with_two_threats_against_it_is_lost_before_it_moves():
    board = gomoku("h8", "a1", "h9", "c2", "h10", "o1", "e5", "a15", "f5", "n14", "g5")
    review = review_move(board, GOMOKU.cell_named("h7"), 2)
    assert review.before.value is Value.LOSS
    assert review.label is Label.LOSING


def test_a_threat_that_is_not_met_is_told_with_its_distance():
    three_in_a_column = Board.parse("......./......./......./X....../X....../XOO....", CONNECT_FOUR)
    assert review_move(three_in_a_column, 29, 0.5).after == Verdict(Value.LOSS, 2)


def test_better_play_begins_with_the_fastest_win():
    review = review_move(MISSED_WIN, CONNECT_FOUR.cell_named("e6"), GENEROUS)
    assert (review.label, review.before) == (Label.LOST, Verdict(Value.WIN, 7))
    # Others win as well, in 19 plies or more.
    assert len(review.better) > 1
    assert CONNECT_FOUR.cell_name(review.line[0]) == "f2"


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("seconds", [800, 1200, 2500, 9000])
def test_a_move_that_is_proven_lost_is_never_advised(seconds: float):
    review = review_move(MISSED_WIN, CONNECT_FOUR.cell_named("e6"), seconds)
    lost = {c for c, v in solve(MISSED_WIN).moves.items() if v.value is Value.LOSS}
    assert lost
    assert not lost & {*review.better, *review.line[:1]}
