import pytest
from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person

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


@pytest.fixture
def ann(new_person: NewPerson) -> Person:
    person = new_person(has_service_worker=True)
    install(person)
    return person


@pytest.fixture
def stranded(ann: Person) -> Person:
    lose_connection(ann)
    ann.page.reload()
    expect(ann.page.get_by_text("No connection", exact=True)).to_be_visible()
    return ann


def test_a_game_without_a_connection_shows_no_old_board(ann: Person):
    ann.play_here()
    ann.wait_until_live()
    ann.play(4)
    ann.expect_words("Player 2 to move")
    address = ann.page.url
    lose_connection(ann)
    ann.page.reload()
    expect(ann.page.get_by_text("No connection", exact=True)).to_be_visible()
    expect(ann.page.locator("[data-game]")).to_have_count(0)
    expect(ann.page.locator('[data-mark="X"].cell')).to_have_count(0)
    expect(ann.page.get_by_text("Your game is kept as it was.")).to_be_visible()
    assert ann.page.url == address
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text("Connected again")).to_be_visible()
    expect(ann.page.get_by_text("No connection", exact=True)).to_be_hidden()
    ann.press("Go on")
    ann.wait_until_live()
    ann.expect_board("....X....")


def test_a_press_on_an_open_first_page_goes_on_without_a_connection(ann: Person):
    ann.open("?board=4x4")
    lose_connection(ann)
    ann.play(5)
    expect(ann.page.get_by_text("No connection", exact=True)).to_be_visible()
    expect(ann.page.locator('.cell[data-mark="O"]')).to_have_count(1)
    expect(ann.cell(5)).to_have_attribute("data-mark", "X")
    drawn = "node => node.querySelector('.mark').clientWidth > node.clientWidth / 2"
    assert ann.cell(5).evaluate(drawn)
    ann.check_accessibility()
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text("Connected again")).to_be_visible()


def test_a_press_that_no_page_goes_on_with_says_so_until_the_connection_is_back(person: Person):
    person.open()
    lose_connection(person)
    person.play(4)
    words = person.page.locator("[data-aim]")
    expect(words).to_contain_text("No connection. Try again.")
    expect(person.cell(4)).to_have_attribute("data-mark", "")
    person.page.context.set_offline(False)
    expect(words).to_be_hidden()


def test_only_static_files_and_the_offline_page_are_kept(new_person: NewPerson):
    ann = new_person(has_service_worker=True)
    ann.open("offline/")
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


def test_where_the_worker_is_refused_the_site_works(new_person: NewPerson):
    ann = new_person(has_service_worker=True)
    ann.page.add_init_script(REFUSED_WORKER)
    ann.play_here()
    ann.wait_until_live()
    ann.play(4)
    ann.expect_words("Player 2 to move")


def test_two_can_play_without_a_connection_by_mouse_and_keyboard(stranded: Person):
    stranded.play(4)
    expect(stranded.page.locator('.cell[data-mark="O"]')).to_have_count(1)
    stranded.page.get_by_role("combobox", name="Opponent").select_option("Player 2")
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
        stranded.open(address)
        expect(stranded.page.get_by_text("No connection", exact=True)).to_be_visible()
    stranded.page.get_by_role("link", name="Tic-tac-toe").click()
    expect(stranded.page).to_have_url(stranded.url)
