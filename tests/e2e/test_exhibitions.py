from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, NewPerson, Person
from tests.e2e.test_layout_shift import LAPTOP, assert_nothing_moved
from tests.server import Server


def open_page(person: Person) -> None:
    person.open(f"{person.url}exhibitions/")


def moves(person: Person) -> Locator:
    return person.page.locator("[data-moves] > li")


def test_two_players_are_chosen_and_watched_to_the_end_at_ones_own_pace(
    empty_server: Server, new_person: NewPerson
):
    person, watcher, visitor = (new_person(empty_server) for _ in range(3))
    visitor.open(f"{empty_server.url}watch/")
    expect(visitor.page.locator("[data-watch][data-connected]")).to_be_attached()
    note = visitor.page.get_by_text("so the computer plays itself")
    expect(note).to_be_hidden()
    open_page(person)
    for choice in ('[name="x"][value="champion"]', '[name="o"][value="hard"]'):
        person.page.locator(choice).check()
    person.press("Start")
    person.forbid_navigation()
    person.wait_until_live()
    step = person.page.get_by_role("button", name="Step", exact=True)
    expect(step).to_have_attribute("aria-disabled", "true")
    person.press("Pause")
    expect(person.page.get_by_role("button", name="Go on")).to_be_focused()
    expect(step).to_have_attribute("aria-disabled", "false")
    made = moves(person).count()
    watcher.page.set_viewport_size(LAPTOP)
    watcher.open(person.page.url)
    watcher.wait_until_live()
    expect(note).to_be_visible()  # nobody else plays
    visitor.check_accessibility()
    person.check_accessibility()
    expect(moves(watcher).nth(made + 2)).to_be_attached()  # it goes on for others
    expect(moves(person)).to_have_count(made)
    for ply in (made + 1, made + 2):
        step.click()
        expect(moves(person)).to_have_count(ply)
    slow_down(person)
    person.press("Go on")
    for one in (watcher, person):
        expect(one.page.locator('[data-game][data-status="finished"]')).to_be_attached(
            timeout=60_000
        )
        assert one.words() in {"Champion wins. Three in a row.", "It's a draw. The board is full."}
        assert_nothing_moved(one)
    person.check_accessibility()
    assert person.page_width() == PHONE["width"]
    before = person.page.url
    person.allow_navigation()
    person.press("Swap sides")
    expect(person.page).not_to_have_url(before)
    person.wait_until_live()
    assert (person.name_at("X"), person.name_at("O")) == ("Hard", "Champion")


def slow_down(person: Person) -> None:
    speed = person.page.get_by_text("Speed", exact=True)
    slower = person.page.get_by_role("button", name="2 seconds")
    speed.click()
    expect(slower).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(slower).to_be_hidden()
    speed.click()
    person.check_accessibility()
    slower.click()
    expect(slower).to_be_hidden()
    expect(person.page.locator(".speed summary")).to_be_focused()
