from playwright.sync_api import expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, start_game

PAGES = (
    *("games/game/", "games/player/", "games/hiddenname/", "games/matchbox/", "admin/logentry/"),
    *("auth/user/", "auth/user/add/", "auth/user/1/change/"),
)


def resign_against_computer(new_person: NewPerson) -> None:
    player = new_person()
    game = player.send(
        "g/", opponent="computer", level="champion", side="X", board="classic", cell="0"
    )
    player.send(f"{game}resign/")


def scrolls_sideways(staff: Person) -> bool:
    staff.page.set_viewport_size(PHONE)
    scrolls = "document.documentElement.scrollWidth > innerWidth"
    return bool(staff.page.evaluate(scrolls))


def test_staff_see_how_the_site_is_and_look_into_a_game(empty_server, new_person, new_staff):
    resign_against_computer(new_person)
    staff = new_staff(viewport=DESK)
    expect(staff.page.get_by_role("heading", level=1)).to_have_text("Nothing waits.")
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    staff.page.set_viewport_size(DESK)
    staff.page.get_by_role("link", name="Games").click()
    expect(staff.page.locator(".picture")).to_have_count(1)
    staff.page.get_by_text("Ending", exact=True).first.click()
    staff.page.get_by_role("link", name="Resigned").click()
    staff.check_accessibility()
    table = staff.page.locator("#changelist .results")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    staff.page.locator("#result_list tbody a").click()
    staff.page.get_by_text("What happened").click()
    story = staff.page.get_by_role("list", name="What happened")
    expect(story).to_contain_text("1. a3")
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)


def test_a_moderator_decides_on_a_report(new_person: NewPerson, new_staff: NewPerson):
    alice, _, _ = start_game(new_person)
    alice.play(4)
    alice.open(f"{alice.page.url}person/")
    alice.page.get_by_label("The name is rude").check()
    alice.press("Send the report")
    staff = new_staff("games/report/?closed_at__isempty=1", viewport=DESK)
    staff.page.locator("#result_list tbody th a").first.click()
    staff.check_accessibility_in_all_looks()
    assert not scrolls_sideways(staff)
    staff.page.get_by_label("Reason in own words").fill("Rude")
    staff.press("Hide the name")
    expect(staff.page.get_by_role("status").first).to_contain_text("Hide the name: Rude.")


def test_every_list_fits_a_phone_and_begins_high_up(new_person: NewPerson, new_staff: NewPerson):
    resign_against_computer(new_person)
    staff = new_staff(viewport=PHONE)
    for page in PAGES:
        staff.open(f"admin/{page}")
        assert not scrolls_sideways(staff), page
    staff.open("admin/games/game/")
    row = staff.page.locator("#result_list tbody tr").first
    place = row.bounding_box()
    assert place["y"] < 390
    filters = staff.page.get_by_role("navigation", name="Filter").bounding_box()
    assert filters["y"] + filters["height"] <= place["y"]
    go = staff.page.get_by_role("button", name="Go", exact=True)
    expect(go).to_be_hidden()
    row.get_by_role("checkbox").check()
    expect(go).to_be_in_viewport()
    assert row.bounding_box() == place
    staff.open("admin/games/player/?kind=person")
    staff.page.locator("#result_list tbody th a").first.click()
    staff.check_accessibility_in_all_looks()
    staff.press("Hide the name")
    staff.check_accessibility()
