from dataclasses import replace
from random import Random

import pytest

from games.ai.threats import completing
from games.engine import BOARDS, Board, Mark, canonical, play_moves
from games.people.duels.openings import book
from games.people.duels.openings.book import PLIES, Evidence
from tests.tools.content.openings import errors_in, to_line

LEAST = {"5x5": 150, "connect-four": 80, "6x6": 30, "gomoku": 50}
SAMPLES = ("5x5", "6x6", "gomoku")  # ``tests.tools.content`` proves all


@pytest.mark.parametrize("board", PLIES)
def test_there_are_many_no_two_the_same_turned_or_mirrored(board: str):
    openings = book.read(board)
    assert len({canonical(opening.board) for opening in openings}) == len(openings)
    assert len(openings) >= LEAST[board]
    for opening in openings:
        position = opening.board
        assert (len(opening.moves), position.is_over) == (PLIES[board], False)
        assert not any(completing(position, mark, position.legal_moves()) for mark in Mark)


def test_those_of_5x5_are_sharp():
    for opening in book.read("5x5"):
        assert opening.proof is Evidence.SOLVER
        assert opening.holding is not None
        assert 0 < 2 * opening.holding < len(opening.board.legal_moves())


@pytest.mark.parametrize("board", SAMPLES)
def test_a_sample_is_what_it_says(board: str):
    opening = Random(board).choice(book.read(board))
    assert errors_in(opening, seconds=120) == "", opening


def test_one_that_is_wrong_is_found():
    opening = book.read("5x5")[0]
    for wrong, words in (
        (replace(opening, moves=opening.moves[1:]), "another number of moves"),
        (replace(opening, holding=1000), "what it says of its position"),
    ):
        assert words in errors_in(wrong, seconds=120)


def test_each_duel_begins_from_a_random_one():
    openings = {book.random_opening("gomoku") for _ in range(20)}
    assert len(openings) > 5
    assert openings <= {opening.moves for opening in book.read("gomoku")}


def test_duels_on_ultimate_begin_after_four_random_moves():
    openings = {book.random_opening("ultimate") for _ in range(20)}
    assert len(openings) > 5
    for moves in openings:
        assert play_moves(Board(BOARDS["ultimate"].variant), moves).ply == 4


def test_files_are_read_and_written_alike():
    for board in PLIES:
        text = (book.FOLDER / f"{board}.jsonl").read_text(encoding="utf-8")
        written = [to_line(opening) for opening in book.read(board)]
        assert "".join(f"{line}\n" for line in written) == text
        assert {opening.variant for opening in book.read(board)} == {BOARDS[board].variant}
