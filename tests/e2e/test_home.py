"""The first page: the board that is played at once, the choices, and the menus."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, ViewportSize
from tests.server import Server

LOW_PHONE: ViewportSize = {"width": 320, "height": 460}
LANDSCAPE: ViewportSize = {"width": 640, "height": 360}


def test_a_sheet_takes_over_what_the_page_has_chosen(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    choose(person, "choose-opponent", "Champion")
    choose(person, "choose-board", "Connect Four")
    expect(person.page.locator("#choose-board > summary")).to_be_focused()
    person.open_sheet("computer")
    sheet = person.page.locator("[popover]:popover-open")
    expect(sheet).to_contain_text("Connect Four against Champion")
    expect(sheet.get_by_label("You", exact=True)).to_be_checked()
    person.choose(control="3+2")
    person.press("Play")
    expect(person.page).to_have_title(re.compile("Your turn"))
    assert len(person.page.locator("[data-cell]").all()) == 42
    expect(person.page.locator("[data-seat=O]")).to_contain_text("Champion")
    expect(person.page.locator("[data-clock]")).to_have_count(2)


def test_the_other_players_stand_apart_from_the_levels(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open(f"{server.url}?board=4x4")
    menu = person.page.locator("#choose-opponent")
    menu.locator("summary").click()
    entries = menu.locator(".menu-heading ~ .menu-entry")
    expect(entries).to_have_text([re.compile(n) for n in ("Menace", "Lines", "Tens", "Marks")])
    expect(entries.first).to_contain_text("It plays on Classic.")
    entries.nth(2).click()
    expect(menu.locator("summary")).to_contain_text("Tens")
    person.play(5)
    expect(person.page.locator("[data-seat=O]")).to_contain_text("Tens")


def choose(person: Person, menu: str, name: str) -> None:
    summary = person.page.locator(f"#{menu} > summary")
    summary.click()
    person.page.locator(f"#{menu} .menu-entry").filter(has_text=name).click()
    expect(summary).to_contain_text(name)


def test_a_menu_closes_and_gives_the_focus_back(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    first, board = (person.page.locator(".players details").nth(n) for n in (0, 1))
    first.locator("summary").click()
    board.locator("summary").click()
    expect(first).not_to_have_attribute("open", "")
    expect(board).to_have_attribute("open", "")
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("Escape")
    expect(board).not_to_have_attribute("open", "")
    expect(board.locator("summary")).to_be_focused()
    board.locator("summary").click()
    person.page.mouse.click(2, 300)
    expect(board).not_to_have_attribute("open", "")
    board.locator("summary").click()
    person.page.locator("[data-cell]").first.focus()
    expect(board).not_to_have_attribute("open", "")
    person.open_sheet("computer")
    expect(first).not_to_have_attribute("open", "")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[popover]:popover-open")).to_have_count(0)
    expect(first.locator("summary")).to_be_focused()


def test_what_is_open_closes_without_a_move(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=DESK)
    person.open()
    box = person.page.locator("[data-cell]").first.bounding_box()
    assert box
    sheet, menu = person.page.locator("#anyone"), person.page.locator("#choose-board")
    for opened in (sheet, menu.locator(".menu-entry").first):
        person.press("Play anyone") if opened is sheet else menu.locator("summary").click()
        expect(opened).to_be_visible()
        person.page.mouse.click(box["x"] + 20, box["y"] + 20)
        expect(opened).to_be_hidden()
    person.press("Play anyone")
    for _ in sheet.locator("a, button, input:not([type=hidden]), select").all():
        person.page.keyboard.press("Tab")
    expect(sheet.locator("button").last).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(sheet).to_be_hidden()
    assert person.page.url == server.url
    person.expect_board(".........")


def test_the_name_that_one_was_given_leads_to_changing_it(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.play(4)
    person.wait_until_live()
    given = person.page.locator(".name-menu summary").inner_text()
    person.page.get_by_role("link", name=f"{given}: change your name").click()
    field = person.page.get_by_label("Name that others see")
    expect(field).to_be_focused()
    expect(field).to_have_value(given)
    field.fill("Ann")
    person.press("Save")
    expect(person.page.locator("[data-own]")).to_have_text("Ann")


def test_the_board_stands_where_it_will_be_played_on(server: Server, new_person: NewPerson):
    """Also below an unfinished game, which the page offers to go on with."""
    for viewport in (PHONE, LOW_PHONE, LANDSCAPE, DESK):
        person = new_person(server, viewport=viewport)
        for board in ("", "", "?board=gomoku"):
            person.open(f"{server.url}{board}")
            before = place(person.page.locator("[data-board]"))
            person.play(4)
            person.wait_until_live()
            assert place(person.page.locator("[data-board]")) == before, viewport


def place(part: Locator) -> dict[str, float]:
    rect: dict[str, float] = part.evaluate("part => part.getBoundingClientRect().toJSON()")
    return rect


# Puts all four seals on each board and returns the names of the boards on which one lies.
SEAL_BOARDS = """
links => links.filter(link => {
  const drawn = '<svg class="seal" viewBox="0 0 24 24"></svg>';
  link.insertAdjacentHTML("beforeend", `<span class="seals">${drawn.repeat(4)}</span>`);
  const name = document.createRange();
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  name.selectNodeContents([...link.childNodes].find(isText));
  const lowest = Math.max(
    ...[...link.querySelectorAll(".seal")].map(seal => seal.getBoundingClientRect().bottom));
  return lowest > name.getBoundingClientRect().top + 1;
}).map(link => link.textContent)
"""


def test_no_seal_lies_on_the_name_of_a_board(server: Server, new_person: NewPerson):
    for viewport in (PHONE, DESK):
        person = new_person(server, viewport=viewport)
        person.open()
        assert person.page.locator(".boards a").evaluate_all(SEAL_BOARDS) == []
