import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.ai.solver import Value, Verdict
from games.engine import BOARDS, Board
from games.presentation.sides import side
from games.study.puzzles import book
from games.study.puzzles.book import Puzzle, Refutation
from games.study.puzzles.models import Result
from games.study.puzzles.reasons import refuted as refutation_facts
from games.study.puzzles.solving import Solving, crop, facts_of, where
from tests.puzzles import own_moves, puzzle_of

# X has to play in the middle right board. O lacks the lower right one for three in a row.
SENT = (
    "OOO...XXX/........./.X......O/...OOOX../........O/...X.XX../......OO./X.X....../.........@i5"
)


def said(template: str, puzzle: Puzzle, **fields) -> str:
    values: dict[str, Any] = {"result": None, "is_daily": False, **fields}
    solving = Solving(puzzle, **values)
    context = {"solving": solving, "facts": facts_of(solving), "stage": solving.stage}
    return " ".join(render_to_string(f"study/puzzles/_{template}.html", context).split())


def refuted(text: str, board: str, cell: str, plies: int, *line: str) -> str:
    variant = BOARDS[board].variant
    verdict = Verdict(Value.LOSS, plies) if plies else Verdict(Value.DRAW)
    moves = tuple(variant.cell_named(name) for name in line)
    refutation = Refutation(verdict, moves)
    found = refutation_facts(Board.parse(text, variant), variant.cell_named(cell), refutation)
    html = render_to_string("study/puzzles/_refutation.html", {"refuted": found})
    return " ".join(re.sub(r"</?b>", " ", html).split())


def test_the_task_names_the_side_and_the_goal():
    win, draw = (puzzle_of("classic", goal=goal, plies=2) for goal in (Value.WIN, Value.DRAW))
    assert said("task_or_result", win) == f"{win.board.turn} wins in two"
    assert said("task_or_result", draw) == f"{draw.board.turn} holds the draw"


def test_where_to_play_is_said_where_moves_send():
    board = Board.parse(SENT, BOARDS["ultimate"].variant)
    assert where(board) == "Play in the middle right board."
    assert where(board.play(board.variant.cell_named("h5"))) == "Play in any open board."
    assert where(Board()) == ""


# The board, its position, what was answered, in how many plies that loses, the moves that show it,
# and what is said.
REFUTED = f"""
classic|XX./OO./...|a1|2|c2|Not a1: O wins at once. c2 makes three in a row, from a2 to c2.
classic|X../.../...|b3|6|a1 a2 c1 b1 b2|Not b3: X wins in 3 moves. \
In the end b2 makes three in a row, from a3 to c1.
classic|X../.O./..X|b3|4|c3|Not b3: X wins in 2 moves. X answers c3.
classic|X../.O./...|c1||b3|Not c1: that is only a draw. O answers b3.
misere|XX./OO./...|c3|1||Not c3: that makes three in a row, which loses.
misere|X../.O./...|b3|3||Not b3: then X must make three in a row, and so loses.
misere|X../.O./...|b3|5||Not b3: after 2 more moves X must make three in a row.
connect-four|......./......./......./......./OOO..../XXO.X.X|d1|2|d2|Not d1: \
Red lands on top of it. d2 makes four in a row, from a2 to d2.
ultimate|{SENT}|i4|2|i3|Not i4: O wins at once. i4 sends O to the lower right board. \
i3 wins the lower right board, and with it the game.
ultimate|{SENT}|h5||a1|Not h5: that is only a draw. h5 lets O choose the board. O answers a1.
notakto-3|XXXXXXXX./........./.........|i3|1||Not i3: that closes the last board, which loses.
notakto-3|XXXXXX.../........./.........|g3|3|i1|Not g3: then First must close the last board, \
and so loses. Second answers i1.
"""


@pytest.mark.parametrize("case", REFUTED.strip().splitlines())
def test_a_wrong_answer_says_what_happens(case: str):
    board, text, cell, plies, line, words = case.split("|")
    assert refuted(text, board, cell, int(plies or 0), *line.split()) == words


# The theme, the board, and what is said of the first such puzzle in how many plies.
WHY = """
win-now|classic|1|CELL: you could make three in a row at once.
win-now|ultimate|1|CELL: you could complete three boards in a row at once.
block|classic|0|CELL takes the place that YOU needs. Every other move loses.
fork|classic|3|CELL: two threats at once. ME wins on c3 or on b2, and YOU can stop only one.
parity|connect-four|13|CELL: now YOU runs out of other columns. In the end YOU must play a4, \
and ME has a5 on top of it.
send|ultimate|3|CELL sends YOU to the centre board. YOU answers d6, and then ME wins with i1.
four-three|gomoku|5|CELL leads to a four and a three at once. YOU answers h8, and ME wins 2 moves \
later, with k7.
|misere|2|CELL leaves YOU no safe place. Now YOU must make three in a row, and so loses.
|notakto-3|6|CELL leaves YOU no safe place. After 3 moves of ME, YOU must \
close the last board and loses.
"""


def render_why(solving: Solving) -> str:
    facts = facts_of(solving)
    context = {"solving": solving, "facts": facts, "why": facts["why"]}
    return render_to_string("study/puzzles/_why.html", context)


@pytest.mark.parametrize("case", WHY.strip().splitlines())
def test_after_the_end_one_sentence_says_why(case: str):
    theme, board, plies, words = case.split("|")
    puzzle = next(p for p in book.of_kind(theme, board) if not int(plies) or p.plies == int(plies))
    turn, variant = puzzle.board.turn, puzzle.variant
    own = own_moves(puzzle)
    solving = Solving(puzzle, Result.SOLVED, is_daily=False, own=own)
    html = render_why(solving)
    sides = {"ME": side(turn, variant), "YOU": side(turn.opponent, variant)}
    for name, value in {**sides, "CELL": variant.cell_name(own[0])}.items():
        words = re.sub(rf"\b{name}\b", value, words)
    assert " ".join(re.sub(r"<[^>]*>", " ", html).split()) == words


def test_every_puzzle_says_why():
    for puzzle in book.all_puzzles().values():
        solving = Solving(puzzle, Result.SOLVED, is_daily=False, own=own_moves(puzzle))
        assert re.search(r"<b>\s*\w", render_why(solving))


def test_a_large_board_is_cropped_to_where_the_stones_are():
    variant = BOARDS["gomoku"].variant
    for puzzle in book.read("gomoku"):
        cells = (*puzzle.moves, *puzzle.line(own_moves(puzzle)))
        shown = crop(variant, cells)
        places = [variant.place(cell) for cell in cells]
        if not shown:
            assert max(max(way) - min(way) for way in zip(*places, strict=True)) >= 12
            continue
        assert all(0 <= x - shown.left < shown.side for x, _ in places)
        assert all(0 <= y - shown.top < shown.side for _, y in places)
        assert shown.side <= 12
        assert 0 <= max(shown.left, shown.top) <= 4


def test_a_slower_win_and_what_nobody_has_proven_are_said_to_be_so():
    puzzle, moves, cell = next(
        (puzzle, own[:n], puzzle.after(own[:n]).also[0])
        for puzzle in book.all_puzzles().values()
        for own in [own_moves(puzzle)]
        for n in range(len(own))
        if puzzle.after(own[:n]).also
    )
    faster = next(iter(puzzle.after(moves).right))
    note = said("answer_or_hint", puzzle, own=(*moves, faster), counted=cell)
    assert note.startswith(f"{puzzle.variant.cell_name(cell)} wins too, but takes longer.")
    assert note.endswith(f"after {puzzle.variant.cell_name(faster)}.")
    unproven = next(each for each in book.read("gomoku") if each.stage.unproven)
    note = said("answer_or_hint", unproven, tried=unproven.stage.unproven[0])
    assert note.startswith("I have not proven where ")
