from __future__ import annotations

import re
import signal
from datetime import datetime, timedelta

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
from tests.server import Server, game_id, open_database


def test_a_server_that_is_killed_or_restarts_comes_back_and_all_go_on_by_themselves(
    empty_server: Server, new_person: NewPerson
):
    host, guest, link = start_game(empty_server, new_person, control="10+5")
    director, watcher = new_person(empty_server), new_person(empty_server)
    director.start_exhibition(board="6x6")
    watcher.open(f"{empty_server.url}watch/")
    expect(watcher.page.locator("[data-watch][data-connected]")).to_be_attached()
    host.play(0)
    guest.play(4)
    host.expect_words("Your turn")
    before = deadline(empty_server, link)
    people = (host, guest, director, watcher)
    for person in people:
        person.ignores_connection_errors = True

    empty_server.kill()
    for person in people:
        expect(person.page.get_by_text("Connection lost, trying again").first).to_be_visible()
    moves = director.page.locator("[data-moves] > li")
    made = moves.count()
    empty_server.start()
    for person in people:
        expect(person.page.locator("[data-offline]")).to_be_hidden()

    # The time that this took is gone from the clock, and no more.
    assert deadline(empty_server, link) == before
    expect(host.page.locator('[data-clock="X"]')).to_have_text(re.compile(r"9:\d\d"))
    host.play(1)
    guest.expect_board("XX..O....")
    picture = watcher.page.locator(f'[data-live-game="{game_id(link)}"] [data-picture]')
    expect(picture).to_have_attribute("data-cells", "XX..O....")
    expect(moves.nth(made + 1)).to_be_attached()

    assert empty_server.stop(signal.SIGTERM) == 0
    for person in (host, guest):
        expect(person.page.locator("[data-offline]")).to_have_text(
            "The server restarts, back in a moment"
        )
    empty_server.start()
    guest.wait_until_live()
    guest.play(8)
    host.expect_board("XX..O...O")


def deadline(server: Server, link: str) -> str:
    with open_database(server.data) as database:
        query = "SELECT deadline_at FROM games_game WHERE id = ?"
        return str(database.execute(query, [game_id(link)]).fetchone()[0])


def test_what_is_done_while_the_server_is_gone_is_sent_when_it_is_back(
    server: Server, new_person: NewPerson
):
    """The pages' clocks are paused, so it does not matter how long the server takes to start."""
    people = mover, resigner, hasty = [new_person(server) for _ in range(3)]
    for person in people:
        person.page.clock.install()
        person.play_computer("champion", "X")
        person.wait_until_live()
        person.ignores_connection_errors = True
    server.kill()
    for person in people:
        expect(person.page.locator("[data-offline]")).to_be_visible()
        person.page.clock.pause_at(datetime.now() + timedelta(seconds=1))
    mover.play(0)
    expect(mover.cell(0)).to_have_attribute("data-pending", "")
    resigner.resign()
    hasty.play(0)
    hasty.page.clock.fast_forward(11_000)  # after which it is given up
    expect(hasty.page.locator("[data-alert]")).to_contain_text("Your move could not be sent")
    hasty.expect_board(".........")
    server.start()
    for person in (mover, resigner):
        person.page.clock.resume()
    mover.expect_board("X...O....")
    resigner.expect_words("You lose. You resigned.")


def test_a_game_that_was_removed_says_so(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X")
    person.expect_words("Your turn")
    with open_database(server.data) as database:
        database.execute("DELETE FROM games_game WHERE id = ?", [game_id(person.page.url)])
    person.cell(0).click(force=True)  # the page may know already that nothing can be played
    expect(person.page.locator("[data-alert]")).to_contain_text("no longer here")
    person.expect_words("This game is gone")
    person.expect_disabled_board()
    person.page.get_by_role("link", name="New", exact=True).click()
    expect(person.page.get_by_role("button", name="Play a friend")).to_be_visible()
