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


def test_two_meet_and_who_does_not_move_gives_way(server: Server, new_person: NewPerson):
    first, second, third = (new_person(server) for _ in range(3))
    look(first, "gomoku")
    first.wait_until_live()
    first.expect_words("Nobody else waits for Gomoku yet")
    first.check_accessibility_in_all_looks()
    first.forbid_navigation()
    look(second, "gomoku")
    # What has to move first has the clock, without any other being set.
    expect(first.page.locator("[data-clock][data-running]")).to_contain_text("0:")
    first.allow_navigation()
    second.wait_until_live()
    on_turn, other = (
        (first, second)
        if first.page.locator(".seat[data-turn] [data-own]").count()
        else (second, first)
    )
    on_turn.expect_words("Your turn")
    before = other.page.url
    # Half a minute passes, and the other one waits on, without a press.
    expect(other.page).not_to_have_url(before, timeout=45_000)
    expect(other.page.get_by_text("you are first in the queue")).to_be_visible()
    expect(on_turn.page.locator("[data-words]")).to_contain_text("You did not come in time")
    on_turn.check_accessibility()
    on_turn.page.get_by_role("link", name="Block or report").click()
    on_turn.check_accessibility_in_all_looks()
    look(third, "gomoku")
    expect(third.page).to_have_url(other.page.url)
    expect(other.page.locator('[data-game][data-status="playing"]')).to_be_attached()


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


def test_who_does_not_hear_the_call_waits_again(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    look(host, "6x6")
    host.wait_until_live()
    waiting = host.page.url
    look(guest, "6x6", "10s")
    host.expect_words("Somebody waits with another clock")
    change = host.page.get_by_role("button", name="Switch to: 10 seconds a move")
    expect(change).to_be_visible()
    host.open()
    guest.press("Switch to: No clock")
    expect(guest.page).to_have_url(waiting)
    expect(host.page.locator(".toast")).to_contain_text("in the queue again", timeout=40_000)
    expect(guest.page).not_to_have_url(waiting)
    expect(guest.page.get_by_text("you are first in the queue")).to_be_visible()
