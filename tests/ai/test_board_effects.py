"""What moves do on small boards, and on boards without any."""

from __future__ import annotations

from games.ai.threats import forks, open_lines, threats
from games.engine import BOARDS, Board, Mark, play_moves, read_moves

TRAP = "e9-f8-h6-d8-b6"  # O may win the upper middle board


def after(board: str, moves: str) -> Board:
    variant = BOARDS[board].variant
    return play_moves(Board(variant), read_moves(moves, variant))


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
