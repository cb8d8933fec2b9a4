import pytest

from games.engine import BOARDS, Board, Variant, play_moves, read_moves
from games.study.reviews.annotations import annotate

GOMOKU, ULTIMATE = BOARDS["gomoku"].variant, BOARDS["ultimate"].variant


def after(variant: Variant, moves: str) -> Board:
    return play_moves(Board(variant), read_moves(moves, variant))


def names(cells: list[int]) -> set[str]:
    return {GOMOKU.cell_name(cell) for cell in cells}


def test_a_four_and_an_open_three_are_bands_with_names():
    moves = "h8-g9-g8-e8-f8-g7-k9-h10-l9-n9-m9-j11-k10-i10-i8-j8"
    drawn = annotate(after(GOMOKU, moves), GOMOKU.cell_named("j9"))
    assert [name for name, _, _ in drawn["names"]] == ["four", "open three"]
    assert drawn["paths"] == [
        ["band", "M9.5 6.5L12.5 6.5"],
        ["band", "M10.5 5.5L8.5 7.5"],
        ["reach", "M11.5 4.5L7.5 8.5"],
    ]
    assert names(drawn["free"]) == {"l11", "h7"}


def test_an_arrow_leads_to_the_board_to_which_a_move_sent_the_other():
    drawn = annotate(Board(ULTIMATE), ULTIMATE.cell_named("a9"), answer=40)  # to its own board
    assert drawn == {"paths": [], "names": [], "free": []}
    drawn = annotate(Board(ULTIMATE), ULTIMATE.cell_named("c7"), answer=40)
    assert [kind for kind, _ in drawn["paths"]] == ["sent"]
    assert drawn["free"] == [40]


def test_the_name_of_a_four_lies_beside_the_line_of_its_answers(subtests: pytest.Subtests):
    for moves, last, spot in [
        ("h8-a1-i8-c1-j8-e1", "k8", (9, 8.5)),
        ("h8-a1-h9-c1-h10-e1", "h11", (8.7, 6)),
        ("h8-a1-i9-c1-j10-e1", "k11", (9.85, 6.71)),
        ("h11-a1-i10-c1-j9-e1", "k8", (8.15, 6.71)),
    ]:
        with subtests.test(last=last):
            drawn = annotate(after(GOMOKU, moves), GOMOKU.cell_named(last))
            ((name, left, top),) = drawn["names"]
            assert name == "four"
            assert [0.15 * left, 0.15 * top] == pytest.approx(spot, abs=0.01)


def test_five_in_a_row_is_no_four():
    board = after(GOMOKU, "h8-a1-i8-c1-j8-e1-k8-g1")
    assert annotate(board, GOMOKU.cell_named("l8"))["paths"] == []
