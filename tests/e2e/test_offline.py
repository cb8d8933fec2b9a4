"""The site without a connection: what is shown, what is kept, and the games one can play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import Server

INSTALLED = """async () => {
  const { scope } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  }
  return scope;
}"""
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    kept[name] = requests.map(({ url }) => new URL(url).pathname);
  }
  return kept;
}"""

REFUSED_WORKER = "navigator.serviceWorker.register = () => Promise.reject(new Error('refused'))"


def install(person: Person) -> None:
    person.open()
    assert person.page.evaluate(INSTALLED) == person.url


def lose_connection(person: Person) -> None:
    person.ignores_connection_errors = True
    person.page.context.set_offline(True)


def two_play(person: Person) -> None:
    person.page.get_by_role("combobox", name="Opponent").select_option("Player 2")


@pytest.fixture
def ann(server: Server, new_person: NewPerson) -> Person:
    person = new_person(server, has_service_worker=True)
    install(person)
    return person


@pytest.fixture
def stranded(ann: Person) -> Person:
    lose_connection(ann)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="No connection")).to_be_visible()
    return ann


def test_a_game_without_a_connection_shows_no_old_board(ann: Person):
    ann.play_here()
    ann.wait_until_live()
    ann.play(4)
    ann.expect_words("Player 2 to move")
    address = ann.page.url
    lose_connection(ann)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(ann.page.locator("[data-game]")).to_have_count(0)
    expect(ann.page.locator('[data-mark="X"].cell')).to_have_count(0)
    expect(ann.page.get_by_text("Your game is kept as it was.")).to_be_visible()
    assert ann.page.url == address
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_role("heading", name="Connected again")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="No connection")).to_be_hidden()
    ann.press("Go on")
    ann.wait_until_live()
    ann.expect_board("....X....")


def test_only_static_files_and_the_offline_page_are_kept(server: Server, new_person: NewPerson):
    ann = new_person(server, has_service_worker=True)
    ann.open(f"{server.url}offline/")
    ann.page.evaluate("Promise.all([caches.open('shell-old'), caches.open('of-another')])")
    install(ann)
    ann.start_on_first_page("device")
    ann.wait_until_live()
    ann.open()
    ann.page.reload()
    caches = ann.page.evaluate(KEPT)
    assert len(caches) == 2
    assert caches.pop("of-another") == []  # what older workers kept is gone
    [kept] = caches.values()
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]
    assert any("/css/base." in path and path != "/static/css/base.css" for path in kept)


def test_where_the_worker_is_refused_the_site_works(server: Server, new_person: NewPerson):
    ann = new_person(server, has_service_worker=True)
    ann.page.add_init_script(REFUSED_WORKER)
    ann.play_here()
    ann.wait_until_live()
    ann.play(4)
    ann.expect_words("Player 2 to move")


def test_two_can_play_without_a_connection_by_mouse_and_keyboard(stranded: Person):
    two_play(stranded)
    stranded.check_accessibility()
    begins, rule = map(stranded.page.get_by_text, ("begins", "Three in a row wins."))
    expect(begins).to_be_visible()
    keyboard = stranded.page.keyboard
    expect(stranded.heard(stranded.cell(0))).to_be_visible()
    stranded.cell(0).focus()
    keyboard.press("Enter")
    stranded.expect_words("Player 2 to move")
    expect(begins).to_be_hidden()
    expect(rule).to_be_visible()
    expect(stranded.cell(0)).to_be_focused()
    expect(stranded.cell(0)).to_have_accessible_name("a 3, X")
    keyboard.press("ArrowDown")
    expect(stranded.heard(stranded.cell(3))).to_be_focused()
    keyboard.press("Space")
    stranded.page.reload()  # the game is kept
    stranded.expect_board("X..O.....")
    for cell in (1, 4, 2):
        stranded.play(cell)
    stranded.expect_words("Player 1 wins.")
    expect(rule).to_be_visible()  # It says why the game is over.
    expect(stranded.page.locator("[data-announce]")).to_have_text("X: c 3. Player 1 wins.")
    stranded.expect_board("XXXOO....")
    expect(stranded.page.locator("[data-line]")).to_have_count(3)
    stranded.cell(8).click(force=True)  # Playwright would wait until the cell can be played.
    stranded.expect_board("XXXOO....")
    stranded.press("Take back")
    stranded.expect_words("Player 1 to move")
    stranded.press("New game")
    stranded.expect_board(".........")
    for address in ("watch/", "g/zzzzzzzzzz/", "?board=gomoku"):
        stranded.open(f"{stranded.url}{address}")
        expect(stranded.page.get_by_role("heading", name="No connection")).to_be_visible()
    stranded.page.get_by_role("link", name="Puzzles").click()
    expect(stranded.page.get_by_text("Your games are kept.")).to_be_visible()
    assert stranded.page.url.endswith("/puzzles/")


def test_easy_plays_without_a_connection(stranded: Person):
    expect(stranded.page.get_by_text("Easy plays here without the server.")).to_be_visible()
    stranded.play(4)
    expect(stranded.page.locator('.cell[data-mark="O"]')).to_have_count(1)
    stranded.expect_words("Your turn")
    stranded.page.reload()  # the game is kept
    expect(stranded.cell(4)).to_have_attribute("data-mark", "X")
    expect(stranded.page.locator('.cell[data-mark="O"]')).to_have_count(1)
    stranded.press("Take back")
    stranded.expect_board(".........")
    stranded.expect_words("Your turn")


def test_pieces_fall_a_misere_line_loses_and_a_finger_aims(server: Server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    person.open(f"{server.url}offline/")
    expect(person.page.get_by_role("heading", name="You are connected")).to_be_visible()
    buttons, bar = (person.page.locator(each).bounding_box() for each in (".controls", ".places"))
    assert buttons
    assert bar
    assert buttons["y"] + buttons["height"] < bar["y"]
    two_play(person)
    boards = person.page.get_by_role("combobox", name="Board")
    boards.select_option("connect-four")
    person.cell(3).hover()
    expect(person.cell(38)).to_have_attribute("data-target", "")
    person.play(3)
    expect(person.cell(38)).to_have_attribute("data-mark", "X")
    expect(person.page.locator("[data-announce]")).to_have_text("Yellow: d 1. Player 2 to move")
    boards.select_option("misere")
    for cell in (0, 3, 1, 4, 2):
        person.play(cell)
    person.expect_words("Player 2 wins.")
    boards.select_option("gomoku")
    person.cell(100).tap()
    expect(person.cell(100)).to_have_attribute("data-target", "")
    expect(person.page.get_by_text("Tap again to play k9")).to_be_visible()
    expect(person.cell(100)).to_have_attribute("data-mark", "")
    # A second tap that comes at once would make the board larger.
    later = person.page.evaluate("performance.now() + 400")
    person.page.wait_for_function("later => performance.now() > later", arg=later)
    person.cell(100).tap()
    expect(person.cell(100)).to_have_attribute("data-mark", "X")
    expect(person.page.get_by_text("Tap again to play k9")).to_be_hidden()
    width = person.cell(112).evaluate("cell => cell.getBoundingClientRect().width")
    person.press("Larger")
    larger = person.cell(112).evaluate("cell => cell.getBoundingClientRect().width")
    assert larger == pytest.approx(1.6 * width, rel=0.02)
    assert person.page_width() == 360
    person.check_accessibility()


def test_small_boards_say_where_to_play(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open(f"{server.url}offline/")
    two_play(person)
    boards = person.page.get_by_role("combobox", name="Board")
    boards.select_option("ultimate")
    person.play(40)
    outlined = person.page.get_by_role("group", name="Centre board, play here")
    expect(outlined).to_be_visible()
    expect(person.page.locator("[data-rule]")).to_have_text("Play in the outlined board.")
    person.heard(person.cell(0)).click(
        force=True
    )  # Playwright would wait until the cell can be played.
    expect(person.page.locator("[data-note]")).to_have_text("Play in the outlined board.")
    expect(person.cell(0)).to_have_attribute("data-mark", "")
    person.play(30)
    expect(outlined).to_be_hidden()
    boards.select_option("notakto-3")
    for cell in (0, 1, 2):
        person.play(cell)
    person.heard(person.cell(9)).click(force=True)
    expect(person.page.locator("[data-note]")).to_have_text("That board is closed")
    for cell in (3, 4, 5, 6, 7, 8):
        person.play(cell)
    person.expect_words("Player 2 wins.")
