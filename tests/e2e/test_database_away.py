from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.postgres_server import PostgresServer, new_database
from tests.server import Server


@pytest.fixture
def site(tmp_path: Path, postgres: PostgresServer) -> Iterator[Server]:
    with new_database(postgres.url, is_empty=False) as db, Server(tmp_path, DATABASE_URL=db) as it:
        yield it


def test_what_cannot_be_saved_for_long_is_given_up_in_words(postgres, site, new_person):
    player, visitor = new_person(site), new_person(site)
    plain = new_person(site, java_script_enabled=False)
    for person in (player, visitor, plain):
        person.play_here()
        person.ignores_connection_errors = True
    player.forbid_navigation()
    addresses = visitor.page.url, plain.page.url
    postgres.stop()

    player.play(4)
    expect(player.page.locator("[data-note]")).to_have_text("Not saved yet, trying again")
    expect(player.cell(4)).to_have_attribute("data-pending", "")
    visitor.open(addresses[0])
    expect(visitor.page.get_by_role("heading")).to_have_text("One moment, please")
    expect(visitor.page.get_by_text("appears by itself")).to_be_visible()
    visitor.check_accessibility()
    plain.play(4)
    words = "That could not be saved just now. Please try again in a moment."
    expect(plain.page.get_by_role("alert")).to_have_text(words)
    expect(player.page.locator("[data-alert]")).to_have_text(words)
    expect(player.page.locator("[data-note]")).to_be_hidden()
    player.expect_board(".........")

    postgres.start()
    visitor.wait_until_live()
    plain.press("Try again")
    expect(plain.page).to_have_url(addresses[1])
    plain.expect_board("....X....")
    # What was given up may have been under way to the database when that came back.
    player.wait_for_turn()
    cell = player.free_cell()
    player.play(cell)
    expect(player.cell(cell)).not_to_have_attribute("data-mark", "")
    expect(player.page.locator("[data-pending]")).to_have_count(0)
