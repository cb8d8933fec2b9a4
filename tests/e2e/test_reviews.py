from playwright.sync_api import expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, start_game
from tests.reviews import O_LOSES_ON_MOVE_4


def look_back(person: Person) -> None:
    person.page.get_by_role("link", name="Review", exact=True).click()
    expect(person.page.locator("[data-review][data-complete]")).to_be_attached()
    # A review that is complete at once says so before its script has run.
    person.page.wait_for_load_state()


def expect_shown(person: Person, number: int) -> None:
    expect(person.page.locator("[data-shown-step]")).to_have_text(str(number))


def test_a_review_arrives_and_is_stepped_through(person: Person):
    person.play_here(*O_LOSES_ON_MOVE_4)
    look_back(person)
    person.expect_words("O lost the game on move 4.")
    expect_shown(person, 4)
    better = person.page.locator("[data-best]")
    expect(better).to_have_count(4)
    assert (
        better.first.evaluate("cell => getComputedStyle(cell, '::after').borderStyle") == "dashed"
    )
    expect(person.page.locator("[data-move-words]")).to_have_text("O c3: lost")
    person.page.locator("[data-moves] a").first.hover()
    expect(person.page.locator("[data-lit]")).to_have_attribute("data-name", "a3")
    person.page.locator("[data-move-words] [data-named]").focus()
    expect(person.page.locator("[data-lit]")).to_have_attribute("data-name", "c3")
    expect(person.page.locator("[data-graph] circle")).to_have_count(7)
    person.check_accessibility_in_all_looks()
    for viewport in (PHONE, DESK):
        person.page.set_viewport_size(viewport)
        assert person.page_width() == viewport["width"]

    keys, address = person.page.keyboard, person.page.url
    keys.press("ArrowLeft")
    expect_shown(person, 3)
    person.expect_board("X...O...X")
    assert person.page.url == f"{address}#3"
    for _ in range(4):
        keys.press("]")
    expect_shown(person, 7)
    expect(person.page.locator("[data-board][data-won]")).to_be_attached()
    expect(person.page.locator("[data-play]")).to_be_disabled()
    pieces = person.page.locator('[data-cell]:not([data-mark=""]) svg')
    expect(person.page.locator("[data-cell][data-line]")).to_have_count(3)
    expect(pieces).to_have_count(7)  # none is missing at the end, nor after it
    keys.press("ArrowLeft")
    person.expect_board("X.OOO.X.X")
    expect(pieces).to_have_count(6)
    person.page.locator("[data-moves] a").nth(1).focus()
    keys.press("Enter")
    expect_shown(person, 2)
    person.open(f"{address}#5")
    expect_shown(person, 5)
    person.expect_board("X.O.O.X.X")
    play_what_would_have_followed(person, address)


def play_what_would_have_followed(person: Person, address: str) -> None:
    person.open(f"{address}?ply=4")
    first = person.page.locator("[data-along]").first
    first.click()
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-current", "step")
    keys = person.page.keyboard
    keys.press("ArrowRight")  # walks the line
    expect_shown(person, 2)
    expect(person.page.locator("[data-walked]")).to_have_count(2)
    expect(person.page.locator("[data-moves] [aria-current]")).to_contain_text("c3")
    keys.press("Escape")
    expect_shown(person, 4)
    expect(person.page.locator("[data-walked]")).to_have_count(0)
    first.click()
    board = person.board()
    assert board.ply == 4
    assert board.cells[2] == "."
    person.page.get_by_role("link", name="Play on from here").click()
    person.expect_board(board.cells)


def test_a_loss_leads_to_the_move_that_would_have_held_it(new_person: NewPerson):
    host, guest, link = start_game(new_person)
    for ply, cell in enumerate(O_LOSES_ON_MOVE_4):
        (guest if ply % 2 else host).send(f"{link}move/", ply=str(ply), cell=str(cell))
    expect(guest.page.locator("[data-more]")).to_have_text("Top middle would have held it.")
    expect(guest.page.locator("[data-best]")).to_have_count(1)  # It is ringed.
    expect(guest.page.locator('[data-moves] [data-ply="4"]')).to_contain_text("?? loses")
    expect(guest.page.get_by_role("button", name="Rematch, you begin")).to_be_visible()
    actions = guest.page.locator(".actions").locator("button, a, summary")
    expect(actions.filter(visible=True)).to_have_count(4)
    guest.check_accessibility()
    guest.page.get_by_role("link", name="Try it").click()
    expect(guest.page.locator("[data-puzzle]")).to_be_attached()
    guest.check_accessibility()
