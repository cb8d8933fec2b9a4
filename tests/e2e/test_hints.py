"""Hints on the board, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine.presets import BOARDS
from games.presentation.cell_names import spoken
from tests.e2e.people import NewPerson
from tests.server import Server


def test_a_hint_says_what_each_move_leads_to_until_the_next_move(server: Server, new_person):
    person = new_person(server)
    person.play_computer("champion", "X")
    person.wait_until_live()
    person.press("Hint")
    expect(person.page.locator("[data-hint-words]")).to_have_text(
        "Best: a 3, c 3, a 1 or c 1. If both play their best, this is a draw."
    )
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, empty: draw")
    expect(person.cell(0)).to_have_attribute("aria-label", "a 3, empty: draw, recommended")
    expect(person.page.locator("[data-best]")).to_have_count(4)
    expect(person.page.get_by_text("W: wins, D: draws, L: loses")).to_be_visible()
    expect(person.page.locator('.verdict[data-value="draw"]')).to_have_count(9)
    expect(person.page.locator("[data-hints]")).to_have_text("1 hint used")
    person.check_accessibility()
    person.play(4)
    expect(person.page.locator(".verdict, [data-best]")).to_have_count(0)
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, X")
    expect(person.page.locator("[data-rule]")).to_be_visible()
    person.wait_for_turn()
    expect(person.page.get_by_role("button", name="Hint", exact=True)).to_be_enabled()


def test_a_hint_can_be_put_away(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X", board="misere")
    person.wait_until_live()
    person.press("Hint")
    expect(person.page.locator(".verdict")).to_have_count(9)
    expect(person.page.locator("[data-best]")).to_have_count(1)
    person.press("Hide hint")
    expect(person.page.locator(".verdict, [data-best]")).to_have_count(0)
    expect(person.page.locator("[data-rule]")).to_be_visible()
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, empty")
    person.press("Hint")
    expect(person.page.locator(".verdict")).to_have_count(9)
    expect(person.page.locator("[data-hints]")).to_have_text("1 hint used")


def test_a_hint_is_one_key_away(server: Server, new_person: NewPerson):
    person = new_person(server, viewport={"width": 1280, "height": 800})
    person.play_computer("easy", "X", board="misere")
    person.wait_until_live()
    person.page.keyboard.press("?")
    expect(
        person.page.get_by_text("a hint, or none: the best move, and what each leads to")
    ).to_be_visible()
    person.press("Close")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.page.keyboard.press("h")
    expect(person.page.locator(".verdict")).to_have_count(9)


def test_a_hint_is_for_the_position_one_looks_at(server: Server, new_person: NewPerson):
    person = new_person(server, viewport={"width": 1280, "height": 800})
    person.play_computer("easy", "X", board="misere")
    person.wait_until_live()
    person.play(4)
    person.expect_words("Your turn")
    person.press("Hint")
    expect(person.page.locator(".verdict")).to_have_count(7)
    person.page.get_by_role("link", name="First position").click()
    expect(person.page.locator(".verdict")).to_have_count(0)
    person.page.get_by_role("link", name="Latest position").click()
    expect(person.page.locator(".verdict")).to_have_count(7)


@pytest.mark.parametrize(("board", "best"), [("connect-four", "d 1"), ("gomoku", "h 8")])
def test_a_hint_on_a_large_board_is_a_guess_and_says_so(server, new_person, board: str, best: str):
    person = new_person(server)
    person.play_computer("easy", "X", board=board)
    person.wait_until_live()
    person.press("Hint")
    variant = BOARDS[board].variant
    for cell in (variant.width - 1, variant.size - 1):
        label = f"{spoken(variant.cell_name(cell))}, empty: unknown"
        expect(person.cell(cell)).to_have_attribute("aria-label", label)
    said = f"My guess: {best}. Nothing is proven here yet."
    expect(person.page.locator("[data-hint-words]")).to_have_text(said)
    expect(person.page.locator(".verdict")).to_have_count(0)
    cell = variant.cell_named(best.replace(" ", ""))
    expect(person.page.locator("[data-best]")).to_have_attribute("data-cell", str(cell))
    expect(person.page.get_by_text("W: wins, D: draws, L: loses")).to_be_hidden()


def test_a_finger_that_aims_hears_what_the_move_leads_to(server: Server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    person.play_computer("easy", "X", board="gomoku")
    person.wait_until_live()
    person.press("Hint")
    person.page.locator("[data-hint-words]:not([hidden])").wait_for()
    person.cell(100).tap()
    said = "Tap again to play k 9: unknown"
    expect(person.page.locator('[data-announce="polite"]')).to_have_text(said)


def test_nothing_moves_while_a_hint_is_thought_about(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X", board="gomoku")
    person.wait_until_live()
    person.play(112)
    person.expect_words("Your turn")
    resign = person.page.get_by_text("Resign", exact=True)
    before = resign.bounding_box()
    person.press("Hint")
    thinking = person.page.get_by_role("button", name="Thinking", exact=True)
    expect(thinking).to_be_visible()
    assert resign.bounding_box() == before
    person.page.locator("[data-hint-words]:not([hidden])").wait_for()
    expect(thinking).to_have_count(0)
    assert resign.bounding_box() == before


def test_a_sign_makes_room_for_the_mark_that_would_stand_there(server, new_person):
    person = new_person(server)
    person.play_computer("easy", "X", board="misere")
    person.wait_until_live()
    person.press("Hint")
    sign = person.cell(4).locator(".verdict")
    expect(sign).to_be_visible()
    person.cell(4).hover()
    expect(sign).to_be_hidden()
    person.cell(5).hover()
    expect(sign).to_be_visible()
    person.page.keyboard.press("Tab")
    person.cell(4).focus()
    expect(sign).to_be_hidden()


def test_a_hint_without_scripts(server: Server, new_person: NewPerson):
    person = new_person(server, java_script_enabled=False)
    person.play_computer("easy", "X")
    person.press("Hint")
    label = "a 3, empty: draw, recommended"
    expect(person.cell(0)).to_have_attribute("aria-label", label)
    expect(person.page.locator(".verdict").first).to_be_visible()
    person.page.get_by_role("button", name="Hide hint").click()
    expect(person.page.locator(".verdict, [data-best]")).to_have_count(0)
    person.press("Hint")
    expect(person.page.locator("[data-best]").first).to_be_visible()
    person.cell(0).click()
    expect(person.page.locator(".verdict")).to_have_count(0)


def test_there_is_none_among_people(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_here()
    person.wait_until_live()
    expect(person.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
