"""Menace, in a browser: played, watched as it learns, and looked into."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server

DESKTOP = {"width": 1280, "height": 800}


def play_to_the_end(person: Person) -> None:
    for _ in person.turns():
        person.play(person.free_cell())


def look_into_boxes(person: Person) -> None:
    person.open(f"{person.url}menace/")


def place(person: Person, name: str) -> str:
    """Return the accessible name of a cell on the page of the boxes."""
    cell = person.page.get_by_role("group", name="Board").locator(f'[aria-label^="{name},"]')
    return cell.get_attribute("aria-label") or ""


def test_a_game_against_it_raises_or_lowers_its_curve(empty_server: Server, new_person: NewPerson):
    person = new_person(empty_server)
    look_into_boxes(person)
    expect(person.page.get_by_text("It has not played yet")).to_be_visible()
    person.check_accessibility()
    person.press("Play against it")
    person.wait_until_live()
    play_to_the_end(person)
    person.page.get_by_role("link", name="Its boxes").click()
    person.page.wait_for_url("**/menace/?moves=*")
    expect(person.page.get_by_text(re.compile(r"to move: \d+ beads?\."))).to_be_visible()
    expect(person.page.get_by_role("img", name="After 1 game the curve stands at")).to_be_visible()
    expect(person.page.get_by_role("row", name=re.compile("All games"))).to_be_visible()
    person.check_accessibility()


def test_positions_are_played_through_by_keyboard_and_without_scripts(
    server: Server, new_person: NewPerson
):
    for options in ({}, {"java_script_enabled": False, "viewport": DESKTOP}):
        person = new_person(server, **options)
        look_into_boxes(person)
        person.page.get_by_role("link", name="b 2, empty").press("Enter")
        expect(person.page.get_by_text(re.compile(r"O to move: \d+ beads"))).to_be_visible()
        assert place(person, "b 2") == "b 2, X"
        person.page.get_by_role("link", name="a 3, empty").press("Enter")
        person.page.wait_for_url("**/menace/?moves=b2-a3#boxes")
        expect(person.page.get_by_text(re.compile(r"X to move: \d+ beads"))).to_be_visible()
        person.page.get_by_role("link", name="One move back").click()
        person.page.wait_for_url("**/menace/?moves=b2#boxes")
        assert place(person, "a 3").startswith("a 3, empty")
        person.page.get_by_role("link", name="Empty board").click()
        person.page.wait_for_url("**/menace/#boxes")
        assert person.page_width() == person.page.viewport_size["width"]  # type: ignore[index]
