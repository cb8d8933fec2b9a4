"""Networks as they are: cut in mid-move, slow, and asleep."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.network import Network, NewNetwork
from tests.e2e.people import NewPerson, Person
from tests.server import Server

# Leaves as a page does that the browser keeps for the back button, and comes back.
LEAVE = "dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))"
RETURN = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


@pytest.fixture
def pair(network: NewNetwork, server: Server, someone: NewPerson) -> tuple[Person, Person, Network]:
    """Two who play, the host with X and over a network that may be disturbed."""
    line = network()
    host, guest = someone(line), someone(server)
    guest.accept(host.invite("X").replace(host.url, guest.url))
    host.sees("Your turn")
    host.stays()
    guest.stays()
    host.minds_being_cut_off = False
    return host, guest, line


def is_lost(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_visible()


def is_back(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_hidden()


def test_a_move_whose_answer_is_lost_is_made_once(pair: tuple[Person, Person, Network]):
    host, guest, line = pair
    line.hold_down()
    host.mark(4)
    guest.sees_board("....X....")
    expect(host.cell(4)).to_have_attribute("data-pending", "")
    line.cut()
    is_lost(host)
    line.let_go()
    line.restore()
    host.sees_board("....X....")
    is_back(host)
    guest.mark(0)
    host.sees_board("O...X....")
    host.sees("Your turn")
    expect(host.page.locator("[data-moves] li")).to_have_count(2)
    expect(host.page.locator("[data-alert]")).to_be_hidden()


def test_a_move_that_is_given_up_may_still_arrive_and_no_other_is_played_meanwhile(
    server: Server, someone: NewPerson, network: NewNetwork
):
    line = network()
    person = someone(line)
    person.page.clock.install()
    person.play_computer("easy", "X")
    person.is_live()
    person.minds_being_cut_off = False
    line.hold_up()
    person.mark(4)
    expect(person.cell(4)).to_have_attribute("data-pending", "")
    person.page.clock.fast_forward(11_000)
    expect(person.page.locator("[data-alert]")).to_contain_text("may still arrive")
    is_lost(person)
    person.may_not_play()
    line.let_go()
    person.page.clock.resume()
    is_back(person)
    expect(person.cell(4)).to_have_attribute("data-mark", "X")
    person.sees("Your turn")


def test_who_goes_offline_is_told_soon(pair: tuple[Person, Person, Network]):
    host, _, line = pair
    line.hold_down()
    host.page.evaluate("dispatchEvent(new Event('offline'))")
    is_lost(host)
    line.let_go()
    is_back(host)


def test_a_move_that_is_lost_on_its_way_arrives_once(pair: tuple[Person, Person, Network]):
    host, guest, line = pair
    line.hold_up()
    host.mark(4)
    expect(host.cell(4)).to_have_attribute("data-pending", "")
    line.cut()
    is_lost(host)
    guest.sees_board(".........")
    line.let_go()
    line.restore()
    for person in (host, guest):
        person.sees_board("....X....")
    guest.sees("Your turn")


def test_a_lost_answer_to_resigning_is_made_up_for(pair: tuple[Person, Person, Network]):
    host, guest, line = pair
    line.hold_down()
    host.resign()
    expect(guest.page.locator('[data-game][data-status="finished"]')).to_be_attached()
    line.cut()
    is_lost(host)
    line.let_go()
    line.restore()
    expect(host.page.locator("[data-words]")).to_contain_text("You resigned")
    is_back(host)
    expect(host.page.locator("[data-alert]")).to_be_hidden()


def test_on_a_slow_network_a_mark_shows_at_once_and_is_made_once(
    pair: tuple[Person, Person, Network],
):
    host, guest, line = pair
    line.delay = 0.4
    host.cell(4).dblclick()
    expect(host.cell(4)).to_have_attribute("data-pending", "")
    expect(host.cell(4)).to_have_attribute("data-mark", "X")
    expect(host.page.locator("[data-moves] li")).to_have_count(0)
    host.sees_board("....X....")
    guest.mark(0)
    host.sees_board("O...X....")
    host.sees("Your turn")
    expect(host.page.locator("[data-moves] li")).to_have_count(2)
    expect(host.page.locator("[data-alert]")).to_be_hidden()


def test_a_tab_that_was_suspended_comes_back_to_the_right_board(
    pair: tuple[Person, Person, Network],
):
    """Its socket died in its sleep, and nobody told."""
    host, guest, line = pair
    host.mark(4)
    guest.sees("Your turn")
    host.sees_board("....X....")
    line.mute_sockets()
    guest.mark(0)
    guest.sees_board("O...X....")
    host.sees_board("....X....")
    host.page.evaluate("document.dispatchEvent(new Event('resume'))")
    host.sees_board("O...X....")
    is_back(host)
    host.mark(8)
    guest.sees_board("O...X...X")


def test_a_line_that_falls_silent_is_found_out(pair: tuple[Person, Person, Network]):
    host, guest, line = pair
    host.mark(4)
    guest.sees("Your turn")
    host.sees_board("....X....")
    line.mute_sockets()
    guest.mark(0)
    expect(host.cell(0)).to_have_attribute("data-mark", "O", timeout=40_000)
    is_back(host)


def test_a_page_that_the_browser_kept_connects_again(pair: tuple[Person, Person, Network]):
    host, guest, _ = pair
    host.mark(4)
    guest.sees("Your turn")
    host.sees_board("....X....")
    host.page.evaluate(LEAVE)
    there = guest.page.locator('[data-seat="X"] [data-presence]')
    expect(there).to_have_text("reconnecting")
    guest.mark(0)
    guest.sees_board("O...X....")
    host.sees_board("....X....")
    with host.page.expect_websocket():
        host.page.evaluate(RETURN)
    host.sees_board("O...X....")
    expect(there).to_have_text("here")
    host.mark(8)
    guest.sees_board("O...X...X")
