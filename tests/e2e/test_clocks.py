"""Clocks that run, stop and run out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
from tests.server import Server


def test_a_time_that_runs_out_is_seen_by_both_at_once(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person, control="5s")
    host.play(0)
    guest.play(4)
    for person in (host, guest):
        expect(person.page.locator("[data-words]")).to_contain_text("out of time")
        expect(person.page.locator('[data-clock="X"]')).to_have_text("0.0")
