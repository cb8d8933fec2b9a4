"""Reactions, shown and muted."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
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
