"""What is said of puzzles and of answers to them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from games.ai.solver import Value, Verdict
from games.study.puzzles import book, wording
from games.study.puzzles.book import Puzzle
from games.study.puzzles.models import Result
from tests.puzzles import puzzle_of


def with_loss(puzzle: Puzzle, plies: int) -> tuple[Puzzle, int]:
    """Return the puzzle with a wrong answer that loses in so many plies, and its cell."""
    cell = next(iter(puzzle.proof.others))
    others = {**puzzle.proof.others, cell: Verdict(Value.LOSS, plies)}
    return replace(puzzle, proof=replace(puzzle.proof, others=others)), cell


def in_plies(puzzle: Puzzle, plies: int) -> Puzzle:
    return replace(puzzle, proof=replace(puzzle.proof, plies=plies))


def said(puzzle: Puzzle, words: str) -> str:
    """Put the marks of a puzzle into a sentence."""
    turn = puzzle.board.turn
    return words.replace("ME", turn).replace("YOU", turn.opponent)


def test_the_task_says_what_to_find():
    win, draw = (puzzle_of("classic", goal=goal) for goal in (Value.WIN, Value.DRAW))
    assert wording.task(in_plies(win, 1)) == "Find the move that wins."
    assert wording.task(in_plies(win, 3)) == "Find the move that forces a win."
    assert wording.task(draw) == "Find the only move that does not lose."


@pytest.mark.parametrize(
    ("board", "plies", "words"),
    [
        ("classic", 1, "ME wins with it."),
        ("classic", 5, "ME wins in 3 moves."),
        ("misere", 2, "Now YOU must make three in a row, and so loses."),
        ("misere", 6, "After 3 moves of ME, YOU must make three in a row and loses."),
    ],
)
def test_a_right_answer_says_what_it_leads_to(board: str, plies: int, words: str):
    puzzle = in_plies(puzzle_of(board, goal=Value.WIN), plies)
    assert wording.ending(puzzle, Result.SOLVED) == "Right!"
    assert wording.why(puzzle) == said(puzzle, words)


def test_the_first_try_is_praised_and_what_is_shown_is_named():
    puzzle = puzzle_of("classic", goal=Value.DRAW)
    first, shown = (wording.ending(puzzle, r) for r in (Result.FIRST_TRY, Result.SHOWN))
    name = puzzle.variant.cell_name(puzzle.proof.solution)
    assert (first, shown) == ("Right, at the first try!", f"It is {name}.")
    assert wording.why(puzzle) == "Every other move loses."


@pytest.mark.parametrize(
    ("board", "plies", "words"),
    [
        ("classic", 2, "YOU wins at once after that. Try again."),
        ("classic", 4, "YOU wins in 2 moves after that. Try again."),
        ("misere", 1, "That makes three in a row, which loses. Try again."),
        (
            "misere",
            3,
            "After that ME must make three in a row, and so loses. Try again.",
        ),
        (
            "misere",
            5,
            "After 2 more moves ME must make three in a row, and so loses. Try again.",
        ),
    ],
)
def test_a_wrong_answer_says_what_it_allows(board: str, plies: int, words: str):
    puzzle, cell = with_loss(puzzle_of(board), plies)
    assert wording.why_wrong(puzzle, cell) == said(puzzle, words)


def test_a_draw_is_not_enough_where_one_can_win():
    puzzle, cell = next(
        (puzzle, cell)
        for puzzle in book.read("classic")
        for cell, verdict in puzzle.proof.others.items()
        if verdict.value is Value.DRAW
    )
    assert wording.why_wrong(puzzle, cell) == "It is only a draw. Try again."


def test_a_result_is_shared_without_the_solution():
    puzzle = puzzle_of("classic")
    text = wording.to_share(puzzle, "🟦", "https://site/p/", date(2026, 11, 22))
    assert text.splitlines() == [
        f"Tic-tac-toe puzzle of 22 Nov: Classic, {wording.GRADES[puzzle.grade]}",
        "🟦",
        "https://site/p/",
    ]
    assert wording.to_share(puzzle, "", "https://site/p/", None).splitlines() == [
        f"Tic-tac-toe puzzle: Classic, {wording.GRADES[puzzle.grade]}",
        "https://site/p/",
    ]
