"""The first page: the board that is played at once, and the choices."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import Server


def test_a_sheet_offers_what_the_board_has(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.open_sheet("computer")
    sheet = person.page.locator("[popover]:popover-open")
    promise, machine = sheet.get_by_text("It never loses"), sheet.get_by_text("Menace")
    person.choose(board="classic", level="champion")
    expect(promise).to_be_visible()
    person.choose(level="menace")
    expect(sheet.get_by_text("A machine of matchboxes that learns")).to_be_visible()
    person.choose(board="gomoku")
    expect(machine).to_be_hidden()
    person.choose(level="champion")
    expect(promise).to_be_hidden()
