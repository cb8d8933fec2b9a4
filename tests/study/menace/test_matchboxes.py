from __future__ import annotations

from collections import Counter

import pytest

from games.engine import Board, canonical, play_moves
from games.study.menace.learner import Beads, first_beads
from games.study.menace.matchboxes import Box, open_box


def box_after(*made: int, beads: Beads | None = None) -> Box:
    board = play_moves(Board(), made)
    return open_box(board, made, beads or first_beads(board))


def test_cells_with_the_same_move_have_beads_of_one_colour():
    box = box_after()
    colours = [place.choice.colour if place.choice else 0 for place in box.places]
    assert colours == [1, 2, 1, 2, 3, 2, 1, 2, 1]
    assert [choice.cells for choice in box.choices][2] == ("b2",)


def test_a_bead_on_the_board_is_as_large_as_its_share():
    box = box_after(beads={0: 60, 1: 15, 4: 0})
    large, small, none = box.choices
    assert large.radius == pytest.approx(2 * small.radius, rel=0.15)
    assert none.radius > 0
    assert [round(100 * choice.share) for choice in box.choices] == [80, 20, 0]


@pytest.mark.parametrize(
    "beads", [{0: 4, 1: 4, 4: 4}, {0: 1, 1: 0, 4: 0}, {0: 30, 1: 20, 4: 10}, {0: 900, 1: 1, 4: 99}]
)
def test_the_tray_holds_the_beads_and_of_many_a_fair_sample(beads: Beads):
    box = box_after(beads=beads)
    lying = Counter(bead.colour for bead in box.tray)
    if box.beads <= 60:
        assert lying == Counter({each.colour: each.beads for each in box.choices if each.beads})
    else:
        assert 60 <= lying.total() <= 66
        assert set(lying) == {1, 2, 3}
        assert lying[1] > lying[3] > lying[2]


def test_beads_lie_beside_each_other():
    beads = [(bead.x, bead.y) for bead in box_after(beads={0: 30, 1: 20, 4: 10}).tray]
    for x, y in beads:
        assert sum(abs(x - a) < 0.5 and abs(y - b) < 0.5 for a, b in beads) == 1


def test_the_label_on_a_box_is_its_position_however_the_board_is_turned():
    for made in ((8, 4), (0, 4), (2, 4)):
        marks = "".join(cell.mark or "." for cell in box_after(*made).label.cells)
        assert marks == canonical(play_moves(Board(), made)).cells
