from playwright.sync_api import expect

from games.ai.solver import Value
from games.study.puzzles.book import Puzzle
from tests.e2e.people import Person
from tests.puzzles import own_moves, puzzle_of, wrong_cell


def open_puzzle(person: Person, puzzle: Puzzle) -> None:
    person.open(f"puzzles/{puzzle.id}/")


def expect_state(person: Person, state: str) -> None:
    expect(person.page.locator("[data-words]")).to_have_attribute("data-state", state)


def forbid_navigation(person: Person) -> None:
    expect(person.page.locator('button.cell[tabindex="0"]')).to_have_count(1)
    person.page.on("request", person._record_navigation)


def test_a_wrong_move_is_refuted_then_the_puzzle_is_played_to_its_end(person: Person):
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    first, last = own_moves(puzzle)
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    wrong = wrong_cell(puzzle)
    person.play(wrong)
    expect_state(person, "wrong")
    expect(person.cell(wrong)).to_have_attribute("data-tried", "")
    expect(person.cell(wrong)).to_have_attribute("data-mark", puzzle.board.turn)
    person.check_accessibility_in_all_looks("main")
    person.page.get_by_role("link", name="Try move 1 again").click()
    expect(person.page.locator("button.cell:focus")).to_have_count(1)
    person.expect_board(puzzle.board.cells)
    expect(person.page.locator("[data-deaf]")).to_have_count(0)
    keys = person.page.keyboard
    keys.press(str(first + 1))
    person.expect_words(f"{puzzle.board.turn} wins in two")
    person.expect_board(puzzle.position((first,)).cells)
    expect(person.cell(first)).to_be_focused()
    expect(person.page.locator("[data-deaf]")).to_have_count(0)
    keys.press(str(last + 1))
    expect_state(person, "solved")
    person.expect_words("Solved.")
    expect(person.page.locator("[data-strike]")).to_be_visible()
    person.check_accessibility_in_all_looks()
    keys.press("[")
    person.expect_board(puzzle.position((first,)).cells)
    expect(person.page.locator('.solution [aria-current="step"]')).to_be_focused()
    keys.press("]")
    person.expect_board(puzzle.position((first, last)).cells)


def test_show_me_after_the_connection_was_gone(person: Person):
    puzzle = puzzle_of("4x4")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.ignores_connection_errors = True
    person.page.context.set_offline(True)
    person.play(puzzle.solution)
    expect(person.page.locator("[data-alert]")).to_contain_text("There is no connection just now.")
    person.expect_board(puzzle.board.cells)
    person.page.context.set_offline(False)
    person.press("Hint")
    expect(person.page.get_by_role("button", name="Hint")).to_be_focused()
    person.press("Show me")
    expect_state(person, "shown")
    following = person.page.locator("button:is([form], [data-next]):focus")
    expect(following).to_have_count(1)
    link = person.page.get_by_role("link", name="Play on from here").get_attribute("href") or ""
    assert link.startswith("/?board=4x4&moves=")
    person.page.locator('select[name="board"]').select_option("classic")
    following.click()
    expect_state(person, "open")
    expect(person.page).not_to_have_url(f"{person.url}puzzles/{puzzle.id}/")
    expect(person.page.locator("[data-words]")).to_be_focused()
    person.play(person.free_cell())
    expect(
        person.page.locator('[data-words]:not([data-state="open"]), .solution')
    ).not_to_have_count(0)
