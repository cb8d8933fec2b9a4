from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice
from math import inf

import pytest

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board, canonical, moves_to
from games.study.puzzles.book import Puzzle, Refutation, Stage, Theme
from tests.puzzles import wrong_cell
from tests.tools.content.puzzle_ids import id_of
from tests.tools.content.puzzle_stages import Unproven, refutes
from tests.tools.content.puzzle_themes import theme_of
from tests.tools.content.puzzles import discover, errors_in, grade, prove

EMPTY = "/".join(["." * 9] * 6)
LONG = 60.0  # seconds, in which each of these is proven on any machine


def proof_of(text: str, board: str = "classic") -> tuple[Value, Stage] | None:
    return prove(Board.parse(text, BOARDS[board].variant), inf)


def with_stage(puzzle: Puzzle, stage: Stage) -> Puzzle:
    return replace(puzzle, read_stage=lambda: stage)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    found = islice(discover(BOARDS["classic"].variant, 3, LONG), 60)
    return [puzzle for puzzle in found if puzzle]


def test_one_move_wins():
    assert proof_of("XO./OX./...") is None  # c1 wins at once, and others win later
    proof = proof_of("XO./O.X/...")
    assert proof is not None
    goal, stage = proof
    assert (goal, list(stage.right)) == (Value.WIN, [8])
    assert len(list(stage.best())) == 2


def test_one_move_does_not_lose():
    proof = proof_of("X../.../...")
    assert proof is not None
    goal, stage = proof
    assert (goal, list(stage.right)) == (Value.DRAW, [4])
    assert {refutation.verdict.value for refutation in stage.wrong} == {Value.LOSS}


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


def test_what_time_is_too_short_for_is_not_called_proven():
    with pytest.raises(Unproven):
        prove(Board(BOARDS["6x6"].variant), time.monotonic() + 0.01)


def test_a_line_in_which_somebody_errs_refutes_nothing():
    child, verdict = Board.parse("X.O/.O./..X"), Verdict(Value.LOSS, 4)
    assert refutes(child, Refutation(verdict, (6, 7, 3)), inf)
    assert not refutes(child, Refutation(verdict, (3, 1, 6)), inf)  # O does not block


def test_a_puzzle_is_the_same_if_only_what_no_longer_matters_differs():
    for board, text, same in (
        ("notakto-3", "XXXX...../........./.........", "......XXX/........./..X......"),
        (
            "ultimate",
            "X..O...../XO......./X......../" + EMPTY,
            ".O.O...../........./XXX....../" + EMPTY,
        ),
    ):
        first, second = (Board.from_stored(each, BOARDS[board].variant) for each in (text, same))
        assert id_of(first) == id_of(second)
        assert canonical(first) != canonical(second)


@pytest.mark.parametrize(
    ("text", "board", "theme"),
    [
        ("XO./O.X/...", "classic", Theme.FORK),
        ("XX./OO./...", "classic", Theme.WIN),
        ("X../.../...", "classic", Theme.BLOCK),
        (".OO/X.X/X..", "misere", None),
    ],
)
def test_themes(text: str, board: str, theme: Theme | None):
    position = Board.parse(text, BOARDS[board].variant)
    goal, stage = prove(position, inf) or pytest.fail("It is a puzzle")
    moves = moves_to(position)
    assert theme_of(Puzzle("", position.variant, moves, goal, None, lambda: stage, {}, 1)) is theme


def test_all_that_are_found_are_right_and_no_two_the_same(puzzles: list[Puzzle]):
    assert len({canonical(puzzle.board) for puzzle in puzzles}) == len(puzzles) > 10
    assert [errors_in(puzzle) for puzzle in puzzles] == [""] * len(puzzles)


def test_what_is_wrong_is_found(puzzles: list[Puzzle]):
    puzzle = next(p for p in puzzles if p.goal is Value.WIN and p.plies > 2 and p.stage.wrong)
    stage, [[solution, after], *_] = puzzle.stage, puzzle.stage.right.items()
    other = wrong_cell(puzzle)
    end = Stage(after.reply, {}, (), {}, ())
    elsewhere = {Refutation(each.verdict, (solution,) * 9): c for each, c in stage.wrong.items()}
    wrong = {
        "solver": with_stage(puzzle, replace(stage, also=(other,))),
        "where it should": replace(
            puzzle,
            read_stage=lambda: replace(stage, right={solution: end}),
            theme=Theme.WIN,
            grade=grade(2, puzzle.misses),
        ),
        "best play": with_stage(puzzle, replace(stage, wrong=elsewhere)),
        "theme": replace(puzzle, theme=Theme.PARITY),
        "id": replace(puzzle, id="00000000"),
        "grade": replace(puzzle, grade=puzzle.grade + 1),
    }
    for words, each in wrong.items():
        assert words in errors_in(each)
