from __future__ import annotations

from games.engine import Board, canonical, play_moves
from games.study.menace.learner import Beads, first_beads
from games.study.menace.views import Box, open_box


def box_after(*made: int, beads: Beads | None = None) -> Box:
    board = play_moves(Board(), made)
    return open_box(board, made, beads or first_beads(board))


def test_cells_with_the_same_move_have_beads_of_one_colour():
    box = box_after()
    colours = [place.choice.colour if place.choice else 0 for place in box.places]
    assert colours == [1, 2, 1, 2, 3, 2, 1, 2, 1]
    assert [choice.cells for choice in box.choices][2] == ("b2",)


def test_the_label_on_a_box_is_its_position_however_the_board_is_turned():
    for made in ((8, 4), (0, 4), (2, 4)):
        marks = "".join(cell.mark or "." for cell in box_after(*made).label.cells)
        assert marks == canonical(play_moves(Board(), made)).cells
