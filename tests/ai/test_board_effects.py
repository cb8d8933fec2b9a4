"""What moves do on small boards, and on boards without any."""

from __future__ import annotations

import pytest

from games.ai.threats import BoardEffect, board_effect, forks, move_effect, open_lines, threats
from games.engine import BOARDS, Board, Mark, play_moves, read_moves

TRAP = "e9-f8-h6-d8-b6"  # O may win the upper middle board


def after(board: str, moves: str) -> Board:
    variant = BOARDS[board].variant
    return play_moves(Board(variant), read_moves(moves, variant))


@pytest.mark.parametrize(
    ("board", "moves", "cell", "effect"),
    [
        ("ultimate", "e5", "d6", BoardEffect(sends=0)),
        ("ultimate", TRAP, "e8", BoardEffect(wins=1, sends=4)),
        ("ultimate", f"{TRAP}-e7-d3-b9", "e8", BoardEffect(saves=1, sends=4)),
        ("ultimate", "h7-f3-i7-i3-g7-c2", "i6", BoardEffect(frees=True)),
        ("notakto-3", "a3-b3", "c3", BoardEffect(closes=0)),
        ("notakto-3", "a3-b3", "d3", BoardEffect()),
        ("classic", "a3-b2-b3", "c3", BoardEffect()),
        ("connect-four", "d1-a1-d2-a2-d3-a3", "d4", BoardEffect()),
    ],
)
def test_a_move_wins_closes_or_saves_a_board_and_leads_to_another(
    board: str, moves: str, cell: str, effect: BoardEffect
):
    before = after(board, moves)
    assert board_effect(before, before.variant.cell_named(cell)) == effect
    assert move_effect(before, before.variant.cell_named(cell), seconds=0).on_boards == effect


def test_where_the_last_move_confines_the_next_only_the_side_to_move_threatens():
    won_by_c9 = "d1-b3-e7-f3-h9-f8-h5-f6-h8-d6-a7-c3-h7-e3-d7-a3-b8-e6-f7-g2-a4-d3"
    board = after("ultimate", won_by_c9)
    assert threats(board, Mark.X) == (board.variant.cell_named("c9"),)
    assert threats(board, Mark.O) == ()
    assert forks(board) == []


def test_a_closed_board_has_no_open_lines():
    board = after("ultimate", f"{TRAP}-e8")
    on_boards = {board.variant.board_of(line[0]) for line in open_lines(board, Mark.O)}
    assert on_boards == set(range(9)) - {1}
