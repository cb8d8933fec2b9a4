"""One person in two tabs, and two people who want the same at once."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.network import NewNetwork
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


def test_both_press_rematch_at_once_and_meet_in_one_game(
    new_network: NewNetwork, new_person: NewPerson
):
    networks = new_network(), new_network()
    host, guest = map(new_person, networks)
    guest.join(host.invite("X").replace(host.url, guest.url))
    guest.wait_until_live()
    host.play(4)
    guest.expect_words("Your turn")
    guest.resign()
    host.expect_board("....X....")
    old = host.page.url
    for person in (host, guest):
        expect(person.page.locator('[data-game][data-status="finished"]')).to_be_attached()

    for network in networks:
        network.pause_uploads()
    for person in (host, guest):
        person.press("Rematch")
    for network in networks:
        network.resume()
    for person in (host, guest):
        expect(person.page.locator('[data-game][data-status="playing"]')).to_be_attached()
        expect(person.page.locator('[data-score="O"]')).to_have_text("1")
        expect(person.page.locator('[data-score="X"]')).to_have_text("0")
    assert host.page.url != old
    assert host.page.url == guest.page.url.replace(guest.url, host.url)
    guest.expect_words("Your turn")
    guest.play(0)
    host.expect_board("X........")
