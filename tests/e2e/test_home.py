"""The first page: the board that is played at once, and the choices."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import Server


def test_who_comes_back_finds_choices_and_game(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.start_on_first_page("computer", level="hard", side="O", board="4x4")
    person.expect_words("Your turn")
    game = person.page.url
    person.open()
    expect(person.page.get_by_role("button", name="against Hard on Four by four")).to_be_visible()
    person.press("Play the computer")
    for name, value in (("board", "4x4"), ("level", "hard"), ("side", "O")):
        chosen = person.page.locator(f'[popover]:popover-open input[name="{name}"]:checked')
        expect(chosen).to_have_value(value)
    person.page.keyboard.press("Escape")
    person.page.get_by_role(
        "link", name="Continue: Four by four with Computer (Hard), your turn"
    ).click()
    expect(person.page).to_have_url(game)


def test_a_sheet_offers_what_the_board_has(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.press("Play the computer")
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
