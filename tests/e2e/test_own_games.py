"""One's own games and statistics: by mouse, by keyboard, and without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def person_with_games(server: Server, new_person: NewPerson, **options: object) -> Person:
    """Return somebody who has resigned one game against the computer and plays another."""
    ann = new_person(server, java_script_enabled=False, **options)
    ann.play_computer("easy", "X", board="classic")
    ann.play(4)
    ann.resign()
    ann.play_computer("hard", "X", board="connect-four")
    return ann


def test_games_are_found_by_a_filter_and_lead_to_their_pages(server: Server, new_person: NewPerson):
    ann = person_with_games(server, new_person)
    ann.page.locator(".name-menu summary").click()
    ann.press("Your games")
    games = ann.page.locator(".own-games > li")
    expect(games).to_have_count(2)
    ann.page.get_by_label("Result").select_option("Lost")
    ann.press("Show")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("You resigned.")
    expect(games.get_by_role("link", name="Look back")).to_be_visible()
    ann.page.get_by_label("Board").select_option("Gomoku")
    ann.press("Show")
    expect(ann.page.get_by_text("You have no such games.")).to_be_visible()
    ann.page.get_by_label("Board").select_option("Any")
    ann.press("Show")
    games.get_by_role("heading").get_by_role("link").click()
    ann.expect_words("The computer wins.\nYou resigned.")

    ann.open(f"{server.url}games/")
    ann.page.get_by_role("link", name="Statistics").click()
    words = "The latest game: 0 won, 0 drawn, 1 lost."
    expect(ann.page.get_by_role("img", name=words)).to_be_visible()
    table = ann.page.get_by_role("region", name="By opponent")
    expect(table.get_by_role("row", name="Easy 0 0 1")).to_be_visible()


def test_the_pages_are_accessible_and_fit(server: Server, new_person: NewPerson):
    cookies = person_with_games(server, new_person).page.context.cookies()
    reader = new_person(server)
    reader.page.context.add_cookies(cookies)
    for path in ("games/", "games/statistics/", "games/?board=gomoku"):
        reader.open(f"{server.url}{path}")
        reader.check_accessibility_in_all_looks()
        for width in (320, 360):
            reader.page.set_viewport_size({"width": width, "height": 640})
            assert reader.page_width() == width
