"""People whose network lets no websocket through, and who play on all the same."""

from __future__ import annotations

from datetime import datetime, timedelta

from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork, network_to
from tests.e2e.people import NewPerson, Person
from tests.server import Server, open_database


def behind(network: Network, someone: NewPerson) -> Person:
    """Return somebody whose network takes no websocket."""
    network.takes_sockets = False
    person = someone(network)
    person.minds_being_cut_off = False
    return person


def polls(person: Person) -> None:
    """Wait until a page has asked over HTTP, and has its answer."""
    person.is_live()
    with person.page.expect_response("**/messages/?page=*"):
        pass


def test_two_play_a_game_without_a_reload(network: NewNetwork, someone: NewPerson):
    host, guest = behind(network(), someone), behind(network(), someone)
    link = host.invite("X")
    host.stays()
    guest.accept(link.replace(host.url, guest.url))
    guest.stays()
    players = (host, guest)
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        players[ply % 2].sees("Your turn")
        players[ply % 2].mark(cell)
    for person in players:
        person.sees_board("XXXOO....")
        expect(person.page.locator("[data-offline]")).to_be_hidden()
    host.sees("You win! Three in a row.")


def test_a_hint_is_the_answer_to_a_post(network: NewNetwork, someone: NewPerson):
    person = behind(network(), someone)
    person.play_computer("easy", "X", board="4x4")
    person.stays()
    person.press("Hint")
    expect(person.page.locator(".verdict")).to_have_count(16)
    person.mark(5)
    expect(person.page.locator(".verdict")).to_have_count(0)


def test_reactions_are_seen_by_both_once(network: NewNetwork, server: Server, someone: NewPerson):
    host, guest = behind(network(), someone), someone(server)
    guest.accept(host.invite("X").replace(host.url, guest.url))
    for person in (host, guest):
        person.is_live()
    for by, mark, words in ((host, "X", "Hello!"), (guest, "O", "Wow!")):
        by.react(words)
        for person in (host, guest):
            bubble = person.page.locator(f'[data-seat="{mark}"] [data-bubble]')
            expect(bubble).to_have_text(words)
    bubble = host.page.locator('[data-seat="O"] [data-bubble]')
    expect(bubble).to_be_visible()
    expect(bubble).to_be_hidden()
    polls(host)
    expect(bubble).to_be_hidden()


def test_the_rematch_is_one_press(network: NewNetwork, someone: NewPerson):
    host, guest = behind(network(), someone), behind(network(), someone)
    guest.accept(host.invite("X").replace(host.url, guest.url))
    host.resign()
    guest.rematch()
    host.press("Go to the rematch")
    guest.mark(4)
    host.sees_board("....X....")
    assert host.page.url.replace(host.url, guest.url) == guest.page.url


def test_the_seats_show_who_is_here(network: NewNetwork, server: Server, someone: NewPerson):
    host, guest, watcher = someone(server), behind(network(), someone), behind(network(), someone)
    link = host.invite("X")
    guest.accept(link.replace(host.url, guest.url))
    expect(host.page.locator('[data-seat="O"] [data-presence]')).to_have_text("here")
    expect(guest.page.locator('[data-seat="X"] [data-presence]')).to_have_text("here")
    watcher.open(link.replace(host.url, watcher.url))
    for person in (host, guest):
        expect(person.page.locator("[data-watchers]")).to_have_text("1 watching")
    host.mark(4)
    watcher.sees_board("....X....")
    guest.page.goto("about:blank")
    expect(host.page.locator('[data-seat="O"] [data-presence]')).to_have_text("reconnecting")


def test_the_computer_answers(network: NewNetwork, someone: NewPerson):
    person = behind(network(), someone)
    person.play_computer("champion", "X")
    person.stays()
    person.mark(0)
    person.sees_board("X...O....")
    person.sees("Your turn")
    person.resign()
    person.sees("The computer wins. You resigned.")


def test_a_refused_move_goes_again_and_says_why(
    network: NewNetwork, server: Server, someone: NewPerson
):
    """One device, whose time stands still, hears nothing of what the other does."""
    person = behind(network(), someone)
    person.page.clock.install()
    person.open()
    person.press("Play side by side")
    polls(person)
    person.stays()
    person.page.clock.pause_at(datetime.now() + timedelta(seconds=30))
    other = someone(server, storage_state=person.page.context.storage_state())
    other.open(person.page.url.replace(person.url, other.url))
    other.mark(4)
    other.sees_board("....X....")
    person.mark(8)
    expect(person.page.locator("[data-alert]")).to_have_text(
        "The board has changed since. Look again."
    )
    person.sees_board("....X....")


def test_sockets_that_stop_and_work_again_in_mid_game(
    network: NewNetwork, server: Server, someone: NewPerson
):
    line = network()
    host, guest = someone(line), someone(server)
    guest.accept(host.invite("X").replace(host.url, guest.url))
    host.mark(0)
    guest.sees("Your turn")
    host.stays()
    guest.stays()
    host.minds_being_cut_off = False

    line.block_sockets()
    expect(host.page.locator("[data-offline]")).to_be_visible()
    expect(host.page.locator("[data-offline]")).to_be_hidden()
    polls(host)
    guest.mark(4)
    host.sees("Your turn")
    host.mark(1)
    guest.sees_board("XX..O....")

    line.restore()
    with host.page.expect_websocket():
        host.page.evaluate("dispatchEvent(new Event('online'))")
    guest.mark(8)
    host.sees("Your turn")


def test_a_move_is_sent_when_the_network_is_back(network: NewNetwork, someone: NewPerson):
    line = network()
    person = behind(line, someone)
    person.play_computer("champion", "X")
    polls(person)
    person.stays()
    line.cut()
    expect(person.page.locator("[data-offline]")).to_be_visible()
    person.mark(0)
    expect(person.cell(0)).to_have_attribute("data-pending", "")
    line.restore()
    line.takes_sockets = False
    person.sees_board("X...O....")
    expect(person.page.locator("[data-offline]")).to_be_hidden()


def test_a_game_that_was_removed_says_so(own_server: Server, someone: NewPerson):
    with network_to(own_server) as line:
        person = behind(line, someone)
        person.play_computer("easy", "X")
        polls(person)
        with open_database(own_server.data) as database:
            database.execute("DELETE FROM games_game")
        expect(person.page.locator("[data-alert]")).to_contain_text("no longer here")
        person.sees("This game is gone")
