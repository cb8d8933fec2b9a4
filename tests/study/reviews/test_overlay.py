from __future__ import annotations

from games.engine import BOARDS, Board, Variant, play_moves, read_moves
from games.study.reviews.overlay import overlay

GOMOKU, ULTIMATE = BOARDS["gomoku"].variant, BOARDS["ultimate"].variant


def after(variant: Variant, moves: str) -> Board:
    return play_moves(Board(variant), read_moves(moves, variant))


def names(cells: list[int]) -> set[str]:
    return {GOMOKU.cell_name(cell) for cell in cells}


def test_a_four_and_an_open_three_are_bands_with_names():
    moves = "h8-g9-g8-e8-f8-g7-k9-h10-l9-n9-m9-j11-k10-i10-i8-j8"
    drawn = overlay(after(GOMOKU, moves), GOMOKU.cell_named("j9"))
    assert [name for name, _, _ in drawn["names"]] == ["four", "open three"]
    assert drawn["paths"] == [
        ["band", "M9.5 6.5L12.5 6.5"],
        ["band", "M10.5 5.5L8.5 7.5"],
        ["reach", "M11.5 4.5L7.5 8.5"],
    ]
    assert names(drawn["free"]) == {"l11", "h7"}


def test_an_arrow_leads_to_the_board_to_which_a_move_sent_the_other():
    drawn = overlay(Board(ULTIMATE), ULTIMATE.cell_named("a9"), answer=40)  # to its own board
    assert drawn == {"paths": [], "names": [], "free": []}
    drawn = overlay(Board(ULTIMATE), ULTIMATE.cell_named("c7"), answer=40)
    assert [kind for kind, _ in drawn["paths"]] == ["sent"]
    assert drawn["free"] == [40]
