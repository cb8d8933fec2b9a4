"""Staff at the admin: how the site is, what was played, and who plays."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, start_game
from tests.server import Server, game_id, open_database

PAGES = (
    *("games/game/", "games/player/", "games/hiddenname/", "games/matchbox/", "admin/logentry/"),
    *("auth/user/", "auth/user/add/", "auth/user/1/change/"),
)


def resign_against_computer(server: Server, new_person: NewPerson) -> Person:
    player = new_person(server)
    player.play_computer("champion", "X")
    player.play(0)
    expect(player.page.locator("[data-cell][data-mark=O]")).to_have_count(1)
    player.send(f"{player.page.url}resign/")
    player.expect_words("You lose.")
    return player


def forget_review(server: Server, game: str) -> None:
    review = (game, "[]", "2999-01-01", *[0] * 7)
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


def test_staff_see_how_the_site_is_and_look_into_a_game(
    empty_server: Server, new_person: NewPerson, new_staff: NewPerson
):
    player = resign_against_computer(empty_server, new_person)
    over = player.page.url
    player.play_computer("easy", "X")
    player.play(4)
    player.expect_words("Your turn")

    staff = new_staff(viewport=DESK)
    latest = staff.page.get_by_role("region", name="Last games")
    expect(latest.get_by_role("listitem")).to_have_count(2)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    staff.page.set_viewport_size(DESK)
    staff.page.get_by_role("link", name="Day by day").click()
    daily = staff.page.get_by_role("region", name="Games a day")
    daily.get_by_text("Day by day").click()
    expect(daily.get_by_role("row")).to_have_count(31)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)

    staff.page.set_viewport_size(DESK)
    staff.open(f"{empty_server.url}admin/games/game/")
    expect(staff.page.locator(".picture")).to_have_count(2)
    staff.page.get_by_text("Result", exact=True).first.click()
    staff.page.get_by_role("link", name="Second won (1)").click()
    expect(staff.page.get_by_role("heading", level=1)).to_be_visible()
    staff.check_accessibility()
    table = staff.page.locator("#changelist .results")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    assert not scrolls_sideways(staff)
    began = staff.page.locator(".field-started").first
    assert began.evaluate("cell => getComputedStyle(cell, '::before').content") == "none"
    links = staff.page.locator("#result_list tbody a")
    expect(links).to_have_count(1)
    player.open(f"{over}review/")  # which has it made
    expect(player.page.locator("[data-review][data-complete]")).to_be_attached()
    forget_review(empty_server, game_id(over))
    links.click()
    expect(staff.page.locator("[data-words]")).to_have_text("Checking the moves… 0 of 2")
    player.page.reload()
    expect(staff.page.locator("[data-review][data-complete]")).to_be_visible()
    staff.page.get_by_text("What happened").click()
    story = staff.page.get_by_role("list", name="What happened")
    expect(story).to_contain_text("Computer wins.")
    step_without_a_request(staff, story)
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)


def test_a_moderator_decides_on_a_report(
    server: Server, new_person: NewPerson, new_staff: NewPerson
):
    alice, _, _ = start_game(server, new_person)
    alice.play(4)
    alice.open(f"{alice.page.url}person/")
    alice.page.get_by_label("The name is rude").check()
    alice.press("Send the report")
    staff = new_staff("games/report/?state=open", viewport=DESK)
    staff.page.locator("#result_list tbody th a").first.click()
    first_position = staff.page.get_by_role("link", name="First position")
    expect(first_position).to_be_visible()
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    first_position.click()
    staff.expect_board(".........")
    staff.page.get_by_label("Reason in own words").fill("Rude")
    staff.press("Hide the name")
    expect(staff.page.get_by_role("status").first).to_contain_text("Hid the name")


def step_without_a_request(staff: Person, story: Locator) -> None:
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
    moves = page.locator("[data-moves]")
    expect(moves.locator('[data-ply="2"]')).to_have_attribute("aria-current", "step")
    staff.expect_board("X...O....")
    assert page.url.endswith("#2")
    assert [url for url in requests if "/img/icon" not in url] == []  # browsers ask for it anew


def test_every_list_fits_a_phone_and_begins_high_up(
    server: Server, new_person: NewPerson, new_staff: NewPerson
):
    player = resign_against_computer(server, new_person)
    staff = new_staff(viewport=PHONE)
    for page in PAGES:
        staff.open(f"{server.url}admin/{page}")
        assert not scrolls_sideways(staff), page
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

    name = player.name()
    staff.open(f"{server.url}admin/games/player/?q={name}")
    staff.page.get_by_role("link", name=name).first.click()
    staff.check_accessibility_in_all_looks()
    staff.press("Hide the name")
    expect(staff.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    staff.check_accessibility_in_all_looks()
    staff.press("Yes, hide")
    expect(staff.page.get_by_text("1 name was hidden.")).to_be_visible()
    staff.open(f"{server.url}admin/admin/logentry/")
    staff.check_accessibility_in_all_looks()
