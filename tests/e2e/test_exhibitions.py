"""Watching the computer play itself, and directing that."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, NewPerson, Person
from tests.e2e.test_access import tab_to
from tests.e2e.test_layout_shift import LAPTOP, assert_nothing_moved
from tests.server import Server


def open_page(person: Person) -> None:
    person.open(f"{person.url}exhibitions/")


def moves(person: Person) -> Locator:
    return person.page.locator("[data-moves] > li")


def test_two_players_are_chosen_and_directed_to_the_end_by_mouse(
    empty_server: Server, new_person: NewPerson
):
    person, watcher, visitor = (new_person(empty_server) for _ in range(3))
    visitor.open(f"{empty_server.url}watch/")
    expect(visitor.page.locator("[data-watch][data-connected]")).to_be_attached()
    note = visitor.page.get_by_text("so the computer plays itself")
    expect(note).to_be_hidden()
    open_page(person)
    for choice in ('[name="x"][value="champion"]', '[name="o"][value="random"]'):
        person.page.locator(choice).check()
    person.page.get_by_label("5 seconds").check()
    person.press("Start")
    person.forbid_navigation()
    step = person.page.get_by_role("button", name="Step", exact=True)
    expect(step).to_have_attribute("aria-disabled", "true")
    person.press("Pause")
    watcher.page.set_viewport_size(LAPTOP)
    watcher.open(person.page.url)
    watcher.wait_until_live()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    for one in (person, watcher):
        one.expect_words("Paused. Champion to move")
    expect(note).to_be_visible()  # nobody else plays
    visitor.check_accessibility()
    expect(person.page.get_by_role("button", name="Go on")).to_be_focused()
    person.check_accessibility()
    for ply in (1, 2):
        step.click()
        expect(moves(person)).to_have_count(ply)
        expect(moves(watcher)).to_have_count(ply)
    change_speed(person)
    person.press("Go on")
    for one in (person, watcher):
        expect(one.page.locator('[data-game][data-status="finished"]')).to_be_attached()
        assert one.words() in {"Champion wins. Three in a row.", "It's a draw. The board is full."}
        assert_nothing_moved(one)
    person.check_accessibility()
    assert person.page_width() == PHONE["width"]

    before = person.page.url
    person.allow_navigation()
    person.press("Swap sides")
    expect(person.page).not_to_have_url(before)
    person.wait_until_live()
    assert (person.name_at("X"), person.name_at("O")) == ("Random", "Champion")
    expect(watcher.page).to_have_url(person.page.url)  # watchers go with it


def change_speed(person: Person) -> None:
    """Open the menu of speeds, close it, open it again, and choose the highest."""
    speed = person.page.get_by_text("Speed", exact=True)
    faster = person.page.get_by_role("button", name="Half a second")
    speed.click()
    expect(faster).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(faster).to_be_hidden()
    speed.click()
    person.check_accessibility()
    person.press("Half a second")
    expect(faster).to_be_hidden()
    expect(person.page.locator(".speed summary")).to_be_focused()


def test_it_is_started_and_directed_by_keys_and_stopped(server: Server, new_person: NewPerson):
    person = new_person(server)
    open_page(person)
    keyboard = person.page.keyboard
    for name in ("x", "o", "pace"):
        tab_to(person.page, f'input[name="{name}"]')
        keyboard.press("ArrowUp")
    expect(person.page.locator('input[name="x"][value="medium"]')).to_be_checked()
    tab_to(person.page, 'input[name="pace"]')
    for _ in range(3):
        keyboard.press("ArrowDown")
    expect(person.page.get_by_label("5 seconds")).to_be_checked()
    keyboard.press("Enter")
    person.wait_until_live()
    keyboard.press("p")
    person.expect_words("Paused. Medium to move")
    keyboard.press("s")
    person.expect_words("Paused. Hard to move")
    keyboard.press("p")
    person.expect_words("Hard to move")
    keyboard.press("s")  # not while it goes on by itself
    keyboard.press("?")
    expect(person.page.get_by_text("one move, while paused")).to_be_visible()
    expect(moves(person)).to_have_count(1)
    person.press("Close")
    person.page.get_by_text("Stop", exact=True).dblclick()
    person.expect_words("Hard to move")  # not by accident
    person.page.get_by_text("Stop", exact=True).click()
    person.press("Yes, stop")
    person.expect_words("This game was stopped.")
    person.press("Again")
    person.expect_words("Medium to move")
