"""One person in two tabs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def second_tab(person: Person) -> Person:
    tab = Person(person.page.context.new_page(), person.url)
    tab.open(person.page.url)
    tab.wait_until_live()
    return tab


def test_two_tabs_are_one_person(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    guest.join(host.invite("X"))
    guest.wait_until_live()
    tab = second_tab(guest)
    friend = host.page.locator('[data-seat="O"] [data-presence]')
    expect(friend).to_have_text("here")
    expect(host.page.locator("[data-watchers]")).to_be_hidden()

    host.play(4)
    for person in (guest, tab):
        person.expect_words("Your turn")
    tab.play(0)
    for person in (guest, tab, host):
        person.expect_board("O...X....")
    host.play(8)
    for person in (guest, tab):
        person.expect_words("Your turn")

    tab.page.close()
    # What the guest says next comes after the news that a tab was closed.
    guest.play(2)
    host.expect_board("O.O.X...X")
    expect(friend).to_have_text("here")
    assert tab.errors == []
