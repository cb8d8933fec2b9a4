import re
import signal

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
from tests.processes import wait_until
from tests.server import Server, game_id, open_database


def test_a_server_that_is_killed_or_restarts_comes_back_and_all_go_on_by_themselves(
    empty_server: Server, new_person: NewPerson
):
    host, guest, link = start_game(new_person, control="10+5", is_public="on")
    viewer, watcher = new_person(), new_person()
    viewer.open(viewer.send("exhibitions/", x="random", o="random", board="6x6"))
    watcher.open("watch/")
    expect(watcher.page.locator("[data-watch][data-connected]")).to_be_attached()
    host.play(0)
    guest.play(4)
    host.expect_words("Your turn")
    before = deadline(empty_server, link)
    people = (host, guest, viewer, watcher)
    for person in people:
        person.ignores_connection_errors = True

    empty_server.kill()
    for person in people:
        expect(
            person.page.get_by_text(re.compile("No connection|Connection lost"))
            .filter(visible=True)
            .first
        ).to_be_visible()
    moves = viewer.page.locator("[data-moves] > li")
    made = moves.count()
    empty_server.start()
    for person in people:
        expect(person.page.locator("[data-offline]")).to_be_hidden()

    # The time that this took is nobody's.
    wait_until(lambda: deadline(empty_server, link) > before)
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
