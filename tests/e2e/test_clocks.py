"""Clocks that run, stop and run out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person, start_game
from tests.processes import wait_until
from tests.server import Server, game_id, open_database


def own_name(person: Person) -> str:
    person.open()
    return person.page.locator(".name-menu summary").inner_text()


def let_one_second_be_left(server: Server, link: str) -> None:
    with open_database(server.data) as database:
        database.execute(
            "UPDATE games_game SET deadline_at = datetime('now', '+1 seconds') WHERE id = ?",
            [game_id(link)],
        )


def stored(server: Server, link: str, column: str) -> str:
    """Return what the database has of a game."""
    with open_database(server.data) as database:
        query = f"SELECT {column} FROM games_game WHERE id = ?"  # noqa: S608
        return str(database.execute(query, [game_id(link)]).fetchone()[0])


def test_a_clock_runs_out_while_both_browsers_are_closed(server, new_person):
    host, guest, link = start_game(server, new_person, control="30s")
    host.play(0)
    guest.play(4)
    host.expect_words("Your turn")
    clock = host.page.locator('[data-clock="X"]')
    expect(clock).to_have_attribute("data-running", "")
    for person in (host, guest):
        person.page.goto("about:blank")
    let_one_second_be_left(server, link)
    wait_until(lambda: stored(server, link, "status") != "playing")
    host.open(link)
    host.expect_words(f"{own_name(guest)} wins. You ran out of time.")
    guest.open(link)
    guest.expect_words(f"You win! {own_name(host)} ran out of time.")


def test_a_restart_moves_no_clock(server: Server, new_person: NewPerson):
    host, guest, link = start_game(server, new_person, control="10+5")
    host.play(0)
    guest.play(4)
    host.expect_words("Your turn")
    for person in (host, guest):
        person.ignores_connection_errors = True
    before = stored(server, link, "deadline_at")
    server.kill()
    server.start()
    host.wait_until_live()
    assert stored(server, link, "deadline_at") == before
    # The time that the restart took is gone, and no more.
    expect(host.page.locator('[data-clock="X"]')).to_have_text(re.compile(r"9:\d\d"))


def test_a_time_that_runs_out_is_seen_by_both_at_once(server: Server, new_person: NewPerson):
    host, guest, _ = start_game(server, new_person, control="5s")
    host.play(0)
    guest.play(4)
    for person in (host, guest):
        expect(person.page.locator("[data-words]")).to_contain_text("out of time")
        expect(person.page.locator('[data-clock="X"]')).to_have_text("0.0")
