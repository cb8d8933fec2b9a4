from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from games.ai.levels import LEVELS
from tests.e2e.people import NewPerson, Person
from tests.server import Server

CHAMPION = LEVELS["champion"]


def test_the_page_names_every_module_that_it_loads(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X")
    loaded: set[str] = set()
    person.page.on("request", lambda request: loaded.add(request.url))
    person.page.reload()
    person.wait_until_live()
    links = person.page.locator('link[rel="modulepreload"]')
    named = set(links.evaluate_all("links => links.map(link => link.href)"))
    scripts = person.page.locator("script[src]").evaluate_all("all => all.map(one => one.src)")
    assert len(named) > 10
    assert named | set(scripts) == {url for url in loaded if url.endswith(".js")} | set(scripts)


def play_like_champion(person: Person, rng: Random) -> str:
    """Play a game to its end and return the words at the end."""
    for _ in person.turns():
        before = person.board()
        person.play(CHAMPION.choose(before, rng))
    return person.words()


def test_a_person_beats_the_lowest_level(server: Server, new_person: NewPerson):
    person, rng = new_person(server), Random(1)
    person.play_computer("easy", "X")
    for _ in range(20):
        if play_like_champion(person, rng) == "You win! Three in a row.":
            break
        person.rematch()
    person.expect_words("You win! Three in a row.")
    expect(person.page).to_have_title("You win! Three in a row. · Tic-tac-toe")
    expect(person.page.locator("[data-line]")).to_have_count(3)
    expect(person.page.locator("[data-strike][x1]")).to_have_count(1)


def test_nobody_beats_the_top_level_in_four_random_games(server: Server, new_person: NewPerson):
    """The tests of the levels play every game there is; this one plays through the pages."""
    rng, endings = Random(2), set()
    person = new_person(server, java_script_enabled=False)
    for number in range(4):
        person.play_computer("champion", "XO"[number % 2])
        for _ in person.turns():
            person.play(rng.choice(person.board().legal_moves()))
        endings.add(person.words())
    assert endings <= {"The computer wins. Three in a row.", "It's a draw. The board is full."}


def test_the_computer_begins_when_one_plays_o(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("medium", "O")
    person.expect_words("Your turn")
    expect(person.page.locator('[data-cell][data-mark="X"]')).to_have_count(1)


def test_choices_are_remembered_and_the_game_is_found_again(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.start_on_first_page("computer", level="hard", side="X")
    person.play(4)
    person.expect_words("Your turn")
    person.open()
    expect(person.page.get_by_role("button", name="against Hard on Classic")).to_be_visible()
    person.page.get_by_role("link", name="Continue:").click()
    person.expect_words("Your turn")
    expect(person.cell(4)).to_have_attribute("data-mark", "X")


def test_one_may_resign_but_not_by_accident(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X")
    person.wait_until_live()
    person.page.get_by_text("Resign", exact=True).dblclick()
    person.play(4)
    person.expect_words("Your turn")
    person.resign()
    person.expect_words("The computer wins. You resigned.")
    expect(person.page.locator('[data-score="O"]')).to_have_text("1")


def test_a_slip_is_taken_back_however_soon(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("hard", "X")
    person.wait_until_live()
    person.play(4)
    person.expect_words("Your turn")
    for cell in [cell for cell in (0, 8, 2) if cell in person.board().legal_moves()][:2]:
        before = person.board()
        person.play(cell)
        person.page.keyboard.press("u")
        person.expect_board(str(before).replace("/", ""))
        person.expect_words("Your turn")
    expect(person.page.locator("[data-alert]")).to_be_hidden()


def test_a_press_while_looking_back_leads_to_the_game_and_plays_nothing(
    server: Server, new_person: NewPerson
):
    person = new_person(server)
    person.play_computer("champion", "X")
    person.play(0)
    person.expect_words("Your turn")
    person.page.get_by_role("link", name="First position").click()
    person.expect_words("Move 0 of 2 · Your turn")
    assert person.page.url.endswith("?ply=0")
    person.cell(8).click(force=True)  # it says that it is disabled
    person.expect_words("Your turn")
    person.expect_board("X...O....")
    assert "?" not in person.page.url
    person.page.get_by_role("link", name="One move back").click()
    person.page.get_by_role("link", name="Latest position").click()
    person.expect_words("Your turn")


def test_two_people_share_a_screen(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.start_on_first_page("device")
    board = person.page.locator("[data-board]")
    expect(board).to_have_attribute("data-turn", "X")
    for cell, words in [(0, "Player 2 to move"), (3, "Player 1 to move"), (1, "Player 2 to move")]:
        person.play(cell)
        person.expect_words(words)
    person.play(4)
    person.expect_words("Player 1 to move")
    person.play(2)
    person.expect_words("Player 1 wins. Three in a row.")
    person.press("Rematch")
    person.expect_words("Player 2 to move")


def test_the_moves_can_be_stepped_through_during_the_game_and_after_it(
    server: Server, new_person: NewPerson
):
    person = new_person(server)
    person.play_here()
    for cell in (0, 3, 1):
        person.play(cell)
        expect(person.cell(cell)).not_to_have_attribute("data-pending", "")
    person.page.get_by_role("link", name="One move back").click()
    person.expect_board("X..O.....")
    person.expect_disabled_board()
    person.page.get_by_role("link", name="First position").click()
    person.expect_board(".........")
    person.page.locator('[data-ply="1"]').click()
    person.expect_board("X........")
    person.page.get_by_role("link", name="Latest position").click()
    person.expect_board("XX.O.....")
    person.play(4)
    person.expect_board("XX.OO....")
    person.play(2)
    person.expect_words("Player 1 wins. Three in a row.")
    person.page.get_by_role("link", name="One move back").click()
    person.expect_board("XX.OO....")
    expect(person.page.locator("[data-strike][x1]")).to_have_count(0)
