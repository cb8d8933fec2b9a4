"""An achievement that the end of a game brings, and the album with it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import NewPerson, start_game
from tests.playing import DRAW
from tests.server import Server


def test_a_achievement_is_stamped_below_the_result_when_the_game_ends(
    server: Server, new_person: NewPerson
):
    host, guest, _ = start_game(server, new_person)
    for number, cell in enumerate(DRAW):
        (guest if number % 2 else host).play(cell)
    for person in (host, guest):
        new = person.page.locator("[data-new-achievement]")
        expect(new).to_contain_text("New in your album: Draw with a friend.")
        expect(person.page.get_by_text("The board is full.", exact=True)).to_be_visible()
        assert bottom(new) <= top(person.page.get_by_role("button", name="Rematch"))
        expect(person.page.locator("[data-announce=polite]")).to_contain_text("New in your album")
    host.check_accessibility()
    host.page.get_by_role("link", name="your album").click()
    expect(host.page.get_by_text("1 of 47 seals")).to_be_visible()
    host.check_accessibility_in_all_looks()


def top(part: Locator) -> float:
    return float(part.evaluate("part => part.getBoundingClientRect().top"))


def bottom(part: Locator) -> float:
    return float(part.evaluate("part => part.getBoundingClientRect().bottom"))
