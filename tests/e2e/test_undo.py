"""Moves that are taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
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


def test_among_two_people_taking_back_is_asked_for(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person, undo="yes")
    host.play(0)
    host.press("Take back")
    expect(host.page.get_by_text("You ask to take your move back.")).to_be_visible()
    expect(guest.page.locator("[data-undo-words]")).to_contain_text("asks to take a move back")
    guest.press("No")
    expect(host.page.get_by_text("You ask to take your move back.")).to_be_hidden()
    expect(host.page.locator("[data-undo-declined]")).to_be_visible()
    expect(host.page.locator('[data-announce="polite"]')).to_contain_text("They said no.")
    expect(host.page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(guest.page.locator("[data-undo-words]")).to_be_hidden()
    expect(guest.page.locator("[data-undo-declined]")).to_be_hidden()
    guest.play(4)
    host.press("Take back")
    guest.press("Yes, take it back")
    for person in (host, guest):
        person.expect_board(".........")
    host.play(8)
    guest.expect_board("........X")
