"""What is said of puzzles and of answers to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.ai.solver import Value, Verdict
from games.study.puzzles import book, wording
from games.study.puzzles.generator import Puzzle
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


def test_the_task_says_who_moves_and_what_for():
    win, draw = (puzzle_of("classic", goal=goal) for goal in (Value.WIN, Value.DRAW))
    assert wording.task(win) == said(win, "ME to move. One move wins.")
    assert wording.task(draw) == said(draw, "ME to move. One move does not lose.")


@pytest.mark.parametrize(
    ("board", "plies", "words"),
    [
        ("classic", 1, "Right! ME wins with it."),
        ("classic", 5, "Right! ME wins in 3 moves."),
        ("misere", 2, "Right! Now YOU has to make three in a row."),
        ("misere", 6, "Right! YOU has to make three in a row after 3 moves."),
    ],
)
def test_a_right_answer_says_what_it_leads_to(board: str, plies: int, words: str):
    puzzle = in_plies(puzzle_of(board, goal=Value.WIN), plies)
    assert wording.ending(puzzle, Result.SOLVED) == said(puzzle, words)


def test_the_first_try_is_praised_and_what_is_shown_is_named():
    puzzle = puzzle_of("classic", goal=Value.DRAW)
    first, shown = (wording.ending(puzzle, r) for r in (Result.FIRST_TRY, Result.SHOWN))
    name = puzzle.variant.cell_name(puzzle.proof.solution)
    assert first == "Right, at the first try! Every other move loses."
    assert shown == f"It is {name[0]} {name[1]}. Every other move loses."


@pytest.mark.parametrize(
    ("board", "plies", "words"),
    [
        ("classic", 2, "Not that one. YOU wins at once after that. Try again."),
        ("classic", 4, "Not that one. YOU wins in 2 moves after that. Try again."),
        ("misere", 1, "Not that one. That makes three in a row, which loses. Try again."),
        (
            "misere",
            3,
            "Not that one. ME has to make three in a row right after that. Try again.",
        ),
        (
            "misere",
            5,
            "Not that one. ME has to make three in a row 2 moves after that. Try again.",
        ),
    ],
)
def test_a_wrong_answer_says_what_it_allows(board: str, plies: int, words: str):
    puzzle, cell = with_loss(puzzle_of(board), plies)
    assert wording.wrong(puzzle, cell) == said(puzzle, words)


def test_a_draw_is_not_enough_where_one_can_win():
    puzzle, cell = next(
        (puzzle, cell)
        for puzzle in book.read("classic")
        for cell, verdict in puzzle.proof.others.items()
        if verdict.value is Value.DRAW
    )
    words = "Not that one: it is only a draw. Try again."
    assert wording.wrong(puzzle, cell) == words
