"""One person in two tabs, and two people who want the same at once."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.network import NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server


def second_tab(person: Person) -> Person:
    tab = Person(person.page.context.new_page(), person.url)
    tab.open(person.page.url)
    tab.is_live()
    return tab


def test_two_tabs_are_one_person(server: Server, someone: NewPerson):
    host, guest = someone(server), someone(server)
    guest.accept(host.invite("X"))
    guest.is_live()
    tab = second_tab(guest)
    friend = host.page.locator('[data-seat="O"] [data-presence]')
    expect(friend).to_have_text("here")
    expect(host.page.locator("[data-watchers]")).to_be_hidden()

    host.mark(4)
    for person in (guest, tab):
        person.sees("Your turn")
    tab.mark(0)
    for person in (guest, tab, host):
        person.sees_board("O...X....")
    host.mark(8)
    for person in (guest, tab):
        person.sees("Your turn")

    tab.page.close()
    # What the guest says next comes after the news that a tab was closed.
    guest.mark(2)
    host.sees_board("O.O.X...X")
    expect(friend).to_have_text("here")
    assert tab.troubles == []


def test_both_press_rematch_at_once_and_meet_in_one_game(network: NewNetwork, someone: NewPerson):
    lines = network(), network()
    host, guest = map(someone, lines)
    guest.accept(host.invite("X").replace(host.url, guest.url))
    guest.is_live()
    host.mark(4)
    guest.sees("Your turn")
    guest.resign()
    host.sees_board("....X....")
    old = host.page.url
    for person in (host, guest):
        expect(person.page.locator('[data-game][data-status="finished"]')).to_be_attached()

    for line in lines:
        line.hold_up()
    for person in (host, guest):
        person.press("Rematch")
    for line in lines:
        line.let_go()
    for person in (host, guest):
        expect(person.page.locator('[data-game][data-status="playing"]')).to_be_attached()
        expect(person.page.locator('[data-score="O"]')).to_have_text("1")
        expect(person.page.locator('[data-score="X"]')).to_have_text("0")
    assert host.page.url != old
    assert host.page.url == guest.page.url.replace(guest.url, host.url)
    guest.sees("Your turn")
    guest.mark(0)
    host.sees_board("X........")
