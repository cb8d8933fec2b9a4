import re
from math import inf
from random import Random

import pytest

from games.ai.drop_search import drop_layout
from games.ai.solver import (
    Solver,
    Value,
    Verdict,
    best_moves,
    solve,
    strong_moves,
    value_of,
    values_of_moves,
)
from games.engine import Board, Variant, canonical
from tests.ai.minimax import minimax
from tests.game_tree import layers

MISERE = Variant.parse("3x3x3+misere")
# Variants of every kind, with the range of empty cells of the positions to test: few enough for
# plain minimax, and at most as many as unfinished games have there.
SMALL = {
    code: (int(least), int(most))
    for code, least, most in re.findall(
        r"(\S+): (\d+)-(\d+)",
        """
        3x3x2: 7-9, 4x3x3: 2-7, 3x5x3: 4-7, 4x4x3: 5-7, 4x4x4: 1-7, 6x2x4: 1-7, 7x1x3: 1-7
        4x3x2+misere: 6-8, 4x4x3+misere: 5-7, 5x2x3+misere: 1-8, 3x3x3+drop: 1-9, 4x3x3+drop: 2-10
        4x4x4+drop: 1-11, 5x4x3+drop: 7-10, 2x6x4+drop: 1-10, 7x6x4+drop: 4-11
        3x3x3+drop+misere: 1-9, 5x3x3+drop+misere: 4-9, 4x4x4+drop+misere: 1-11
        """,
    )
}


def random_position(variant: Variant, empty: int, rng: Random) -> Board:
    board = Board(variant)
    while variant.size - board.ply > empty:
        child = board.play(rng.choice(board.legal_moves()))
        # If the game ends too soon, start again.
        board = Board(variant) if child.outcome() else child
    return board


def assert_like_minimax(board: Board) -> None:
    solution = solve(board)
    assert solution.verdict == minimax(board), str(board)
    expected = {cell: minimax(board.play(cell)).one_ply_earlier() for cell in board.legal_moves()}
    assert solution.moves == expected, str(board)


@pytest.mark.parametrize("text", ["3x3x3", "3x3x3+misere"])
def test_every_position_and_move_is_worth_what_minimax_says(text: str):
    for layer in layers(Variant.parse(text), 9):
        for board in layer:
            if not board.outcome() and board == canonical(board):
                assert_like_minimax(board)


@pytest.mark.parametrize("text", SMALL)
def test_random_positions_are_worth_what_minimax_says(text: str):
    variant, rng = Variant.parse(text), Random(text)
    for _ in range(100):
        assert_like_minimax(random_position(variant, rng.randint(*SMALL[text]), rng))


DRAWN = "3x1x3 3x3x3 3x3x3+misere 4x4x4 5x4x4 4x5x4 5x5x4 5x5x5 7x7x6 4x4x4+drop"
WON = {"1x1x1": 1, "2x2x2": 3, "4x3x3": 7, "3x4x3": 7, "4x4x3": 5}


def test_empty_boards_have_their_known_values(subtests: pytest.Subtests):
    verdicts = {text: Verdict(Value.WIN, plies) for text, plies in WON.items()}
    verdicts |= dict.fromkeys(DRAWN.split(), Verdict(Value.DRAW))
    verdicts["1x1x1+misere"] = Verdict(Value.LOSS, 1)
    for text, verdict in verdicts.items():
        with subtests.test(text=text):
            assert value_of(Board(Variant.parse(text))) == verdict


def test_a_finished_game_has_its_verdict_and_no_moves():
    lost = solve(Board.parse("XXX/OO./..."))
    assert (lost.verdict, lost.moves, lost.nodes) == (Verdict(Value.LOSS, 0), {}, 0)
    assert solve(Board.parse("XXX/OO./...", MISERE)).verdict == Verdict(Value.WIN, 0)
    assert value_of(Board.parse("XOX/XOO/OXX")) == Verdict(Value.DRAW)
    assert not best_moves(Board.parse("XXX/OO./..."))


def test_what_time_does_not_suffice_for_stays_unknown():
    solution = solve(Board(Variant.parse("15x15x5")), seconds=0)
    assert not solution.is_known
    assert set(solution.moves.values()) == {Verdict(Value.UNKNOWN)}
    assert solution.moves.keys() == set(range(225))
    assert value_of(Board(Variant.parse("15x15x5")), seconds=0) == Verdict(Value.UNKNOWN)
    assert best_moves(Board(Variant.parse("15x15x5")), seconds=0) == []


def test_what_is_proven_before_time_runs_out_is_kept():
    variant = Variant.parse("15x15x5")
    row = "......XXXX....."
    board = Board.parse("/".join([row, "......OOOO....."] + ["." * 15] * 13), variant)
    solution = solve(board, seconds=0.05)
    assert solution.verdict == Verdict(Value.WIN, 1)
    assert solution.moves[5] == solution.moves[10] == Verdict(Value.WIN, 1)
    assert not set(solution.moves.values()) & {Verdict(Value.DRAW)}


def test_the_best_moves_have_their_distance_also_where_of_others_only_who_wins_is_asked():
    variant = Variant.parse("7x6x4+drop")
    board = Board.parse("......./....X../....O../....O../XXO.X.X/XOXOXOO", variant)
    verdicts = values_of_moves(board)
    won = {cell: of.plies for cell, of in verdicts.items() if of.value is Value.WIN}
    assert len(won) > 1
    assert won.pop(variant.cell_named("f2")) == 7
    assert min(plies or 99 for plies in won.values()) > 7


@pytest.mark.usefixtures("ticking_clock")
def test_a_win_is_kept_if_there_is_no_time_to_find_how_soon():
    variant = Variant.parse("7x6x4+drop")
    board = Board.parse("......./.O...../.X..X.X/OO..X.O/OO..OOX/XXOOXXX", variant)
    assert best_moves(board, seconds=80) == []
    drop_layout.cache_clear()
    proven, unrefuted = strong_moves(board, seconds=80)
    assert len(proven) == 1
    assert set(proven) <= set(unrefuted)
    assert value_of(board.play(proven[0]), seconds=10_000).value is Value.LOSS


def test_strong_moves_are_the_best_ones_if_there_is_time():
    rng = Random(4)
    for text in ("4x4x3", "4x4x3+misere", "4x4x4+drop", "7x6x4+drop"):
        variant = Variant.parse(text)
        for _ in range(20):
            board = random_position(variant, rng.randint(*SMALL[text]), rng)
            assert strong_moves(board, inf)[0] == best_moves(board), str(board)


def test_if_nothing_is_proven_no_move_is_left_out():
    board = Board(Variant.parse("15x15x5"))
    assert strong_moves(board, 0) == ([], list(Solver(board, 0).children))
