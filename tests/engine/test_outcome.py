from __future__ import annotations

from games.engine import Mark


def test_x_begins_and_the_sides_take_turns():
    assert [Mark.of_ply(ply) for ply in range(4)] == [Mark.X, Mark.O, Mark.X, Mark.O]
