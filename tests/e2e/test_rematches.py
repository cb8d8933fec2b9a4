"""Rematches and series."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.e2e.test_layout_shift import assert_nothing_moved
from tests.server import Server


def test_a_series_is_counted_won_and_waits_for_who_has_left_unless_that_is_for_good(
    server: Server, new_person: NewPerson
):
    host, guest = new_person(server), new_person(server)
    host.start_on_first_page("friend", side="X", best_of="3")
    link = host.link()
    guest.join(link)
    expect(host.page.get_by_text("Best of 3")).to_be_visible()
    guest.resign()
    host.expect_words(f"You win! {guest.name_at('O')} resigned.")
    button = host.page.locator("[data-rematch-name]")
    expect(button).to_have_attribute("aria-disabled", "false")
    guest.page.goto("about:blank")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_text("Opponent away")
    host.page.keyboard.press("r")
    guest.open(link)
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).to_have_text("Rematch")
    host.rematch()
    guest.press("Go to the rematch")
    guest.wait_until_live()
    guest.resign()
    host.page.locator("[data-more]").get_by_text("You win the match, 2 to 0").wait_for()
    host.press("New match")
    host.expect_words("Your turn")
    expect(host.page.locator('[data-score="X"]')).to_have_text("0")
    guest.press("Go to the rematch")
    guest.wait_until_live()
    guest.resign()
    expect(button).to_have_attribute("aria-disabled", "false")
    guest.open(f"{server.url}forget/")
    guest.press("Forget me")
    host.expect_words("You win! Former player resigned. The other player has left for good.")
    expect(button).to_be_hidden()


def test_who_has_changed_sides_is_told_so_until_the_first_move(
    server: Server, new_person: NewPerson
):
    person = new_person(server)
    person.play_computer("easy", "X")
    told, rule = person.page.locator("[data-before-move]"), person.page.locator("[data-rule]")
    expect(told).to_be_hidden()
    person.resign()
    person.rematch()
    person.wait_until_live()
    for words in ("You are O now.", "You are X now."):
        person.wait_for_turn()
        expect(told).to_have_text(words)
        expect(rule).to_be_hidden()
        person.play(person.free_cell())
        expect(told).to_be_hidden()
        expect(rule).to_be_visible()
        assert_nothing_moved(person)
        person.resign()
        person.rematch()
        person.wait_until_live()
