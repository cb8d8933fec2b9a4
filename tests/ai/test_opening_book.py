from collections.abc import Iterator
from random import Random

import pytest

from games.ai import opening_book
from games.ai.opening_book import (
    BOOK_STONES,
    BOOK_VARIABLE,
    CONNECT_FOUR,
    FIVE,
    WIN_SCORE,
    exact_value,
)
from games.ai.solver import Value, Verdict, solve, value_of
from games.engine import Board, play_moves
from games.engine.notation import read_moves
from tests.ai.test_solver import random_position
from tests.tools.content import opening_table

# X could have won with the move before the last one.
MISSED = (
    "......./......X/......O/......O/......O/...XX.X",
    "......./......./......./......O/...OX.O/...XX.X",
)


@pytest.fixture
def no_book(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(BOOK_VARIABLE, "")
    _look_again()
    yield
    monkeypatch.undo()
    _look_again()


def _look_again() -> None:
    opening_book.book_path.cache_clear()
    opening_book._book.cache_clear()


def with_stones(stones: int, rng: Random) -> Board:
    return random_position(CONNECT_FOUR, CONNECT_FOUR.size - stones, rng)


def child_values(board: Board) -> list[int]:
    children = [board.play(cell) for cell in board.legal_moves()]
    won = WIN_SCORE - board.ply - 1
    return [won if child.outcome() else -(exact_value(child) or 0) for child in children]


def test_the_first_player_wins_from_the_middle_column_in_41_moves():
    solution = solve(Board(CONNECT_FOUR), seconds=0)
    assert solution.verdict == Verdict(Value.WIN, 41)
    assert list(solution.moves.values()) == [
        Verdict(Value.LOSS, 40),
        Verdict(Value.LOSS, 42),
        Verdict(Value.DRAW),
        Verdict(Value.WIN, 41),
        Verdict(Value.DRAW),
        Verdict(Value.LOSS, 42),
        Verdict(Value.LOSS, 40),
    ]


@pytest.mark.parametrize("stones", range(15))
def test_each_move_has_its_value_and_distance(stones: int):
    rng = Random(stones)
    for _ in range(20 if stones < BOOK_STONES else 1):
        board = with_stones(stones, rng)
        solution = solve(board, seconds=200)
        assert solution.nodes == 0 or stones >= BOOK_STONES
        assert solution.verdict == max(solution.moves.values(), key=lambda move: move.rank)
        for cell, verdict in solution.moves.items():
            assert verdict.is_known, (str(board), cell)
            assert (verdict.plies is None) is (verdict.value is Value.DRAW), (str(board), cell)


def test_a_position_after_a_win_that_was_missed_has_a_record():
    assert len(opening_book.table()) // opening_book.RECORD == 113_934
    for text in MISSED:
        board = Board.parse(text, CONNECT_FOUR)
        assert exact_value(board) == max(child_values(board))


def test_what_the_next_stone_wins_has_no_record():
    for columns, stones in [("121212", 6), ("4141425255", 10), ("414142525566", 12)]:
        board = play_moves(Board(CONNECT_FOUR), read_moves(columns, CONNECT_FOUR))
        assert board.ply == stones
        assert value_of(board, seconds=0) == Verdict(Value.WIN, 1)


def test_the_tool_makes_what_the_table_has():
    root = with_stones(7, Random(5))
    made = opening_table.records(root)
    assert len(made) > 1
    for code, value in made:
        assert opening_book.find(code, opening_book.table()) == value


@pytest.mark.usefixtures("no_book")
def test_without_the_package_the_table_is_there_and_the_rest_is_searched():
    rng = Random(8)
    for stones in range(9):
        assert exact_value(with_stones(stones, rng)) is not None
    for stones in range(9, 13):
        assert exact_value(with_stones(stones, rng)) is None
    near_the_end = play_moves(Board(CONNECT_FOUR), read_moves("4141425255", CONNECT_FOUR))
    assert value_of(near_the_end, seconds=60) == Verdict(Value.WIN, 1)


def test_what_no_game_comes_to_is_not_known():
    rows = ["......."] * 3 + ["O......", "X......", "XO....."]
    assert exact_value(Board.from_stored("/".join(rows), CONNECT_FOUR)) is not None
    rows[5] = "XOO...."  # O has made a move more than X
    assert exact_value(Board.from_stored("/".join(rows), CONNECT_FOUR)) is None


def test_answers_on_5x5_lose_in_as_many_plies_as_a_search_finds():
    after = Board(FIVE).play(12)
    known = solve(after).moves
    assert {cell: known[cell] for cell in (0, 7, 6)} == {
        0: Verdict(Value.LOSS, 8),
        7: Verdict(Value.LOSS, 8),
        6: Verdict(Value.DRAW),
    }
    for cell in (0, 7):
        searched = [
            value_of(after.play(cell).play(move)) for move in after.play(cell).legal_moves()
        ]
        assert min(verdict.plies for verdict in searched if verdict.value is Value.LOSS) == 6
