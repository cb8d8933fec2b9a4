from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server


@pytest.fixture
def pair(
    new_network: NewNetwork, server: Server, new_person: NewPerson
) -> tuple[Person, Person, Network]:
    network = new_network()
    host, guest = new_person(network), new_person(server)
    guest.join(host.invite("X").replace(host.url, guest.url))
    host.expect_words("Your turn")
    host.forbid_navigation()
    guest.forbid_navigation()
    host.ignores_connection_errors = True
    return host, guest, network


def expect_offline(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_visible()


def expect_online(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_hidden()


def test_what_is_lost_on_its_way_or_on_its_way_back_is_done_once(
    pair: tuple[Person, Person, Network],
):
    host, guest, network = pair
    network.pause_downloads()
    host.play(4)
    guest.expect_board("....X....")
    expect(host.cell(4)).to_have_attribute("data-pending", "")
    reconnect(host, network)
    host.expect_board("....X....")
    guest.play(0)
    host.expect_words("Your turn")
    expect(host.page.locator("[data-moves] li")).to_have_count(2)

    network.pause_uploads()
    host.play(8)
    expect(host.cell(8)).to_have_attribute("data-pending", "")
    reconnect(host, network)
    for person in (host, guest):
        person.expect_board("O...X...X")
    guest.expect_words("Your turn")

    network.pause_downloads()
    host.resign()
    expect(guest.page.locator('[data-game][data-status="finished"]')).to_be_attached()
    reconnect(host, network)
    expect(host.page.locator("[data-more]")).to_contain_text("You resigned")
    expect(host.page.locator("[data-alert]")).to_be_hidden()


def reconnect(person: Person, network: Network) -> None:
    network.cut()
    expect_offline(person)
    network.resume()
    network.restore()
    expect_online(person)


def test_a_move_that_may_have_arrived_is_kept_and_no_other_is_played_meanwhile(
    server: Server, new_person: NewPerson, new_network: NewNetwork
):
    network = new_network()
    person = new_person(network)
    person.page.clock.install()
    person.play_computer("easy", "X")
    person.wait_until_live()
    person.ignores_connection_errors = True
    network.pause_uploads()
    network.pause_downloads()  # else the next socket works, as the server sends first
    person.play(4)
    expect(person.cell(4)).to_have_attribute("data-pending", "")
    person.page.clock.run_for(11_000)
    expect_offline(person)
    expect(person.page.locator("[data-offline-more]")).to_contain_text("Your move is kept")
    expect(person.cell(4)).to_have_attribute("data-pending", "")
    person.expect_disabled_board()
    network.resume()
    person.page.clock.resume()
    expect_online(person)
    expect(person.cell(4)).to_have_attribute("data-mark", "X")
    person.expect_words("Your turn")


def test_a_tab_that_was_suspended_comes_back_to_the_right_board(
    pair: tuple[Person, Person, Network],
):
    host, guest, network = pair
    host.play(4)
    guest.expect_words("Your turn")
    host.expect_board("....X....")
    network.freeze_sockets()
    guest.play(0)
    guest.expect_board("O...X....")
    host.expect_board("....X....")
    host.page.evaluate("document.dispatchEvent(new Event('resume'))")
    host.expect_board("O...X....")
    expect_online(host)
    host.play(8)
    guest.expect_board("O...X...X")
    network.pause_downloads()
    host.page.evaluate("dispatchEvent(new Event('offline'))")
    expect_offline(host)
    network.resume()
    expect_online(host)
