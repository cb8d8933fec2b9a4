"""Small screens and large text: everything fits, and stays where it belongs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import PHONE, NewPerson, Person
from tests.server import Server


def test_a_game_fits_a_small_phone_without_scrolling(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X")
    person.wait_until_live()
    resign = person.page.get_by_text("Resign", exact=True).bounding_box()
    cell = person.cell(0).bounding_box()
    assert resign
    assert cell
    assert resign["y"] + resign["height"] <= PHONE["height"]
    assert min(cell["width"], cell["height"]) >= 44
    for _ in person.turns():
        person.play(person.board().legal_moves()[0])
    assert person.page_width() == PHONE["width"]


def test_the_sentence_stands_over_the_middle_of_the_board(server: Server, new_person: NewPerson):
    person = new_person(server, viewport={"width": 900, "height": 700})
    person.play_computer("easy", "X")
    sentence, board = (
        person.page.locator(each).bounding_box() for each in (".status", "[data-board]")
    )
    assert sentence
    assert board
    middles = [box["x"] + box["width"] / 2 for box in (sentence, board)]
    assert middles[0] == pytest.approx(middles[1], abs=1)


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 568}, {"width": 640, "height": 360}])
def test_nothing_runs_off_a_small_screen(server: Server, new_person: NewPerson, viewport):
    person = new_person(server, viewport=viewport)
    person.open()
    person.rename("W" * 24)
    assert person.page_width() == viewport["width"]
    link = person.invite()
    person.wait_until_live()
    assert person.page_width() == viewport["width"]
    friend = new_person(server, viewport=viewport)
    friend.open(link)
    assert friend.page_width() == viewport["width"]
    friend.press("Play")
    friend.wait_until_live()
    friend.expect_words("Waiting for " + "W" * 24)
    assert friend.page_width() == viewport["width"]
    friend.open(f"{server.url}watch/")
    expect(friend.page.locator("[data-live-games]")).to_contain_text("W" * 24)
    assert friend.page_width() == viewport["width"]


@pytest.mark.parametrize(("width", "size"), [(320, "17px"), (360, "25px"), (360, "34px")])
def test_choices_stay_in_their_boxes_where_text_is_large(server, new_person, width: int, size: str):
    person = new_person(server, viewport={"width": width, "height": 640})
    person.open()
    person.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
    assert person.page_width() == width
    assert sticking_out(person, ".verbs span, .boards b") == []
    person.press("Play the computer")
    assert sticking_out(person, "[popover]:popover-open label b") == []
    person.open(f"{server.url}exhibitions/")
    person.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
    assert person.page_width() == width
    assert sticking_out(person, ".match label b, .match .paces span") == []


def sticking_out(person: Person, names: str) -> list[str]:
    """Return the names that are wider than the link, the button or the label that they stand in."""
    return person.page.locator(names).evaluate_all(
        """names => names.filter(name => {
          const outer = name.closest("a, button, label").getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(name);
          const inner = range.getBoundingClientRect();
          return inner.left < outer.left || inner.right > outer.right;
        }).map(name => name.textContent)"""
    )


def test_text_follows_the_size_that_the_browser_is_set_to(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    sizes = person.page.evaluate(
        """[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
          .filter(rule => rule.selectorText === "html").map(rule => rule.style.fontSize)"""
    )
    assert [size for size in sizes if size] == ["106.25%"]
