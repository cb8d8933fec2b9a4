"""Staff at the admin: how the site is, what was played, and who plays."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person
from tests.server import Server, open_database


def resign_against_computer(server: Server, new_person: NewPerson) -> Person:
    player = new_person(server)
    player.play_computer("champion", "X")
    player.play(0)
    player.expect_words("Your turn")
    player.send(f"{player.page.url}resign/")
    player.expect_words("You lose.")
    return player


def forget_review(server: Server, game_id: str) -> None:
    """Let the review of a game be awaited, and no periodic task take it up."""
    review = (game_id, "[]", "2999-01-01", *[0] * 7)
    with open_database(server.data) as database:
        database.execute(
            "INSERT OR REPLACE INTO games_review (game_id, moves, taken_at, is_complete,"
            " x_slipped, x_lost, x_doubtful, o_slipped, o_lost, o_doubtful)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            review,
        )


def scrolls_sideways(staff: Person) -> bool:
    staff.page.set_viewport_size(PHONE)
    scrolls = "document.documentElement.scrollWidth > innerWidth"
    return bool(staff.page.evaluate(scrolls))


def test_staff_see_how_the_site_is_find_games_and_export_them(
    empty_server: Server, new_person: NewPerson, new_staff: NewPerson
):
    player = resign_against_computer(empty_server, new_person)
    player.play_computer("easy", "X")
    player.play(4)
    player.expect_words("Your turn")

    staff = new_staff(viewport=DESK)
    live = staff.page.get_by_role("list", name="Played now")
    expect(live.get_by_role("listitem")).to_have_count(1)
    daily = staff.page.get_by_role("region", name="Games a day")
    daily.get_by_text("Day by day").click()
    expect(daily.get_by_role("row")).to_have_count(31)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)

    staff.page.set_viewport_size(DESK)
    staff.open(f"{empty_server.url}admin/games/game/")
    expect(staff.page.locator(".picture")).to_have_count(2)
    staff.page.get_by_text("By result").click()
    staff.page.get_by_role("link", name="O won").click()
    staff.page.get_by_text("By date").click()
    staff.page.get_by_label("From").fill("2020-01-01")
    staff.page.get_by_role("button", name="Show").click()
    expect(staff.page).to_have_url(re.compile(r"created_at__gte=2020-01-01.*result=O"))
    expect(staff.page.get_by_role("heading", level=1)).to_be_visible()
    staff.check_accessibility()
    with staff.page.expect_download() as download:
        staff.page.get_by_role("link", name="Export as JSON").click()
    [game] = json.loads(Path(download.value.path()).read_text())
    assert (game["winner"], game["ending"], game["moves"].split()[0]) == ("O", "resigned", "a3")
    staff.page.get_by_text("By ending").click()
    staff.page.get_by_role("link", name="Resigned").click()
    table = staff.page.locator("#changelist .results")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    assert not scrolls_sideways(staff)
    began = staff.page.locator(".field-started").first
    assert began.evaluate("cell => getComputedStyle(cell, '::before').content") == "none"
    links = staff.page.locator("#result_list tbody a")
    expect(links).to_have_count(1)
    player.open(f"{empty_server.url}g/{game['id']}/review/")  # which has it made
    expect(player.page.locator("[data-review][data-complete]")).to_be_attached()
    forget_review(empty_server, game["id"])
    links.click()
    expect(staff.page.locator("[data-words]")).to_have_text("Checking the moves… 0 of 2")
    player.page.reload()
    expect(staff.page.locator("[data-review][data-complete]")).to_be_visible()
    story = staff.page.get_by_role("list", name="What happened")
    expect(story).to_contain_text("Computer wins.")
    step_without_a_request(staff, story)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    staff.page.get_by_role("link", name="View on site").click()
    expect(staff.page.get_by_text("You are watching.")).to_be_visible()


def step_without_a_request(staff: Person, story: Locator) -> None:
    """Look at the positions of a game of two moves by keys, by links and in its story."""
    page, keys, requests = staff.page, staff.page.keyboard, list[str]()
    page.wait_for_load_state()  # with the scripts
    page.on("request", lambda request: requests.append(request.url))
    keys.press("ArrowLeft")
    staff.expect_board("X........")
    page.get_by_role("link", name="First position").click()
    staff.expect_board(".........")
    page.get_by_role("link", name="One move on").click()
    expect(page.get_by_role("link", name="One move on")).to_be_focused()
    staff.expect_board("X........")
    story.locator('[data-ply="2"]').focus()
    keys.press("Enter")
    moves = page.get_by_role("list", name="Moves")
    expect(moves.locator('[data-ply="2"]')).to_have_attribute("aria-current", "step")
    staff.expect_board("X...O....")
    assert page.url.endswith("#2")
    assert [url for url in requests if "/img/icon" not in url] == []  # browsers ask for it anew


def test_staff_hide_a_name_and_the_player_has_another(
    empty_server: Server, new_person: NewPerson, new_staff: NewPerson
):
    player = new_person(empty_server)
    player.play_here()
    player.rename("Rude Name")
    player.wait_until_live()

    staff = new_staff("games/player/?q=Rude", viewport=DESK)
    staff.page.get_by_role("link", name="Rude Name").click()
    record = staff.page.get_by_role("region", name="Played")
    expect(record.get_by_role("listitem")).to_have_count(1)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    staff.press("Hide the name")
    expect(staff.page.get_by_role("listitem").filter(has_text="Rude Name")).to_be_visible()
    staff.check_accessibility_in_all_looks()
    staff.press("Yes, hide")
    expect(staff.page.get_by_text("1 name was hidden.")).to_be_visible()
    staff.open(f"{empty_server.url}admin/admin/logentry/")
    expect(staff.page.get_by_role("row", name="Hid this name.")).to_contain_text("Rude Name")
    staff.check_accessibility_in_all_looks()

    player.page.reload()
    menu = player.page.locator(".name-menu summary")
    expect(menu).to_be_visible()
    expect(menu).not_to_contain_text("Rude")


def test_every_list_fits_a_phone(server: Server, new_person: NewPerson, new_staff: NewPerson):
    resign_against_computer(server, new_person)
    staff = new_staff(viewport=PHONE)
    staff.check_accessibility()
    for page in ("games/game/", "games/player/", "games/hiddenname/", "games/matchbox/"):
        staff.open(f"{server.url}admin/{page}")
        assert not scrolls_sideways(staff), page
    for page in ("admin/logentry/", "auth/user/", "auth/user/add/", "auth/user/1/change/"):
        staff.open(f"{server.url}admin/{page}")
        assert not scrolls_sideways(staff), page


def test_on_a_phone_a_list_begins_high_up(
    server: Server, new_person: NewPerson, new_staff: NewPerson
):
    resign_against_computer(server, new_person)
    staff = new_staff(viewport=PHONE)
    staff.open(f"{server.url}admin/games/game/")
    row = staff.page.locator("#result_list tbody tr").first
    place = row.bounding_box()
    assert place
    assert place["y"] < 330
    go = staff.page.get_by_role("button", name="Go", exact=True)
    expect(go).to_be_hidden()
    row.get_by_role("checkbox").check()
    expect(go).to_be_in_viewport()
    assert row.bounding_box() == place


def test_menus_close_and_the_theme_is_one_for_the_site_and_for_staff(
    server: Server, new_staff: NewPerson
):
    staff = new_staff(viewport=DESK)
    staff.page.get_by_label("Theme").click()
    night = staff.page.get_by_role("button", name="Night")
    for close in (
        lambda: staff.page.keyboard.press("Escape"),
        lambda: staff.page.mouse.click(9, 700),
    ):
        expect(night).to_be_visible()
        close()
        expect(night).to_be_hidden()
        staff.page.get_by_label("Theme").click()
    night.click()
    root = staff.page.locator("html")
    expect(root).to_have_attribute("data-theme", "night")
    expect(staff.page).to_have_url(f"{server.url}admin/")
    staff.open()
    expect(root).to_have_attribute("data-theme", "night")
