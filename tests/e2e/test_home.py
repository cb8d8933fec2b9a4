"""The first page: the board that is played at once, the choices, and how it fits windows."""

from __future__ import annotations

from playwright.sync_api import expect

from games.engine.presets import BOARDS
from tests.e2e.people import NewPerson, Person
from tests.server import Server

LOW_PHONE = {"width": 320, "height": 460}  # what the bars of a browser leave of 320 x 568
WIDTHS = (320, 360, 740, 820, 900, 1366)


def test_the_first_move_is_the_first_thing_one_does(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    expect(person.page.get_by_role("heading", name="Your move.")).to_be_visible()
    person.play(4)
    person.expect_words("Your turn")
    expect(person.cell(4)).to_have_attribute("data-mark", "X")
    assert person.board().ply == 2


def test_without_scripts_too_each_board_takes_a_first_move(server: Server, new_person: NewPerson):
    person = new_person(server, java_script_enabled=False)
    for board in BOARDS:
        person.open(f"{server.url}?board={board}")
        person.play(0)
        target = 35 if board == "connect-four" else 0
        expect(person.cell(target)).to_have_attribute("data-mark", "X")
        expect(person.page.locator("[data-words]")).to_be_visible()


def test_without_scripts_too_the_sheets_open(server: Server, new_person: NewPerson):
    person = new_person(server, java_script_enabled=False)
    person.start_on_first_page("computer", level="hard", side="X", board="misere")
    expect(person.page.locator('[data-seat="O"]')).to_contain_text("Computer (Hard)")


def test_the_keys_of_a_board_play_here_too(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    expect(person.page.locator('button.cell[tabindex="0"]')).to_have_count(1)
    person.cell(4).focus()
    person.page.keyboard.press("ArrowUp")
    expect(person.cell(1)).to_be_focused()
    person.page.keyboard.press("9")
    person.wait_until_live()
    expect(person.cell(8)).to_have_attribute("data-mark", "X")


def test_the_focus_stays_where_the_first_move_was_made(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    keys = person.page.keyboard
    person.cell(4).focus()
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    keys.press("Enter")
    person.wait_until_live()
    expect(person.cell(0)).to_have_attribute("data-mark", "X")
    expect(person.cell(0)).to_be_focused()
    person.wait_for_turn()
    keys.press("ArrowRight")
    expect(person.cell(1)).to_be_focused()


def test_a_piece_shows_where_it_would_fall(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open(f"{server.url}?board=connect-four")
    person.cell(3).hover()
    expect(person.cell(38)).to_have_attribute("data-target", "")
    person.page.keyboard.press("1")
    person.wait_until_live()
    expect(person.cell(35)).to_have_attribute("data-mark", "X")


def test_a_finger_on_a_small_cell_aims_first(server: Server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    person.open(f"{server.url}?board=gomoku")
    person.cell(112).tap()
    expect(person.cell(112)).to_have_attribute("data-target", "")
    expect(person.page).to_have_url(f"{server.url}?board=gomoku")
    person.cell(112).tap()
    person.wait_until_live()
    expect(person.cell(112)).to_have_attribute("data-mark", "X")


def test_what_was_played_last_is_offered_first(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.start_on_first_page("computer", level="hard", side="O", board="4x4")
    person.open()
    expect(person.page.get_by_role("button", name="against Hard on Four by four")).to_be_visible()
    person.press("Play the computer")
    for name, value in (("board", "4x4"), ("level", "hard"), ("side", "O")):
        chosen = person.page.locator(f'[popover]:popover-open input[name="{name}"]:checked')
        expect(chosen).to_have_value(value)


def test_who_comes_back_goes_on_with_one_press(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.play(0)
    person.expect_words("Your turn")
    game = person.page.url
    person.open()
    person.page.get_by_role(
        "link", name="Continue: Classic with Computer (Easy), your turn"
    ).click()
    expect(person.page).to_have_url(game)


def test_a_refused_name_is_mended_and_leads_back(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open(f"{server.url}how-to/")
    person.rename("Computer")
    field = person.page.get_by_role("textbox", name="Name that others see")
    expect(field).to_have_value("Computer")
    expect(field).to_be_focused()
    field.fill("Ada")
    person.page.get_by_role("main").get_by_role("button", name="Save").click()
    expect(person.page).to_have_url(f"{server.url}how-to/")
    expect(person.page.locator(".name-menu summary")).to_have_text("Ada")
    # The browser itself notes the page of what was refused.
    person.errors = [error for error in person.errors if "400" not in error]


def test_a_guest_chooses_a_name_while_joining(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    guest.open(host.invite())
    guest.page.get_by_role("main").get_by_label("Your name").fill("Grace")
    guest.press("Play")
    expect(guest.page.locator('[data-seat="O"] [data-name]')).to_have_text("Grace")


def test_a_low_phone_shows_everything_down_to_the_verbs(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=LOW_PHONE)
    for board in BOARDS:
        person.open(f"{server.url}?board={board}")
        assert bottom(person, ".verbs") <= LOW_PHONE["height"], board
    person.play_here()
    person.open()  # now below an unfinished game
    assert bottom(person, ".verbs") <= LOW_PHONE["height"]


def test_no_window_is_too_narrow(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_here(board="connect-four")
    for path in ("", "?board=gomoku", "how-to/", "about/", "exhibitions/"):
        person.open(f"{server.url}{path}")
        for width in WIDTHS:
            person.page.set_viewport_size({"width": width, "height": 700})
            assert person.page_width() == width, path


def test_choosing_moves_nothing_on_a_sheet(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.press("Play the computer")
    boxes = "labels => labels.map(label => JSON.stringify(label.getBoundingClientRect()))"
    labels = person.page.locator("[popover]:popover-open label:not(details label)")
    before = labels.evaluate_all(boxes)
    person.choose(board="gomoku", level="champion", side="X")
    assert labels.evaluate_all(boxes) == before


def test_pages_to_read_and_sheets_keep_nobody_out(server: Server, new_person: NewPerson):
    person = new_person(server)
    for path in ("how-to/", "about/", "exhibitions/", "?board=connect-four"):
        person.open(f"{server.url}{path}")
        person.check_accessibility_in_all_looks()
    for sheet in ("Play the computer", "Play a friend", "Two on this device"):
        person.press(sheet)
        person.check_accessibility_in_all_looks()
        person.page.keyboard.press("Escape")


def bottom(person: Person, selector: str) -> float:
    box = person.page.locator(selector).bounding_box()
    assert box
    return box["y"] + box["height"]
