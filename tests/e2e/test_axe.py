from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.pages import LESSON_PATHS, PATHS
from tests.e2e.people import NewPerson, Person

WON = {
    "classic": (0, 3, 1, 4, 2),
    "misere": (0, 3, 1, 4, 2),
    "connect-four": (35, 36, 28, 29, 21, 22, 14),
}
POSITIONS = ("?board=classic&moves=b2-a3", "menace/?moves=a3-b2", "menace/?moves=a3-b2-b3-a1-c3")
WIDTHS = (320, 740, 900, 1366)
OWN = ("games/", "games/?board=gomoku")
SHEETS = ("computer", "anyone")
OPENED = "[popover]:popover-open"


def test_no_page_keeps_anyone_out(person: Person):
    for path in (*PATHS, "g/nothing/"):
        person.open(path)
        person.check_accessibility_in_all_looks()
        expect_to_fit(person)
    # The browser itself notes a page that is not there.
    person.errors = [error for error in person.errors if "404" not in error]


def test_no_lesson_keeps_anyone_out(new_person: NewPerson):
    person = new_person(color_scheme="dark")
    for path in (*LESSON_PATHS[::3], *POSITIONS):  # of one template; test_screens.py has them all
        person.open(path)
        step_on(person)
        person.check_accessibility()
        expect_to_fit(person)


def expect_to_fit(person: Person) -> None:
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 700})
        assert person.page_width() == width, person.page.url


def step_on(person: Person) -> None:
    for line in person.page.locator("[data-stepper]").all():
        line.get_by_role("link", name="One move on").click()


def test_no_sheet_no_dialog_and_no_menu_keeps_anyone_out(new_person: NewPerson):
    person, device = new_person(), new_person()
    person.open()
    for sheet in SHEETS:
        person.open_sheet(sheet)
        person.check_accessibility_in_all_looks(OPENED)
        person.page.keyboard.press("Escape")
    person.play_here()
    person.wait_until_live()
    person.page.keyboard.press("?")
    person.check_accessibility_in_all_looks(OPENED)
    person.press("Close")
    person.open_more()
    person.check_accessibility_in_all_looks("details[open]")
    person.press("Move to another device")
    person.check_accessibility()
    device.open(person.page.get_by_label("Link for your other device").input_value())
    device.check_accessibility()
    person.open_settings()
    person.check_accessibility_in_all_looks("[data-settings]")
    person.page.get_by_role("link", name="Forget me").click()
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    person.check_accessibility()


def test_no_state_of_a_game_keeps_anyone_out(new_person: NewPerson):
    person, friend = new_person(), new_person()
    person.play_computer("easy", "X")
    person.play(4)
    person.expect_words("Your turn")
    person.check_accessibility_in_all_looks()
    person.open_more()
    person.page.get_by_text("Resign", exact=True).click()
    person.check_accessibility_in_all_looks("details[open]")
    person.press("Yes, resign")
    person.expect_words("You resigned.")
    person.check_accessibility_in_all_looks()
    person.page.keyboard.press("[")
    person.check_accessibility()
    friend.open(person.page.url)
    friend.check_accessibility_in_all_looks()
    person.play_computer("menace", "X", board="classic", cell="4")
    person.open(person.send(f"{person.page.url}resign/"))
    person.page.locator("[data-share-part] > summary").click()
    person.page.get_by_role("link", name="Its boxes").click()
    expect(person.page.get_by_role("img", name="the curve stands at")).to_be_visible()
    person.check_accessibility_in_all_looks()
    link = person.invite()
    person.check_accessibility_in_all_looks()
    friend.open(link)
    friend.check_accessibility_in_all_looks()
    person.send("g/", opponent="device", board="connect-four")
    for path in ("", *OWN):  # the first page, now below an unfinished game, and one's own games
        person.open(path)
        person.check_accessibility_in_all_looks()
        expect_to_fit(person)


def test_no_board_keeps_anyone_out(new_person: NewPerson):
    person, strokes = new_person(), {}
    for board, moves in WON.items():
        person.play_here(*moves, board=board)
        person.wait_until_live()
        strike = person.page.locator('[data-status="finished"] [data-strike][d]')
        strike.wait_for(state="attached")
        strokes[board] = strike.evaluate("line => getComputedStyle(line).stroke")
        if board != "misere":  # which looks as the classic one
            person.check_accessibility_in_all_looks()
    assert strokes["misere"] != strokes["classic"]  # a line that loses is struck as one


def test_a_room_with_all_it_offers_keeps_nobody_out(new_person: NewPerson):
    host, guest = new_person(), new_person()
    host.start_on_first_page("friend", side="X", control="10+5", best_of="3", undo="yes")
    guest.join(host.link())
    guest.wait_until_live()
    expect(host.page.locator('[data-clock="X"]')).to_be_visible()
    host.play(0)
    guest.play(4)
    host.expect_board("X...O....")
    host.press("Take back")
    expect(guest.page.locator("[data-question=undo]")).to_be_visible()
    react = host.reactions()
    react.click()
    for person in (host, guest):
        person.check_accessibility()
    react.hover()
    host.check_accessibility()
