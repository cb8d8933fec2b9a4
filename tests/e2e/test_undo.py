"""Moves that are taken back."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import NewPerson, start_game
from tests.server import Server


def expect_in_view(button: Locator) -> None:
    expect(button).to_be_in_viewport(ratio=1)


def test_a_move_against_the_computer_is_taken_back_at_once(server: Server, new_person: NewPerson):
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
    person.page.keyboard.press("u")
    person.expect_board(".........")


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


def test_taking_back_never_loses_the_focus(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person, undo="yes")
    for cells, answer in (((0, 4), "No"), ((1, 5), "Yes, take it back")):
        for person, cell in zip((host, guest), cells, strict=True):
            person.expect_words("Your turn")
            person.play(cell)
        host.expect_words("Your turn")
        take_back = host.page.get_by_role("button", name="Take back", exact=True)
        take_back.press("Enter")
        expect(take_back).to_be_disabled()
        expect(take_back).to_be_focused()
        guest.page.get_by_role("button", name=answer, exact=True).press("Enter")
        expect(guest.page.locator("[data-words]")).to_be_focused()


def test_on_a_phone_what_wants_an_answer_is_in_sight(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person, control="3+2", best_of="3", undo="yes")
    for person in (host, guest):
        person.page.set_viewport_size({"width": 360, "height": 640})
    host.play(0)
    host.press("Take back")
    guest.page.evaluate("scrollTo(0, 0)")
    expect_in_view(guest.page.get_by_role("button", name="No", exact=True))
    guest.press("No")
    guest.page.goto("about:blank")
    host.page.evaluate("scrollTo(0, 0)")
    expect_in_view(host.page.get_by_role("button", name="Call it a draw"))
    host.resign()
    host.page.evaluate("scrollTo(0, 0)")
    expect_in_view(host.page.get_by_role("link", name="New game"))


def test_on_a_desktop_a_question_covers_nothing_that_is_pressed(server, new_person):
    host, guest, _ = start_game(server, new_person, control="3+2", undo="yes")
    guest.page.set_viewport_size({"width": 1366, "height": 650})
    host.play(0)
    host.press("Take back")
    expect(guest.page.locator("[data-undo-offered]")).to_be_visible()
    steps = guest.page.get_by_role("link", name="One move back")
    for name in ("Settings", "Keys ?", "Continue on another device", "Yes, take it back", "No"):
        guest.page.get_by_role("button", name=name, exact=True).click(trial=True)
    steps.click(trial=True)
    guest.page.get_by_text("Resign", exact=True).click(trial=True)


def test_on_three_by_three_nothing_is_taken_back_unless_agreed(server, new_person):
    host, _, _ = start_game(server, new_person)
    host.play(0)
    expect(host.page.locator("[data-undo]")).to_have_count(0)
