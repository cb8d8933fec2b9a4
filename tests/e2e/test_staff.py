from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import Server


def test_staff_see_first_how_the_site_is(own_server: Server, new_person: NewPerson):
    player = new_person(own_server)
    player.play_computer("easy", "X")
    player.play(0)
    player.expect_words("Your turn")

    staff = new_person(own_server, viewport={"width": 1280, "height": 800})
    staff.open(f"{own_server.url}admin/")
    staff.page.get_by_label("Username").fill("staff")
    staff.page.get_by_label("Password").fill(own_server.staff_password or "")
    staff.press("Log in")
    now = staff.page.get_by_role("region", name="Now")
    expect(now).to_contain_text("1 person is playing, in 1 game.")
    expect(now).to_contain_text("SQLite answers, and has all migrations.")
    staff.check_accessibility()


def test_staff_find_a_game_and_step_through_it(own_server: Server, new_person: NewPerson):
    player = new_person(own_server)
    player.play_computer("champion", "X")
    player.play(0)
    player.expect_words("Your turn")
    player.resign()
    player.expect_words("The computer wins. You resigned.")

    staff = new_person(own_server, viewport={"width": 1280, "height": 800})
    staff.open(f"{own_server.url}admin/games/game/")
    staff.page.get_by_label("Username").fill("staff")
    staff.page.get_by_label("Password").fill(own_server.staff_password or "")
    staff.press("Log in")
    expect(staff.page.locator(".picture")).to_have_count(1)
    staff.check_accessibility()
    staff.page.get_by_role("link", name="Resigned").click()
    table = staff.page.locator("#changelist .results")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    links = staff.page.locator("#result_list tbody a")
    expect(links).to_have_count(1)
    links.click()
    replay = staff.page.get_by_role("region", name="Replay")
    expect(replay).to_contain_text("Move 2 of 2")
    expect(replay.get_by_role("row")).to_have_count(3)
    staff.check_accessibility()
    staff.page.evaluate("window.isSamePage = true")
    replay.get_by_role("link", name="First").click()
    expect(replay.locator(".picture")).to_have_accessible_name("empty board")
    replay.get_by_role("link", name="Next").click()
    expect(replay.locator(".picture")).to_have_accessible_name("X a 3")
    expect(replay).to_contain_text("Move 1 of 2")
    expect(replay.get_by_role("link", name="Next")).to_be_focused()
    expect(staff.page).to_have_url(re.compile(r"\?ply=1$"))
    replay.get_by_role("link", name="2", exact=True).click()
    expect(replay).to_contain_text("Move 2 of 2")
    replay.get_by_role("link", name="Back").click()
    expect(replay).to_contain_text("Move 1 of 2")
    assert staff.page.evaluate("window.isSamePage")
    staff.page.reload()
    expect(replay).to_contain_text("Move 1 of 2")
    replay.get_by_role("link", name="Open the game's own page").click()
    expect(staff.page.get_by_text("You are watching.")).to_be_visible()
