"""What is said of puzzles and of answers to them."""

from __future__ import annotations

from datetime import date

import pytest

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board
from games.presentation.sides import side
from games.study.puzzles import book, wording
from games.study.puzzles.book import Refutation
from games.study.puzzles.models import Result
from tests.puzzles import own_moves, puzzle_of

# X has to play in the middle right board. O lacks the lower right one for three in a row.
SENT = (
    "OOO...XXX/........./.X......O/...OOOX../........O/...X.XX../......OO./X.X....../.........@i5"
)


def refuted(text: str, board: str, cell: str, plies: int | None, *line: str) -> str:
    variant = BOARDS[board].variant
    verdict = Verdict(Value.LOSS, plies) if plies else Verdict(Value.DRAW)
    moves = tuple(variant.cell_named(name) for name in line)
    position = Board.parse(text, variant)
    words = wording.refutation(position, variant.cell_named(cell), Refutation(verdict, moves))
    return " ".join(filter(None, words))


def test_the_task_names_the_side_and_the_goal():
    win, draw = (puzzle_of("classic", goal=goal, plies=2) for goal in (Value.WIN, Value.DRAW))
    assert wording.task(win) == f"{win.board.turn} wins."
    assert wording.task(draw) == f"{draw.board.turn} holds the draw."
    assert wording.move_of(2, 4) == "Move 2 of 4."


def test_what_counts_is_said_of_each_stage():
    win, draw = (puzzle_of("classic", goal=goal, plies=2) for goal in (Value.WIN, Value.DRAW))
    assert wording.what_counts(win, win.stage) == "Only one move wins."
    assert wording.what_counts(draw, draw.stage) == "Only one move does not lose."
    stage = next(
        puzzle.after(own_moves(puzzle)[:1])
        for puzzle in book.read("classic")
        if puzzle.goal is Value.WIN and len(puzzle.after(own_moves(puzzle)[:1]).right) > 1
    )
    assert wording.what_counts(win, stage) == "Any move that keeps the win counts."


def test_where_to_play_is_said_where_moves_send():
    board = Board.parse(SENT, BOARDS["ultimate"].variant)
    assert wording.where(board) == "Play in the middle right board."
    assert wording.where(board.play(board.variant.cell_named("h5"))) == "Play in any open board."
    assert wording.where(Board()) == ""


@pytest.mark.parametrize(
    ("text", "board", "cell", "plies", "line", "words"),
    [
        (
            "XX./OO./...",
            "classic",
            "a1",
            2,
            ["c2"],
            "Not a1: O wins at once. c2 makes three in a row, from a2 to c2.",
        ),
        (
            "X../.../...",
            "classic",
            "b3",
            6,
            ["a1", "a2", "c1", "b1", "b2"],
            "Not b3: X wins in 3 moves. In the end b2 makes three in a row, from a3 to c1.",
        ),
        ("X../.O./..X", "classic", "b3", 4, ["c3"], "Not b3: X wins in 2 moves. X answers c3."),
        (
            "X../.O./...",
            "classic",
            "c1",
            None,
            ["b3"],
            "Not c1: that is only a draw. O answers b3.",
        ),
        ("XX./OO./...", "misere", "c3", 1, [], "Not c3: that makes three in a row, which loses."),
        (
            "X../.O./...",
            "misere",
            "b3",
            3,
            [],
            "Not b3: then X must make three in a row, and so loses.",
        ),
        (
            "X../.O./...",
            "misere",
            "b3",
            5,
            [],
            "Not b3: after 2 more moves X must make three in a row.",
        ),
        (
            "......./......./......./......./OOO..../XXO.X.X",
            "connect-four",
            "d1",
            2,
            ["d2"],
            "Not d1: Red lands on top of it. d2 makes four in a row, from a2 to d2.",
        ),
        (
            SENT,
            "ultimate",
            "i4",
            2,
            ["i3"],
            "Not i4: O wins at once. i4 sends O to the lower right board. "
            "i3 wins the lower right board, and with it the game.",
        ),
        (
            SENT,
            "ultimate",
            "h5",
            None,
            ["a1"],
            "Not h5: that is only a draw. h5 lets O choose the board. O answers a1.",
        ),
        (
            "XXXXXXXX./........./.........",
            "notakto-3",
            "i3",
            1,
            [],
            "Not i3: that closes the last board, which loses.",
        ),
        (
            "XXXXXX.../........./.........",
            "notakto-3",
            "g3",
            3,
            ["i1"],
            "Not g3: then First must close the last board, and so loses. Second answers i1.",
        ),
    ],
)
def test_a_wrong_answer_says_what_happens(
    text: str, board: str, cell: str, plies: int | None, line: list[str], words: str
):
    assert refuted(text, board, cell, plies, *line) == words


@pytest.mark.parametrize(
    ("board", "plies", "words"),
    [
        ("classic", 1, "ME wins with it."),
        ("classic", 3, "ME wins in 2 moves."),
        ("misere", 2, "Now YOU must make three in a row, and so loses."),
        ("misere", 6, "After 3 moves of ME, YOU must make three in a row and loses."),
        ("notakto-3", 2, "Now YOU must close the last board, and so loses."),
        ("ultimate", 3, "ME wins in 2 moves."),
    ],
)
def test_a_right_answer_says_what_it_leads_to(board: str, plies: int, words: str):
    puzzle = next(
        each for each in book.read(board) if each.goal is Value.WIN and each.plies == plies
    )
    turn, variant = puzzle.board.turn, puzzle.variant
    me, you = side(turn, variant), side(turn.opponent, variant)
    assert wording.ending(puzzle, Result.SOLVED, 0) == "Right!"
    assert wording.why(puzzle) == words.replace("ME", me).replace("YOU", you)


def test_the_first_try_is_praised_and_what_is_shown_is_named():
    puzzle = puzzle_of("classic", goal=Value.DRAW)
    first, shown = (
        wording.ending(puzzle, r, puzzle.solution) for r in (Result.FIRST_TRY, Result.SHOWN)
    )
    name = puzzle.variant.cell_name(puzzle.solution)
    assert (first, shown) == ("Right, at the first try!", f"It is {name}.")
    assert wording.why(puzzle) == "Every other move loses."


def test_a_result_is_shared_without_the_solution():
    puzzle = puzzle_of("classic")
    text = wording.to_share(puzzle, "🟦", "https://site/p/", date(2026, 11, 22))
    assert text.splitlines() == [
        f"Tic-tac-toe puzzle of 22 Nov: Classic, {wording.GRADES[puzzle.grade]}",
        "🟦",
        "https://site/p/",
    ]
