"""Games over networks that let no websocket through, so that the page polls."""

from __future__ import annotations

from datetime import datetime, timedelta

from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server, game_id, open_database


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


def test_two_play_a_game_without_a_reload(new_network: NewNetwork, new_person: NewPerson):
    host, guest = (
        person_without_sockets(new_network(), new_person),
        person_without_sockets(new_network(), new_person),
    )
    link = host.invite("X")
    host.forbid_navigation()
    guest.join(link.replace(host.url, guest.url))
    guest.forbid_navigation()
    players = (host, guest)
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        players[ply % 2].expect_words("Your turn")
        players[ply % 2].play(cell)
    for person in players:
        person.expect_board("XXXOO....")
        expect(person.page.locator("[data-offline]")).to_be_hidden()
    host.expect_words("You win! Three in a row.")


def test_a_hint_is_the_answer_to_a_post(new_network: NewNetwork, new_person: NewPerson):
    person = person_without_sockets(new_network(), new_person)
    person.play_computer("easy", "X", board="4x4")
    person.forbid_navigation()
    person.press("Hint")
    expect(person.page.locator(".verdict")).to_have_count(16)
    person.play(5)
    expect(person.page.locator(".verdict")).to_have_count(0)


def test_reactions_are_read_by_all_once(
    new_network: NewNetwork, server: Server, new_person: NewPerson
):
    host, guest = person_without_sockets(new_network(), new_person), new_person(server)
    spectator = person_without_sockets(new_network(), new_person)
    guest.join(host.invite("X").replace(host.url, guest.url))
    spectator.open(guest.page.url.replace(guest.url, spectator.url))
    for person in (host, guest, spectator):
        person.wait_until_live()
    for by, mark, words in ((host, "X", "Hello!"), (guest, "O", "Wow!")):
        by.react(words)
        for person in (host, guest, spectator):
            bubble = person.page.locator(f'[data-seat="{mark}"] [data-bubble]')
            expect(bubble).to_have_text(words)
    bubble = host.page.locator('[data-seat="O"] [data-bubble]')
    expect(bubble).to_be_visible()
    expect(bubble).to_be_hidden()
    wait_for_poll(host)
    expect(bubble).to_be_hidden()


def test_the_rematch_is_one_press(new_network: NewNetwork, new_person: NewPerson):
    host, guest = (
        person_without_sockets(new_network(), new_person),
        person_without_sockets(new_network(), new_person),
    )
    guest.join(host.invite("X").replace(host.url, guest.url))
    host.resign()
    guest.rematch()
    host.press("Go to the rematch")
    guest.play(4)
    host.expect_board("....X....")
    assert host.page.url.replace(host.url, guest.url) == guest.page.url


def test_the_seats_show_who_is_here(new_network: NewNetwork, server: Server, new_person: NewPerson):
    host, guest, watcher = (
        new_person(server),
        person_without_sockets(new_network(), new_person),
        person_without_sockets(new_network(), new_person),
    )
    link = host.invite("X")
    guest.join(link.replace(host.url, guest.url))
    expect(host.page.locator('[data-seat="O"] [data-presence]')).to_have_text("here")
    expect(guest.page.locator('[data-seat="X"] [data-presence]')).to_have_text("here")
    watcher.open(link.replace(host.url, watcher.url))
    for person in (host, guest):
        expect(person.page.locator("[data-watchers]")).to_have_text("1 watching")
    host.play(4)
    watcher.expect_board("....X....")
    guest.page.goto("about:blank")
    expect(host.page.locator('[data-seat="O"] [data-presence]')).to_have_text("reconnecting")


def test_the_computer_answers(new_network: NewNetwork, new_person: NewPerson):
    person = person_without_sockets(new_network(), new_person)
    person.play_computer("champion", "X")
    person.forbid_navigation()
    person.play(0)
    person.expect_board("X...O....")
    person.expect_words("Your turn")
    person.resign()
    person.expect_words("The computer wins. You resigned.")


def test_a_refused_move_goes_again_and_says_why(
    new_network: NewNetwork, server: Server, new_person: NewPerson
):
    """One device, whose clock is paused, does not poll what the other does."""
    person = person_without_sockets(new_network(), new_person)
    person.page.clock.install()
    person.play_here()
    wait_for_poll(person)
    person.forbid_navigation()
    person.page.clock.pause_at(datetime.now() + timedelta(seconds=30))
    other = new_person(server, storage_state=person.page.context.storage_state())
    other.open(person.page.url.replace(person.url, other.url))
    other.play(4)
    other.expect_board("....X....")
    person.play(8)
    expect(person.page.locator("[data-alert]")).to_have_text(
        "The board has changed since. Look again."
    )
    person.expect_board("....X....")


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


def test_a_move_is_sent_when_the_network_is_back(new_network: NewNetwork, new_person: NewPerson):
    network = new_network()
    person = person_without_sockets(network, new_person)
    person.play_computer("champion", "X")
    wait_for_poll(person)
    person.forbid_navigation()
    network.cut()
    expect(person.page.locator("[data-offline]")).to_be_visible()
    person.play(0)
    expect(person.cell(0)).to_have_attribute("data-pending", "")
    network.restore()
    network.accepts_sockets = False
    person.expect_board("X...O....")
    expect(person.page.locator("[data-offline]")).to_be_hidden()


def test_a_game_that_was_removed_says_so(
    new_network: NewNetwork, server: Server, new_person: NewPerson
):
    person = person_without_sockets(new_network(), new_person)
    person.play_computer("easy", "X")
    wait_for_poll(person)
    with open_database(server.data) as database:
        database.execute("DELETE FROM games_game WHERE id = ?", [game_id(person.page.url)])
    expect(person.page.locator("[data-alert]")).to_contain_text("no longer here")
    person.expect_words("This game is gone")
