import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from math import inf
from random import Random

import pytest

from games.ai.solver import Value
from games.engine import BOARDS, Board, canonical, perft, play_moves
from games.study.puzzles import book
from games.study.puzzles.book import Refutation, Stage, Theme
from tests.puzzles import wrong_cell
from tests.tools.content.puzzle_ids import id_of
from tests.tools.content.puzzles import errors_in, prove

# How many of a board are proven anew here; ``tests.tools.content`` proves all.
SAMPLES = {"classic": 30, "misere": 30, "4x4": 30, "5x5": 6, "6x6": 3, "connect-four": 4}
SAMPLES |= {"gomoku": 1, "ultimate": 8, "notakto": 16, "notakto-3": 30}
FEW = {"notakto"}  # boards with fewer than 60; of these there are no more


def test_there_are_hundreds_many_of_each_board_and_some_of_each_grade():
    assert all(len(book.read(board)) >= 60 for board in BOARDS.keys() - FEW)
    puzzles = book.all_puzzles().values()
    assert len(puzzles) >= 400
    assert {puzzle.grade for puzzle in puzzles} == {1, 2, 3, 4, 5}


def test_the_readme_says_how_many_there_are():
    readme = (book.FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert f"The {len(book.all_puzzles())} positions" in readme


def test_each_theme_has_enough():
    themes = Counter(puzzle.theme for puzzle in book.all_puzzles().values())
    assert all(themes[theme] >= 15 for theme in Theme)


def test_no_two_are_the_same_and_ids_are_those_of_their_positions():
    puzzles = [puzzle for board in BOARDS for puzzle in book.read(board)]
    ids = [id_of(puzzle.board) for puzzle in puzzles]
    assert ids == [puzzle.id for puzzle in puzzles]
    assert len(set(ids)) == len(ids) == len(book.all_puzzles())


def test_of_one_board_of_notakto_there_are_all():
    layers = perft.layers(BOARDS["notakto"].variant, canonical)
    positions = [board for layer in layers for board in layer if not board.outcome()]
    asked = {id_of(board) for board in positions if prove(board, inf)}
    assert asked == {puzzle.id for puzzle in book.read("notakto")}


@pytest.mark.parametrize("board", BOARDS)
def test_the_solver_proves_a_sample(board: str):
    puzzles = sorted(book.read(board), key=lambda puzzle: puzzle.id)
    for puzzle in Random(board).sample(puzzles, SAMPLES[board]):
        assert errors_in(puzzle) == "", puzzle.id


def test_one_that_is_wrong_is_found():
    puzzle = next(p for p in book.read("classic") if p.goal is Value.WIN and p.plies > 2)
    stage = replace(puzzle.stage, also=(wrong_cell(puzzle),))
    for words, wrong in {
        "solver": replace(puzzle, read_stage=lambda: stage),
        "theme": replace(puzzle, theme=Theme.PARITY),
        "id": replace(puzzle, id="00000000"),
        "grade": replace(puzzle, grade=puzzle.grade + 1),
    }.items():
        assert words in errors_in(wrong)


def test_where_a_draw_is_held_one_move_alone_holds_it():
    for puzzle in book.all_puzzles().values():
        asked = [stage for stage in puzzle.stage.with_following() if stage.right]
        assert puzzle.goal is Value.WIN or all(stage.has_only_move for stage in asked), puzzle.id


@pytest.mark.parametrize("board", BOARDS)
def test_all_that_may_be_played_is_legal_and_ends_as_it_should(board: str):
    for puzzle in book.read(board):
        for position, stage in stages(puzzle.board, puzzle.stage):
            outcome = position.outcome()
            if not stage.right:
                won = outcome is not None and outcome.winner is puzzle.board.turn
                assert won if puzzle.goal is Value.WIN else not (outcome and outcome.winner)
                continue
            assert position.turn is puzzle.board.turn
            for refuted, cell in refutations(position, stage).items():
                end = play_moves(position.play(cell), refuted.line).outcome()
                if end and refuted.verdict.value is Value.LOSS:
                    assert end.winner is puzzle.board.turn.opponent


def refutations(position: Board, stage: Stage) -> dict[Refutation, int]:
    kept = {*stage.right, *stage.also, *stage.unproven}
    return {stage.refutation(cell): cell for cell in position.legal_moves() if cell not in kept}


def stages(board: Board, stage: Stage) -> Iterator[tuple[Board, Stage]]:
    yield board, stage
    for cell, after in stage.right.items():
        child = board.play(cell)
        yield from stages(child if after.reply is None else child.play(after.reply), after)


def test_no_release_changes_the_puzzle_of_a_date():
    days = (date(2026, 1, 1) + timedelta(days=day) for day in range(800))
    ids = " ".join(book.of_day(day).id for day in days)
    assert sha256(ids.encode()).hexdigest()[:16] == "4b1b90d0ff6df1ad"


def test_the_puzzles_of_days_do_not_follow_from_the_books():
    lines = (book.FOLDER / book.DAILY).read_text(encoding="utf-8").splitlines()
    dated = [id for line in lines for id in json.loads(line)]
    assert len(lines) == 7
    assert len(set(dated)) == len(dated) == 727
    assert set(dated) <= book.all_puzzles().keys()


def test_a_week_goes_from_easy_to_hard():
    monday = date(2026, 11, 23)
    for week in range(10):
        days = [monday + timedelta(days=7 * week + day) for day in range(7)]
        grades = [book.of_day(day).grade for day in days]
        assert grades == sorted(grades)
        assert (grades[0], grades[-1]) == (1, 5)


def test_the_first_one_is_easy():
    puzzle = book.first()
    assert (puzzle.grade, puzzle.goal) == (1, Value.WIN)
    assert puzzle.variant == BOARDS["classic"].variant
