from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def test_one_resigns_but_not_by_accident_and_comes_back_to_it(
    server: Server, new_person: NewPerson
):
    person = new_person(server)
    person.play_computer("easy", "X")
    person.wait_until_live()
    person.open_more()
    person.page.get_by_text("Resign", exact=True).dblclick()
    person.page.keyboard.press("Escape")
    person.play(4)
    person.expect_words("Your turn")
    person.resign()
    person.expect_words("You lose. You resigned.")
    expect(person.page.locator('[data-score="O"]')).to_have_text("1")
    old = person.page.url
    person.rematch()
    person.page.go_back()
    expect(person.page).to_have_url(old)
    person.expect_words("You lose. You resigned. The rematch is on.")
    expect(person.page.get_by_role("button", name="Go to the rematch")).to_be_visible()


def test_two_people_share_a_screen_and_look_back(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.start_on_first_page("device")
    expect(person.page.locator("[data-board]")).to_have_attribute("data-turn", "X")
    for cell, words in [(0, "Player 2 to move"), (3, "Player 1 to move"), (1, "Player 2 to move")]:
        person.play(cell)
        person.expect_words(words)
    person.play(4)
    person.expect_words("Player 1 to move")
    person.play(2)
    person.expect_words("Player 1 wins. Three in a row.")
    expect(person.page).to_have_title("Player 1 wins. Three in a row. · Tic-tac-toe")
    expect(person.page.locator("[data-line]")).to_have_count(3)
    expect(person.page.locator("[data-strike][d]")).to_have_count(1)
    step_through_positions(person)
    person.press("Rematch")
    person.expect_words("Player 2 to move")


def step_through_positions(person: Person) -> None:
    """Look at positions of a game that is over, and come back to its end."""
    person.page.get_by_role("link", name="One move back").click()
    person.expect_board("XX.OO....")
    expect(person.page.locator("[data-strike][d]")).to_have_count(0)
    person.page.locator('[data-ply="1"]').click()
    person.expect_board("X........")
    person.expect_disabled_board()
    person.page.get_by_role("link", name="First position").click()
    person.expect_board(".........")
    person.expect_words("Move 0 of 5")
    assert person.page.url.endswith("?ply=0")
    person.cell(8).click(force=True)  # it says that it is disabled, and leads back to the end
    person.expect_board("XXXOO....")
    assert "?" not in person.page.url
