"""The pages of one's own games and statistics."""

from __future__ import annotations

from tests.e2e.people import NewPerson
from tests.server import Server


def test_the_pages_are_accessible_and_fit(server: Server, new_person: NewPerson):
    reader = new_person(server)
    reader.play_computer("easy", "X")
    reader.resign()
    reader.play_computer("hard", "X", board="connect-four")
    for path in ("games/", "games/statistics/", "games/?board=gomoku"):
        reader.open(f"{server.url}{path}")
        reader.check_accessibility_in_all_looks()
        for width in (320, 360):
            reader.page.set_viewport_size({"width": width, "height": 640})
            assert reader.page_width() == width
