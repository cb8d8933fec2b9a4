from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server, game_id

SAID = "[data-said]"


def person_without_sockets(network: Network, new_person: NewPerson) -> Person:
    network.accepts_sockets = False
    person = new_person(network)
    person.ignores_connection_errors = True
    return person


def test_two_play_are_watched_and_meet_again(
    new_network: NewNetwork, server: Server, new_person: NewPerson
):
    host, guest, watcher = (person_without_sockets(new_network(), new_person) for _ in range(3))
    link = host.invite("X")
    host.forbid_navigation()
    guest.join(link.replace(host.url, guest.url))
    guest.forbid_navigation()
    watcher.open(link.replace(host.url, watcher.url))
    watcher.wait_until_live()
    for person, mark in ((host, "O"), (guest, "X")):
        expect(person.page.locator(f'[data-seat="{mark}"] [data-presence]')).to_have_text("here")
        expect(person.page.locator("[data-watchers]")).to_have_text("1 watching")
    host.react("Hello!")
    for person in (host, guest, watcher):
        expect(person.page.locator(SAID)).to_contain_text("Hello!")
    players = (host, guest)
    for ply, cell in enumerate((0, 3, 1)):  # by forms, which wait for no poll
        players[ply % 2].send(f"g/{game_id(link)}/move/", ply=str(ply), cell=str(cell))
    for person in players:
        person.expect_board("XX.O.....")
    for ply, cell in ((3, 4), (4, 2)):
        players[ply % 2].expect_words("Your turn")
        players[ply % 2].play(cell)
    for person in (*players, watcher):
        person.expect_board("XXXOO....")
        expect(person.page.locator("[data-offline]")).to_be_hidden()
    host.expect_words("You win! Three in a row.")
    expect(watcher.page.locator(SAID)).to_be_hidden()
    for person in players:
        person.allow_navigation()
    guest.rematch()
    host.press("Go to the rematch")
    guest.play(4)
    host.expect_board("....X....")
    assert host.page.url.replace(host.url, guest.url) == guest.page.url
