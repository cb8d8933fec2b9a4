import pytest

from games.ai.solver import Value
from games.models import Game
from tests.plain_browser import PlainBrowser, attribute, has
from tests.puzzles import own_moves, puzzle_of, wrong_cell
from tests.reviews import O_LOSES_ON_MOVE_4, review_game


@pytest.fixture
def browser() -> PlainBrowser:
    return PlainBrowser()


def test_a_game_begins_by_the_board_or_a_sheet(browser: PlainBrowser):
    for board, cell, target in (("classic", 0, 0), ("connect-four", 0, 35)):
        browser.open(f"/?board={board}")
        browser.play(cell)
        assert attribute(browser.cell(target), "data-mark") == "X"
    browser.open("/")
    browser.press("Play", board="misere", level="hard", side="X")
    assert "Computer (Hard)" in browser.text()
    browser.play(4)
    assert browser.marks()[4] == "X"


def test_two_play_a_whole_game_by_refreshing_it_and_are_watched(browser: PlainBrowser):
    guest, watcher = PlainBrowser(), PlainBrowser()
    watcher.open("/")
    watcher.follow("Watch")
    assert "Nobody is playing just now" in watcher.text()
    browser.open("/")
    browser.press("Play a friend")
    browser.press("Save", side="X", is_public="on")
    guest.open(browser.address)
    guest.press("Play")
    watcher.follow("Refresh it")
    game = next(each for each in watcher.all() if has(each, "data-live-game"))
    link = next(each for each in watcher.all(game) if each.name == "a")
    watcher.open(attribute(link, "href"))
    assert "You are watching." in watcher.text()
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        mover = guest if ply % 2 else browser
        mover.follow("Refresh it")
        mover.play(cell)
        assert "does not update by itself" in guest.text()
    assert "You win! Three in a row." in browser.text()
    browser.press("Rematch")
    assert "Waiting for the rematch" in browser.text()


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_shown_until_the_next_move(browser: PlainBrowser):
    browser.open("/")
    browser.press("Play", level="easy", side="X")
    for verb, is_shown in (("Hint", True), ("Hide hint", False), ("Hint", True)):
        browser.press(verb)
        label = "a 3, empty: draw, recommended" if is_shown else "a 3, empty"
        assert attribute(browser.cell(0), "aria-label") == label
    browser.play(0)
    assert not [name for name in browser.names("button") if "recommended" in name]


def test_a_lesson_is_stepped_through(browser: PlainBrowser):
    browser.open("/learn/replies/?question=1&cell=b3")
    assert "Not b3. X then wins with a2." in browser.text()
    browser.follow("Show me what happens")
    assert "X plays a2." in browser.text()
    browser.follow("Last position")
    assert "Three in a row: X wins." in browser.text()
    browser.follow("One move back")
    assert "5 of 6" in browser.text()
    browser.follow("2")
    assert "2 of 5" in browser.text()
    browser.open("/learn/mistakes/")
    browser.follow("Move 3 X")
    browser.follow("One move on")
    assert "That loses." in browser.text()


def test_the_boxes_of_menace_are_looked_into(browser: PlainBrowser):
    browser.open("/menace/")
    browser.follow("b 2, empty, 4 beads")
    assert "O to move:" in browser.text()
    browser.follow(next(name for name in browser.names("a") if name.startswith("a 3, empty")))
    assert "b 2, X" in [attribute(each, "aria-label") for each in browser.all()]
    browser.follow("One move back")
    assert browser.address.endswith("?moves=b2")
    browser.follow("Empty board")
    assert browser.names("a").count("b 2, empty, 4 beads") == 1


def test_a_puzzle_is_solved(browser: PlainBrowser):
    for board in ("classic", "connect-four"):
        puzzle = puzzle_of(board, goal=Value.WIN, plies=3)
        browser.open(f"/puzzles/{puzzle.id}/")
        browser.play(wrong_cell(puzzle))
        assert "Not " in browser.text()
        browser.follow("Try move 1 again")
        for cell in own_moves(puzzle):
            assert "Solved." not in browser.text()
            browser.play(cell)
        assert "Solved." in browser.text()
        browser.follow(puzzle.variant.cell_name(puzzle.solution))
        assert f"1 of {puzzle.plies}" in browser.text()
    browser.press("Next puzzle")
    assert "Show me" in browser.names("button")


def test_a_game_is_looked_back_at_a_mistake_tried_again_and_a_position_played_on(browser):
    browser.open("/")
    browser.press("Play", opponent="device")
    for cell in O_LOSES_ON_MOVE_4:
        browser.play(cell)
    game = browser.address
    for _ in range(3):
        browser.follow("One move back")
    assert browser.marks().count("X") == browser.marks().count("O") == 2
    review_game(Game.objects.get())
    browser.open(game)
    browser.follow("Review")
    assert "O lost the game on move 4." in browser.text()
    browser.follow("One move back")
    assert browser.marks() == "X...O...X"
    browser.follow("Try again")
    browser.play(6)
    assert "X then wins with c3. Try another." in browser.text()
    browser.play(3)
    assert "Right! That keeps the draw." in browser.text()
    browser.follow("Done")
    assert "That was your only mistake." in browser.text()
    browser.open(f"{game}?ply=2")
    browser.follow("Play on from here")
    assert browser.marks() == "X...O...."
    browser.play(8)
    assert attribute(browser.cell(8), "data-mark") == "X"


def test_ones_own_games_are_found(browser: PlainBrowser):
    browser.open("/")
    browser.press("Play", level="easy", side="X")
    browser.press("Yes, resign")
    browser.open("/settings/")
    browser.follow("Your games")
    browser.follow("With a mistake")
    assert "You have no such games." in browser.text()
    browser.follow("Lost")
    assert "lost: you resigned" in browser.text()
    browser.follow("Classic")
    assert "1 game" in browser.text()
    browser.follow("Computer (Easy)")
    assert "You resigned." in browser.text()


def test_a_refused_name_is_mended_and_leads_back(browser: PlainBrowser):
    browser.open("/settings/?next=/how-to/")
    browser.follow("Your name")
    browser.press("Save", status=400, name="Computer")
    [field] = [each for each in browser.all() if attribute(each, "id") == "name"]
    assert (attribute(field, "value"), has(field, "autofocus")) == ("Computer", True)
    browser.press("Save", name="Ada")
    assert browser.address == "/how-to/"
    assert "Ada" in browser.text()
