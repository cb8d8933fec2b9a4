"""Reactions, shown and muted."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, NewPerson, start_game
from tests.server import Server


def test_a_reaction_is_shown_to_the_other_who_may_mute_it(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person)
    bubble = guest.page.locator('[data-seat="X"] [data-bubble]')
    host.react("Hello!")
    expect(bubble).to_have_text("Hello!")
    expect(guest.page.locator('[data-announce="polite"]')).to_contain_text("Hello!")
    expect(bubble).to_be_hidden()
    guest.press("Settings")
    guest.page.get_by_label("Hide reactions of others").check()
    guest.press("Close")
    host.react("Wow!")
    host.react("Oops!")
    expect(host.page.locator("[data-alert]")).to_contain_text("That is enough for now")
    expect(bubble).to_have_text("Hello!")
    expect(bubble).to_be_hidden()


def test_a_spectator_reads_a_reaction_in_words(server: Server, new_person: NewPerson):
    host, _, link = start_game(server, new_person)
    spectator = new_person(server)
    spectator.page.goto(link)
    spectator.wait_until_live()
    host.react("Nice move!")
    expect(spectator.page.locator('[data-seat="X"] [data-bubble]')).to_have_text("Nice move!")


def test_what_opens_above_a_button_stays_on_the_screen(server: Server, new_person: NewPerson):
    host, _, _ = start_game(server, new_person)
    host.page.get_by_text("React", exact=True).click()
    assert_on_screen(host.page.locator("[data-reactions] .sheet"))
    host.page.get_by_text("React", exact=True).click()
    host.resign()
    host.page.locator("[data-share-part] summary").click()
    assert_on_screen(host.page.locator("[data-share-part] .sheet"))


def assert_on_screen(sheet: Locator) -> None:
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
