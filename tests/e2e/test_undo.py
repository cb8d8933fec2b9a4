"""Moves that are taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import Server


def test_a_slip_against_the_computer_is_taken_back_at_once(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("champion", "X")
    person.wait_until_live()
    expect(person.page.get_by_role("button", name="Take back")).to_be_disabled()
    person.play(0)
    person.expect_board("X...O....")
    person.press("Take back")
    person.expect_board(".........")
    person.expect_words("Your turn")
    expect(person.page.locator("[data-moves] li")).to_have_count(0)
    person.play(0)
    person.expect_board("X...O....")
    for cell in (8, 2):
        person.play(cell)
        person.page.keyboard.press("u")  # maybe before the computer has answered
        person.expect_board("X...O....")
        person.expect_words("Your turn")
    expect(person.page.locator("[data-alert]")).to_be_hidden()
