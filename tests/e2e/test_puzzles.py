"""Puzzles: by mouse, by keyboard, and when the connection is gone for a moment."""

from __future__ import annotations

from playwright.sync_api import expect

from games.ai.solver import Value
from games.study.puzzles.book import Puzzle
from games.study.puzzles.record import SHOWN, WRONG
from tests.e2e.people import NewPerson, Person
from tests.puzzles import puzzle_of, wrong_cell
from tests.server import Server


def open_puzzle(person: Person, puzzle: Puzzle) -> None:
    person.open(f"{person.url}puzzles/{puzzle.id}/")


def expect_state(person: Person, state: str) -> None:
    expect(person.page.locator("[data-words]")).to_have_attribute("data-state", state)


def marks(puzzle: Puzzle, step: int) -> str:
    board = puzzle.board
    for cell in puzzle.line[:step]:
        board = board.play(cell)
    return board.cells


def forbid_navigation(person: Person) -> None:
    """Record it as an error from now on if the page is reloaded or left."""
    expect(person.page.locator('button.cell[tabindex="0"]')).to_have_count(1)
    person.page.on("request", person._record_navigation)


def test_a_wrong_answer_then_the_right_one_by_mouse_and_keys(server: Server, new_person: NewPerson):
    person = new_person(server)
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.check_accessibility()
    wrong = wrong_cell(puzzle)
    person.play(wrong)
    expect_state(person, "wrong")
    expect(person.cell(wrong)).to_have_attribute("data-tried", "")
    person.expect_board(marks(puzzle, 0))
    person.check_accessibility()
    keys = person.page.keyboard
    keys.press(str(puzzle.proof.solution + 1))
    expect_state(person, "solved")
    expect(person.cell(puzzle.proof.solution)).to_be_focused()
    person.expect_words("Right!")
    expect(person.page.locator("[data-detail]")).to_have_text(
        f"{puzzle.board.turn} wins in 2 moves."
    )
    person.expect_board(marks(puzzle, 1))
    person.check_accessibility_in_all_looks()
    keys.press("]")
    person.expect_board(marks(puzzle, 2))
    keys.press("[")
    person.expect_board(marks(puzzle, 1))
    expect(person.page.get_by_role("link", name="One move back")).to_be_focused()
    keys.press("Enter")
    person.expect_board(marks(puzzle, 0))
    person.page.get_by_role("link", name="The last move").click()
    person.expect_board(marks(puzzle, 3))
    expect(person.page.locator("[data-strike]")).to_be_visible()


def test_show_me_after_the_connection_was_gone(server: Server, new_person: NewPerson):
    person = new_person(server)
    puzzle = puzzle_of("4x4")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.ignores_connection_errors = True
    person.page.context.set_offline(True)
    person.play(puzzle.proof.solution)
    expect(person.page.locator("[data-alert]")).to_contain_text("There is no connection just now.")
    person.expect_board(marks(puzzle, 0))
    person.page.context.set_offline(False)
    person.press("Show me")
    expect_state(person, "shown")
    following = person.page.get_by_role("button", name="Next puzzle")
    expect(following).to_be_focused()
    link = person.page.get_by_role("link", name="Play on from here").get_attribute("href") or ""
    assert link.startswith("/?board=4x4&moves=")
    following.click()
    expect_state(person, "open")
    expect(person.page).not_to_have_url(f"{server.url}puzzles/{puzzle.id}/")
    expect(person.page.locator("[data-words]")).to_be_focused()
    person.play(person.free_cell())
    expect(person.page.locator('[data-words]:not([data-state="open"])')).to_be_attached()


def test_a_result_is_copied_and_a_named_cell_lights_up(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    puzzle = puzzle_of("classic")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.play(wrong_cell(puzzle))
    expect_state(person, "wrong")
    person.press("Show me")
    name = puzzle.variant.cell_name(puzzle.proof.solution)
    person.expect_words(f"It is {name}.")
    lit = person.page.locator("[data-lit]")
    person.page.get_by_text(name, exact=True).click()
    expect(lit).to_have_attribute("data-name", name)
    person.page.get_by_role("link", name="Share").click()
    expect(person.page.get_by_role("link", name="Copied")).to_be_visible()
    expect(lit).to_have_count(0)
    copied = person.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert copied[0].startswith("Tic-tac-toe puzzle: Classic")
    assert copied[1:] == [WRONG + SHOWN, person.page.url]
    person.check_accessibility()
