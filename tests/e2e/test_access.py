import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import NewPerson, Person


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{selector} cannot be reached with the Tab key")


def test_the_whole_of_a_game_by_keyboard(person: Person):
    person.open()
    keys = person.page.keyboard
    tab_to(person.page, ".players summary")
    keys.press("Enter")
    tab_to(person.page, 'button[popovertarget="computer"]')
    keys.press("Enter")
    tab_to(person.page, '#computer input[name="side"]')
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    expect(person.page.locator('#computer input[name="side"][value="X"]')).to_be_checked()
    keys.press("Enter")

    person.wait_until_live()
    tab_to(person.page, "button.cell")
    expect(person.cell(4)).to_be_focused()
    keys.press("Space")
    expect(person.cell(4)).to_have_attribute("data-mark", "X")
    for _ in person.turns():
        expect(person.page.locator("button.cell:focus")).to_have_count(1)
        move_focus(person, person.board().legal_moves()[0])
        keys.press("Enter")
    expect(person.page.locator("[data-deaf]")).to_have_count(0)
    keys.press("r")
    expect(person.page.locator("[data-game]")).to_have_attribute("data-status", "playing")


def press_elsewhere(person: Person, key: str, code: str) -> None:
    press = "(_, key) => document.body.dispatchEvent(new KeyboardEvent('keydown', key))"
    person.page.locator("body").evaluate(press, {"key": key, "code": code, "bubbles": True})


def test_keys_play_hint_and_are_listed_and_the_board_speaks(person: Person):
    person.play_computer("champion", "X")
    person.wait_until_live()
    keyboard = person.page.keyboard
    press_elsewhere(person, "&", "Digit1")  # on a French keyboard
    person.expect_board("X...O....")
    expect(person.cell(0)).to_be_focused()
    polite = person.page.locator('[data-announce="polite"]')
    expect(polite).to_have_text("O: b 2. Your turn")
    expect(person.cell(0)).to_have_accessible_name("a 3, X")
    expect(person.cell(8)).to_have_accessible_name("c 1, empty")
    keyboard.press("?")
    keys = person.page.get_by_role("dialog", name="Keys")
    for words in ("Arrows", "a hint, or none: the best move", "watch the moves one by one"):
        expect(keys).to_contain_text(words)
    keyboard.press("9")
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    person.expect_board("X...O....")
    press_elsewhere(person, "η", "KeyH")  # on a Greek one
    expect(person.page.locator(".verdict")).to_have_count(7)
    keyboard.press("u")
    person.expect_board(".........")
    person.resign()
    loud = person.page.locator('[data-announce="assertive"]')
    expect(loud).to_have_text("You resigned.")
    expect(polite).to_have_text("")  # nor whose turn it was


def test_the_focus_is_never_lost(new_person: NewPerson):
    host, guest = new_person(), new_person()
    link = host.invite("X", undo="yes")
    host.page.get_by_role("button", name="Copy").focus()
    guest.join(link)
    host.expect_words("Your turn")
    expect(host.page.locator("[data-words]")).to_be_focused()
    for cells, answer in (((0, 4), "No, play on"), ((1, 5), "Yes, take it back")):
        for person, cell in zip((host, guest), cells, strict=True):
            person.expect_words("Your turn")
            person.play(cell)
        host.expect_words("Your turn")
        take_back = host.page.get_by_role("button", name="Take back", exact=True)
        take_back.press("Enter")
        expect(take_back).to_be_disabled()
        expect(take_back).to_be_focused()
        asking = host.page.get_by_text("You ask to take back.")
        expect(asking).to_be_visible()
        expect(guest.page.locator("#undo-words")).to_contain_text("asks to take a move back")
        guest.heard(guest.page.get_by_role("button", name=answer, exact=True)).press("Enter")
        expect(guest.page.locator("[data-words]")).to_be_focused()
        expect(asking).to_be_hidden()
        expect(guest.page.locator("#undo-words")).to_be_hidden()
        expect(guest.page.locator("[data-undo-declined]")).to_be_hidden()
        if answer == "No, play on":
            expect(host.page.locator("[data-undo-declined]")).to_be_visible()
            polite = host.page.locator('[data-announce="polite"]')
            expect(polite).to_contain_text("They said no.")
    for person in (host, guest):
        person.expect_board("X...O....")
    host.open_more()
    host.page.locator(".resign[data-when] summary").press("Enter")
    host.page.get_by_role("button", name="Yes, resign").press("Enter")
    expect(host.page.locator("[data-words]")).to_be_focused()


def move_focus(person: Person, target: int) -> None:
    for key, times in (("ArrowUp", 2), ("ArrowLeft", 2)):
        for _ in range(times):
            person.page.keyboard.press(key)
    row, column = divmod(target, 3)
    for key, times in (("ArrowDown", row), ("ArrowRight", column)):
        for _ in range(times):
            person.page.keyboard.press(key)
    expect(person.cell(target)).to_be_focused()


def test_every_page_lists_the_keys_that_it_has(person: Person):
    for path, words, strange in (
        ("", "play a place", "guess"),
        ("puzzles/today/", "play there", "rematch"),
        ("learn/forks/", "play there", "guess"),
        ("tree/", "guess the cut", "play there"),
        ("watch/", "watch the moves", "rematch"),
    ):
        person.open(path)
        person.page.keyboard.press("?")
        keys = person.page.get_by_role("dialog", name="Keys")
        expect(keys).to_contain_text(words)
        expect(keys.get_by_text(strange)).to_be_hidden()
