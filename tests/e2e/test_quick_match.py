"""Two who look for somebody meet; one of them plays the computer meanwhile, and is called."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def look(person: Person, board: str, control: str = "") -> None:
    """Look for somebody on the first page; boards of their own keep tests from meeting."""
    person.open(f"{person.url}?board={board}")
    person.press("Play anyone")
    person.page.locator("#anyone").get_by_label("Clock").select_option(control)
    person.press("Find somebody")


def test_two_meet(server: Server, new_person: NewPerson):
    first, second = new_person(server), new_person(server)
    look(first, "gomoku")
    first.wait_until_live()
    first.expect_words("Waiting for somebody to play Gomoku")
    first.check_accessibility_in_all_looks()
    first.forbid_navigation()
    look(second, "gomoku")
    # What has to move first has the clock, without any other being set.
    expect(first.page.locator("[data-clock][data-running]")).to_contain_text("0:")
    first.allow_navigation()
    second.wait_until_live()
    first.open_more()
    first.page.get_by_role("link", name="Block or report").click()
    own_words = first.page.get_by_label("What is it?")
    expect(own_words).to_be_hidden()
    first.page.get_by_label("Something else").check()
    expect(own_words).to_be_visible()
    first.check_accessibility_in_all_looks()


def test_who_plays_the_computer_meanwhile_is_called(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    look(host, "connect-four")
    host.wait_until_live()
    waiting = host.page.url
    host.page.get_by_role("button", name="Play Medium while you wait").click()
    expect(host.page).not_to_have_url(waiting)
    host.wait_until_live()
    look(guest, "connect-four")
    expect(guest.page).to_have_url(waiting)
    called = host.page.locator(".toast")
    expect(called).to_contain_text("wants to play and waits 20 seconds.")
    assert "wants to play" in host.page.title()
    called.get_by_role("link").click()
    expect(host.page).to_have_url(waiting)
    expect(guest.page.locator('[data-presence="here"]')).to_be_visible()
