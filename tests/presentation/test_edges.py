"""The letters and numbers at the edges of a board."""

from __future__ import annotations

import re

from django.template.loader import render_to_string

from games.engine import BOARDS, Board
from games.presentation.description import describe


def edges(board: str, *, has_edges: bool = True) -> list[str]:
    context = {"drawing": describe(Board(BOARDS[board].variant)), "has_edges": has_edges}
    return re.findall(r"<span>(\w+)</span>", render_to_string("web/_board.html", context))


def test_columns_have_letters_and_rows_numbers_that_count_from_below():
    assert edges("classic") == ["a", "b", "c", "3", "2", "1"]
    assert edges("gomoku")[14:17] == ["o", "15", "14"]


def test_a_board_has_them_only_where_a_page_asks_for_them():
    assert edges("classic", has_edges=False) == []
