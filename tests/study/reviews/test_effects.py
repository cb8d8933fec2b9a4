from __future__ import annotations

import pytest

from games.engine import BOARDS, Board, play_moves, read_moves
from games.study.reviews.effects import effect


@pytest.mark.parametrize(
    ("board", "moves", "cell", "said"),
    [
        ("classic", "a3-b3-b2", "c1", "blocks"),
        ("classic", "a3-b3-b2-b1", "c1", "wins"),
        ("classic", "a3-b3-b2-c1", "a1", "two threats"),
        ("classic", "b2-a3", "a1", "a threat"),
        ("classic", "b2", "a3", ""),
        ("classic", "b2-a3-b3-b1-a2-c2-c3-a1", "c1", "draw"),
        ("misere", "a3-c1-b3-b1", "c3", "completes a line"),
        ("misere", "a3-c1", "b3", ""),
        ("gomoku", "h8-a1-i8-a3", "j8", "open three"),
        ("gomoku", "h8-g8-i8-a3-j8-a5", "k8", "four"),
        ("gomoku", "h8-a1-i8-a3-j8-a5", "k8", "open four"),
        ("gomoku", "h8-g8-i8-a3-j8-a5-k7-a7-k6-a9", "k8", "four-three"),
        ("connect-four", "d1-a1-d2-a2", "d3", "a threat"),
        ("ultimate", "e9-f8-h6-d8-b6", "e8", "wins the upper middle board"),
        ("ultimate", "e9-f8-h6-d8-b6-e7-d3-b9", "e8", "blocks"),
        ("ultimate", "h7-f3-i7-i3-g7-c2", "i6", "lets O choose"),
        ("ultimate", "e5-d6", "b8", ""),
        ("notakto", "a3-b3", "c3", "completes a line"),
        ("notakto-3", "a3-b3", "c3", "closes the left board"),
        ("notakto-3", "a3-b3-c3-d3-e3-f3-g3-h3", "i3", "closes the last board"),
    ],
)
def test_a_move_is_named_by_what_it_does(board: str, moves: str, cell: str, said: str):
    variant = BOARDS[board].variant
    before = play_moves(Board(variant), read_moves(moves, variant))
    assert effect(before, variant.cell_named(cell)) == said


def test_a_brief_name_leaves_out_the_small_board():
    variant = BOARDS["ultimate"].variant
    before = play_moves(Board(variant), read_moves("e9-f8-h6-d8-b6", variant))
    assert effect(before, variant.cell_named("e8"), is_brief=True) == "wins a board"
