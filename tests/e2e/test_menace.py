"""Menace, in a browser: played, watched as it learns, and looked into."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def play_to_the_end(person: Person) -> None:
    for _ in person.turns():
        person.play(person.free_cell())


def look_into_boxes(person: Person) -> None:
    person.open(f"{person.url}menace/")


def test_a_game_against_it_raises_or_lowers_its_curve(empty_server: Server, new_person: NewPerson):
    person = new_person(empty_server)
    look_into_boxes(person)
    expect(person.page.get_by_text("It has not played yet")).to_be_visible()
    person.press("Play against it")
    person.wait_until_live()
    play_to_the_end(person)
    person.page.get_by_role("link", name="Its boxes").click()
    person.page.wait_for_url("**/menace/?moves=*")
    expect(person.page.get_by_text(re.compile(r"to move: \d+ beads?\."))).to_be_visible()
    expect(person.page.get_by_role("img", name="After 1 game the curve stands at")).to_be_visible()
    expect(person.page.get_by_role("row", name=re.compile("All games"))).to_be_visible()
    person.check_accessibility()
