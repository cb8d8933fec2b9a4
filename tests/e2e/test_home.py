import re

from playwright.sync_api import Locator, expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, ViewportSize

LANDSCAPE: ViewportSize = {"width": 640, "height": 360}
# Of each window the boards that are played in it, one below the other's unfinished game.
PLACES = ((PHONE, ("", "?board=gomoku")), (LANDSCAPE, ("?board=gomoku",)), (DESK, ("",)))


def test_a_sheet_takes_over_what_the_page_has_chosen(person: Person):
    person.open()
    person.page.locator("#choose-opponent > summary").click()
    person.page.locator("#choose-opponent .menu-entry").filter(has_text="Champion").click()
    expect(person.page).to_have_url(re.compile("level=champion"))  # which replaces the page
    person.page.get_by_role("button", name="Classic").click()
    person.page.locator("#boards a").filter(has_text="Connect Four").click()
    expect(person.page.get_by_role("button", name="Connect Four")).to_be_focused()
    person.open_sheet("computer")
    sheet = person.page.locator("[popover]:popover-open")
    expect(sheet).to_contain_text("Connect Four against Champion")
    expect(sheet.get_by_label("You", exact=True)).to_be_checked()
    person.choose(control="3+2")
    person.press("Play")
    expect(person.page).to_have_title(re.compile("Your turn"))
    assert len(person.page.locator("[data-cell]").all()) == 42
    expect(person.page.locator("[data-seat=O]")).to_contain_text("Champion")
    expect(person.page.locator("[data-clock]")).to_have_count(2)


def test_what_is_open_closes_without_a_move_and_gives_the_focus_back(new_person: NewPerson):
    person = new_person(viewport=DESK)
    person.open()
    opponent, computer = (person.page.locator(".players details").nth(n) for n in (0, 1))
    opponent.locator("summary").click()
    computer.locator("summary").click()
    expect(opponent).not_to_have_attribute("open", "")
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("Escape")
    expect(computer).not_to_have_attribute("open", "")
    expect(computer.locator("summary")).to_be_focused()
    computer.locator("summary").click()
    person.page.locator("[data-cell]").first.focus()
    expect(computer).not_to_have_attribute("open", "")
    person.open_sheet("computer")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[popover]:popover-open")).to_have_count(0)
    expect(opponent.locator("summary")).to_be_focused()

    sheet = person.page.locator("#anyone")
    for opened in (sheet, computer.locator(".menu-entry").first):
        person.press("Play anyone") if opened is sheet else computer.locator("summary").click()
        expect(opened).to_be_visible()
        person.page.locator("[data-cell]").first.click(force=True)
        expect(opened).to_be_hidden()
    person.press("Play anyone")
    for _ in sheet.locator("a, button, input:not([type=hidden]), select").all():
        person.page.keyboard.press("Tab")
    expect(sheet.locator("button").last).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(sheet).to_be_hidden()
    assert person.page.url == person.url
    person.expect_board(".........")


def test_the_board_stands_where_it_will_be_played_on(new_person: NewPerson):
    for viewport, boards in PLACES:
        person = new_person(viewport=viewport)
        for board in boards:
            person.open(board)
            before = place(person.page.locator("[data-board]"))
            person.play(4)
            person.wait_until_live()
            assert place(person.page.locator("[data-board]")) == before, viewport


def place(part: Locator) -> dict[str, float]:
    return part.evaluate("part => part.getBoundingClientRect().toJSON()")
