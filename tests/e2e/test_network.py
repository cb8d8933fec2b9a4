from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.people import NewPerson, Person

FAILED = 1006  # how sockets end that a network loses


class Network:
    """What the sockets of a page go through: each way can be held up, and both be cut."""

    def __init__(self, person: Person) -> None:
        self.is_cut = False
        self._paused: set[str] = set()  # ways
        self._under_way: list[Callable[[], None]] = []
        self._sockets: list[
            tuple[WebSocketRoute, WebSocketRoute]
        ] = []  # at the page and the server
        self._frozen: list[WebSocketRoute] = []
        person.page.route_web_socket("**/ws/**", self._open)

    def pause(self, *ways: str) -> None:
        self._paused |= {*ways}

    def resume(self) -> None:
        self._paused.clear()
        while self._under_way:
            self._under_way.pop(0)()

    def cut(self) -> None:
        self.is_cut = True
        self._under_way.clear()
        while self._sockets:
            page, server = self._sockets.pop()
            page.close(code=FAILED)
            server.close()

    def freeze(self) -> None:
        self._frozen += [end for socket in self._sockets for end in socket]

    def _open(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            return page.close(code=FAILED)
        server = page.connect_to_server()
        self._sockets.append((page, server))
        page.on_message(partial(self._pass, "up", server))
        return server.on_message(partial(self._pass, "down", page))

    def _pass(self, way: str, to: WebSocketRoute, message: str | bytes) -> None:
        if to in self._frozen:
            return
        if way in self._paused:
            self._under_way.append(partial(to.send, message))
        else:
            to.send(message)


@pytest.fixture
def pair(new_person: NewPerson) -> tuple[Person, Person, Network]:
    host, guest = new_person(), new_person()
    network = Network(host)
    guest.join(host.invite("X"))
    host.expect_words("Your turn")
    host.forbid_navigation()
    guest.forbid_navigation()
    host.ignores_connection_errors = True
    return host, guest, network


def expect_offline(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_visible()


def expect_online(person: Person) -> None:
    expect(person.page.locator("[data-offline]")).to_be_hidden()


def test_what_is_lost_on_its_way_or_on_its_way_back_is_done_once(pair):
    host, guest, network = pair
    network.pause("down")
    host.play(4)
    guest.expect_board("....X....")
    expect(host.cell(4)).to_have_attribute("data-pending", "")
    reconnect(host, network)
    host.expect_board("....X....")
    guest.play(0)
    host.expect_words("Your turn")
    expect(host.page.locator("[data-moves] li")).to_have_count(2)

    network.pause("up")
    host.play(8)
    expect(host.cell(8)).to_have_attribute("data-pending", "")
    reconnect(host, network)
    for person in (host, guest):
        person.expect_board("O...X...X")
    guest.expect_words("Your turn")

    network.pause("down")
    host.resign()
    expect(guest.page.locator('[data-game][data-status="finished"]')).to_be_attached()
    reconnect(host, network)
    expect(host.page.locator("[data-words]")).to_contain_text("You resigned")
    expect(host.page.locator("[data-alert]")).to_be_hidden()


def reconnect(person: Person, network: Network) -> None:
    network.cut()
    expect_offline(person)
    network.resume()
    network.is_cut = False
    expect_online(person)


def test_a_move_that_may_have_arrived_is_kept_and_no_other_is_played_meanwhile(person: Person):
    network = Network(person)
    person.page.clock.install()
    person.play_computer("easy", "X")
    person.wait_until_live()
    person.ignores_connection_errors = True
    network.pause("up", "down")  # else the next socket works, as the server sends first
    person.play(4)
    expect(person.cell(4)).to_have_attribute("data-pending", "")
    person.page.clock.run_for(11_000)
    expect_offline(person)
    expect(person.page.locator("[data-offline-more]")).to_contain_text("We keep your move")
    expect(person.cell(4)).to_have_attribute("data-pending", "")
    person.expect_disabled_board()
    network.resume()
    person.page.clock.resume()
    expect_online(person)
    expect(person.cell(4)).to_have_attribute("data-mark", "X")
    person.expect_words("Your turn")


def test_a_tab_that_was_suspended_comes_back_to_the_right_board(pair):
    host, guest, network = pair
    host.play(4)
    guest.expect_words("Your turn")
    host.expect_board("....X....")
    network.freeze()
    guest.play(0)
    guest.expect_board("O...X....")
    host.expect_board("....X....")
    host.page.evaluate("document.dispatchEvent(new Event('resume'))")
    host.expect_board("O...X....")
    expect_online(host)
    host.play(8)
    guest.expect_board("O...X...X")
    network.pause("down")
    host.page.evaluate("dispatchEvent(new Event('offline'))")
    expect_offline(host)
    network.resume()
    expect_online(host)
