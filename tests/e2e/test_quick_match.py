from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def look(person: Person, board: str, control: str = "") -> None:
    person.open(f"{person.url}?board={board}")
    person.press("Play anyone")
    person.page.locator("#anyone").get_by_label("Clock").select_option(control)
    person.press("Find somebody")


def test_two_meet(server: Server, new_person: NewPerson):
    first, second = new_person(server), new_person(server)
    look(first, "gomoku")
    waiting = first.page.locator("[data-looking]").get_attribute("data-looking")
    first.open(f"{first.url.rstrip('/')}{waiting}")
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
    expect(first.page.get_by_label("In your own words, if you like")).to_be_visible()
    first.check_accessibility_in_all_looks()


def test_who_plays_the_computer_meanwhile_is_called(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    look(host, "connect-four")
    host.wait_until_live()
    expect(host.page.get_by_role("heading", name="Looking for somebody")).to_be_visible()
    host.play(38)
    host.check_accessibility_in_all_looks()
    meanwhile = host.page.url
    look(guest, "connect-four")
    guest.wait_until_live()
    expect(guest.page.locator("[data-words]")).to_contain_text("Calling ")
    expect(guest.page.locator("[data-clock]:visible, [data-seat][data-turn]")).to_have_count(0)
    called = host.page.get_by_role("alert").filter(has_text="is here and waits")
    expect(called).to_be_visible()
    assert "is here" in host.page.title()
    host.check_accessibility_in_all_looks()
    called.get_by_role("button", name="Not now").click()
    expect(host.page.get_by_text("You did not come.")).to_be_visible()
    # Who has just missed the other asks again, and both meet.
    host.press("Look again")
    host.wait_until_live()
    guest.wait_until_live()
    expect(guest.page.locator('[data-presence="here"]')).to_be_visible()
    for person in (host, guest):
        expect(person.page.locator("[data-clock][data-running]")).to_contain_text("0:")
    assert host.page.url == guest.page.url != meanwhile
