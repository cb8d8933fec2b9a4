from __future__ import annotations

from games.engine import BOARDS, CLASSIC, Variant


def test_seven_boards_are_offered():
    assert {board.id: str(board.variant) for board in BOARDS.values()} == {
        "classic": "3x3x3",
        "misere": "3x3x3+misere",
        "4x4": "4x4x4",
        "5x5": "5x5x4",
        "6x6": "6x6x4",
        "connect-four": "7x6x4+drop",
        "gomoku": "15x15x5",
    }
    assert BOARDS["classic"].variant == CLASSIC


def test_each_has_a_name_and_one_line_of_rules():
    for id, board in BOARDS.items():
        assert id == board.id
        assert board.name
        assert board.rule.endswith(".")
        assert "\n" not in board.rule
        assert Variant.parse(str(board.variant)) == board.variant
