from functools import cache
from random import Random

import pytest

from games.ai.evaluation import evaluate_moves
from games.ai.search import MIN_WIN_SCORE
from games.ai.solver import Value, Verdict, solve
from games.engine import Board, read_variant

ULTIMATE = read_variant("ultimate")
FAR = 1000


def late_position(rng: Random, open_cells: int) -> Board:
    while True:
        boards = [Board(ULTIMATE)]
        while not boards[-1].outcome():
            boards.append(boards[-1].play(rng.choice(boards[-1].legal_moves())))
        late = [b for b in boards[:-1] if open_cells <= b.open_count <= open_cells + 2]
        if late:
            return late[-1]


@cache
def minimax(board: Board) -> int:
    if outcome := board.outcome():
        return 0 if outcome.winner is None else FAR if outcome.winner is board.turn else -FAR
    value = max(-minimax(board.play(cell)) for cell in board.legal_moves())
    return value - (value > 0) + (value < 0)


def verdict(value: int) -> Verdict:
    if not value:
        return Verdict(Value.DRAW)
    return Verdict(Value.WIN if value > 0 else Value.LOSS, FAR - abs(value))


def play(*moves: str, board: Board | None = None) -> Board:
    board = board or Board(ULTIMATE)
    for name in moves:
        board = board.play(ULTIMATE.cell_named(name))
    return board


def test_late_positions_and_their_moves_are_worth_what_minimax_says():
    rng = Random(1)
    for _ in range(25):
        board = late_position(rng, 6)
        solution = solve(board)
        assert solution.verdict == verdict(minimax(board)), str(board)
        children = {cell: verdict(minimax(board.play(cell))) for cell in board.legal_moves()}
        expected = {cell: child.one_ply_earlier() for cell, child in children.items()}
        assert solution.moves == expected, str(board)
    minimax.cache_clear()


@pytest.mark.usefixtures("ticking_clock")
def test_an_evaluation_ends_with_its_time():
    board = play("e5", "d4", "a1")
    values = evaluate_moves(board, depth=81, seconds=40)
    assert set(values) == set(board.legal_moves())
    assert max(map(abs, values.values())) < MIN_WIN_SCORE
