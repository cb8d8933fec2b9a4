"""Playing on from any position of a game."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, NewPerson, Person
from tests.e2e.test_layout_shift import LAPTOP, assert_nothing_moved
from tests.server import Server

X_WINS = (0, 3, 1, 4, 2)
# After two of these moves.
POSITION = "X..O....."


def play_on(person: Person) -> Locator:
    return person.page.get_by_role("link", name="Play on from here")


def finish_a_game(person: Person) -> None:
    """Let X win on this device."""
    person.play_here(*X_WINS)
    person.wait_until_live()
    expect(person.page.locator("[data-game]")).to_have_attribute("data-status", "finished")


def step(person: Person, *names: str) -> None:
    for name in names:
        person.page.get_by_role("link", name=name).click()


def test_from_a_finished_game_back_and_on_against_the_computer(
    server: Server, new_person: NewPerson
):
    for viewport in (PHONE, LAPTOP):
        person = new_person(server, viewport=viewport)
        finish_a_game(person)
        expect(play_on(person)).to_be_hidden()
        step(person, *["One move back"] * 3)
        person.check_accessibility()
        assert_nothing_moved(person)
        play_on(person).click()
        expect(person.page).to_have_url(f"{server.url}?board=classic&moves=a3-a2")
        person.expect_board(POSITION)
        expect(person.page.get_by_text("From a position after 2 moves.").first).to_be_visible()
        person.play(8)
        person.wait_until_live()
        assert person.wait_for_turn()
        assert person.board().ply == 4
        expect(person.page.locator("[data-moves] [data-set-up]")).to_have_count(2)
        expect(person.page.get_by_text("From a position after 2 moves")).to_be_visible()
        person.check_accessibility()
        assert_nothing_moved(person)


def test_the_keys_pass_over_what_is_taken(server: Server, new_person: NewPerson):
    person = new_person(server)
    keyboard, note = person.page.keyboard, person.page.locator("[data-note]")
    person.open(f"{server.url}?board=connect-four&moves=a1-a2-a3-a4-a5-a6")
    person.cell(0).hover()
    expect(person.page.locator("[data-target]")).to_have_count(0)
    keyboard.press("1")
    expect(note).to_have_text("That square is taken")
    keyboard.press("2")
    person.wait_until_live()
    expect(person.cell(36)).to_have_attribute("data-mark", "X")

    person.open(f"{server.url}?board=classic&moves=b2-a3-c1")
    keyboard.press("5")
    expect(note).to_have_text("That square is taken")
    expect(person.cell(4)).to_be_focused()
    keyboard.press("ArrowUp")
    expect(person.cell(1)).to_be_focused()
    keyboard.press("Enter")
    person.wait_until_live()
    expect(person.cell(1)).to_have_attribute("data-mark", "O")
    expect(person.cell(1)).to_be_focused()
    person.wait_for_turn()
    keyboard.press("ArrowRight")
    expect(person.cell(2)).to_be_focused()
