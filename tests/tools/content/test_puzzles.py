"""Puzzles: what the solver takes for one, how it is graded, and where they are found."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board, canonical
from games.study.puzzles.book import Proof, Puzzle
from tests.tools.content.puzzles import TRIALS, Unproven, discover, errors_in, grade, prove

LONG = 60.0  # seconds, in which each of these is proven on any machine


def proof_of(text: str, board: str = "classic") -> Proof | None:
    return prove(Board.parse(text, BOARDS[board].variant), LONG)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    found = islice(discover(BOARDS["classic"].variant, 3, LONG), 60)
    return [puzzle for puzzle in found if puzzle]


def test_one_move_wins():
    assert proof_of("XO./OX./...") is None  # c1 wins at once, and others win later
    proof = proof_of("XO./O.X/...")
    assert proof is not None
    assert (proof.solution, proof.goal, proof.plies) == (8, Value.WIN, 3)


def test_one_move_does_not_lose():
    proof = proof_of("X../.../...")
    assert proof is not None
    assert (proof.solution, proof.goal) == (4, Value.DRAW)
    assert {verdict.value for verdict in proof.others.values()} == {Value.LOSS}
    assert proof.plies == max(verdict.plies or 0 for verdict in proof.others.values())


@pytest.mark.parametrize(
    "text",
    [
        ".........",  # all moves draw
        "X../..O/OX.",  # two moves win
        "X.X/.O./O.X",  # lost for O, whatever it does
        "XOX/XOO/OX.",  # only one move is left
    ],
)
def test_other_positions_are_no_puzzles(text: str):
    assert proof_of(text) is None


def test_where_a_line_loses_it_is_the_other_side_that_completes_it():
    proof = proof_of(".OO/X.X/X..", "misere")
    assert proof is not None
    assert (proof.solution, proof.goal, proof.plies) == (8, Value.WIN, 4)
    assert proof.others[0] == Verdict(Value.LOSS, 1)


def test_what_time_is_too_short_for_is_not_called_proven():
    with pytest.raises(Unproven):
        prove(Board(BOARDS["gomoku"].variant), 0.01)


def test_it_is_harder_the_deeper_it_is_and_the_more_levels_miss_it(subtests: pytest.Subtests):
    for plies, misses, expected in [
        (1, (0, 0, 0), 1),
        (2, (TRIALS, 0, 0), 1),
        (3, (TRIALS, 0, 0), 2),
        (3, (TRIALS, TRIALS, 0), 3),
        (5, (TRIALS // 2, 0, 0), 2),  # half the time is not yet a miss
        (5, (TRIALS, TRIALS, 0), 4),
        (5, (TRIALS, TRIALS, TRIALS), 5),
        (23, (TRIALS, TRIALS, TRIALS), 5),
    ]:
        with subtests.test(plies=plies, misses=misses, expected=expected):
            assert (
                grade(plies, dict(zip(("easy", "medium", "hard"), misses, strict=True))) == expected
            )


def test_all_that_are_found_are_right_and_no_two_the_same(puzzles: list[Puzzle]):
    assert len({canonical(puzzle.board) for puzzle in puzzles}) == len(puzzles) > 10
    assert [errors_in(puzzle, LONG) for puzzle in puzzles] == [""] * len(puzzles)


def test_what_is_wrong_is_found(puzzles: list[Puzzle]):
    puzzle = next(each for each in puzzles if each.proof.plies > 2 and len(each.line) > 2)
    other = next(iter(puzzle.proof.others))
    wrong = {
        "solver": replace(puzzle, proof=replace(puzzle.proof, solution=other)),
        "line": replace(puzzle, line=puzzle.line[1:]),
        "its line": replace(puzzle, line=puzzle.line[:-1]),
        "id": replace(puzzle, id="00000000"),
        "grade": replace(puzzle, grade=puzzle.grade + 1),
    }
    for words, each in wrong.items():
        assert words in errors_in(each, LONG)
