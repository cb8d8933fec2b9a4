from playwright.sync_api import expect

from tests.e2e.pages import LESSON_PATHS, PATHS
from tests.e2e.people import NewPerson, Person

WON = (0, 3, 1, 4, 2)
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
    person.check_accessibility("details[open]")
    person.press("Yes, resign")
    person.expect_words("You resigned.")
    person.check_accessibility_in_all_looks()
    person.page.keyboard.press("[")
    person.check_accessibility()
    friend.open(person.page.url)
    friend.check_accessibility()
    person.play_computer("menace", "X", board="classic", cell="4")
    person.open(person.send(f"{person.page.url}resign/"))
    person.page.locator("[data-share-part] > summary").click()
    person.page.get_by_role("link", name="Its boxes").click()
    person.page.get_by_text("How it learns").click()
    expect(person.page.get_by_role("img", name="the curve stands at")).to_be_visible()
    person.check_accessibility_in_all_looks()
    link = person.invite()
    person.check_accessibility_in_all_looks()
    friend.open(link)
    friend.check_accessibility_in_all_looks()
    person.send("g/", opponent="device", board="connect-four")
    for path in ("", *OWN):  # the first page, now below an unfinished game, and one's own games
        person.open(path)
        person.check_accessibility()
        expect_to_fit(person)


def test_a_line_that_loses_is_struck_as_one(person: Person):
    strokes = set()
    for board in ("classic", "misere"):
        person.play_here(*WON, board=board)
        strike = person.page.locator('[data-status="finished"] [data-strike][d]')
        strokes.add(strike.evaluate("line => getComputedStyle(line).stroke"))
    assert len(strokes) == 2
    person.check_accessibility()
