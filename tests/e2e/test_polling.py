"""Games over networks that let no websocket through, so that the page polls."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server

BUBBLE = '[data-seat="X"] [data-bubble]'


def person_without_sockets(network: Network, new_person: NewPerson) -> Person:
    """Return a person whose network accepts no websocket."""
    network.accepts_sockets = False
    person = new_person(network)
    person.ignores_connection_errors = True
    return person


def wait_for_poll(person: Person) -> None:
    """Wait until the page has polled once more."""
    person.wait_until_live()
    with person.page.expect_response("**/messages/?page=*"):
        pass


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
        expect(person.page.locator(BUBBLE)).to_have_text("Hello!")
    players = (host, guest)
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        players[ply % 2].expect_words("Your turn")
        players[ply % 2].play(cell)
    for person in (*players, watcher):
        person.expect_board("XXXOO....")
        expect(person.page.locator("[data-offline]")).to_be_hidden()
    host.expect_words("You win! Three in a row.")
    expect(watcher.page.locator(BUBBLE)).to_be_hidden()
    wait_for_poll(watcher)
    expect(watcher.page.locator(BUBBLE)).to_be_hidden()  # what was read once is not read again
    for person in players:
        person.allow_navigation()
    guest.rematch()
    host.press("Go to the rematch")
    guest.play(4)
    host.expect_board("....X....")
    assert host.page.url.replace(host.url, guest.url) == guest.page.url


def test_sockets_that_stop_and_work_again_in_mid_game(
    new_network: NewNetwork, server: Server, new_person: NewPerson
):
    network = new_network()
    host, guest = new_person(network), new_person(server)
    guest.join(host.invite("X").replace(host.url, guest.url))
    host.play(0)
    guest.expect_words("Your turn")
    host.forbid_navigation()
    guest.forbid_navigation()
    host.ignores_connection_errors = True

    network.block_sockets()
    expect(host.page.locator("[data-offline]")).to_be_visible()
    # For 20 seconds it may be the server that is gone, and all pages with it.
    expect(host.page.locator("[data-offline]")).to_be_hidden(timeout=60_000)
    wait_for_poll(host)
    guest.play(4)
    host.expect_words("Your turn")
    host.play(1)
    guest.expect_board("XX..O....")

    network.restore()
    with host.page.expect_websocket():
        host.page.evaluate("dispatchEvent(new Event('online'))")
    guest.play(8)
    host.expect_words("Your turn")
