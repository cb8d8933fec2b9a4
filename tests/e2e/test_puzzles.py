"""Puzzles: by mouse, by keyboard, on a phone, without scripts, and over several days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from games.ai import puzzle_book
from games.ai.puzzles import Puzzle
from games.ai.solver import Value
from tests.e2e.people import NewPerson, Person
from tests.e2e.test_layout_shift import assert_nothing_moved
from tests.puzzles import puzzle_of, wrong_cell
from tests.server import Server, open_database

DESK = {"width": 1280, "height": 800}


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


def test_a_wrong_answer_then_the_right_one_by_mouse(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=DESK)
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    wrong = wrong_cell(puzzle)
    person.play(wrong)
    expect_state(person, "wrong")
    expect(person.cell(wrong).locator(".verdict")).to_have_count(1)
    person.expect_board(marks(puzzle, 0))
    person.play(puzzle.proof.solution)
    expect_state(person, "solved")
    person.expect_words(f"Right! {puzzle.board.turn} wins in 2 moves.")
    person.expect_board(marks(puzzle, 1))
    person.page.get_by_role("link", name="The last move").click()
    person.expect_board(marks(puzzle, 3))
    expect(person.page.locator("[data-strike]")).to_be_visible()
    assert_nothing_moved(person)


def test_by_keyboard(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=DESK)
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    keys = person.page.keyboard
    keys.press(str(wrong_cell(puzzle) + 1))
    expect_state(person, "wrong")
    keys.press(str(puzzle.proof.solution + 1))
    expect_state(person, "solved")
    expect(person.cell(puzzle.proof.solution)).to_be_focused()
    keys.press("]")
    person.expect_board(marks(puzzle, 2))
    keys.press("[")
    person.expect_board(marks(puzzle, 1))
    link = person.page.get_by_role("link", name="One move back")
    expect(link).to_be_focused()
    keys.press("Enter")
    person.expect_board(marks(puzzle, 0))


def test_a_finger_aims_first_on_a_small_cell(server: Server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    puzzle = puzzle_of("gomoku")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.cell(puzzle.proof.solution).tap()
    expect(person.cell(puzzle.proof.solution)).to_have_attribute("data-target", "")
    expect_state(person, "open")
    person.cell(puzzle.proof.solution).tap()
    expect_state(person, "first_try")
    assert person.page_width() <= 360


def test_a_press_anywhere_in_a_column_is_an_answer(server: Server, new_person: NewPerson):
    person = new_person(server)
    puzzle = puzzle_of("connect-four")
    open_puzzle(person, puzzle)
    column = puzzle.variant.place(puzzle.proof.solution)[0]
    forbid_navigation(person)
    person.cell(puzzle.variant.cell(column, puzzle.variant.height - 1)).click()
    expect_state(person, "first_try")
    person.expect_board(marks(puzzle, 1))


@pytest.mark.parametrize("board", ["classic", "connect-four"])
def test_without_scripts(server: Server, new_person: NewPerson, board: str):
    person = new_person(server, java_script_enabled=False)
    puzzle = puzzle_of(board, goal=Value.WIN, plies=3)
    open_puzzle(person, puzzle)
    person.play(wrong_cell(puzzle))
    expect_state(person, "wrong")
    person.play(puzzle.proof.solution)
    expect_state(person, "solved")
    person.page.get_by_role("link", name="One move on").click()
    expect(person.page.locator(".steps .at")).to_contain_text(f"2 / {len(puzzle.line)}")
    person.page.get_by_role("button", name="Next puzzle").first.click()
    expect(person.page.get_by_role("button", name="Show me")).to_be_visible()


def test_show_me_and_play_it(server: Server, new_person: NewPerson):
    person = new_person(server)
    puzzle = puzzle_of("4x4")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.press("Show me")
    expect_state(person, "shown")
    expect(person.page.get_by_role("link", name="One move on")).to_be_focused()
    link = person.page.get_by_role("link", name="Play on from here").get_attribute("href") or ""
    assert link.startswith("/?board=4x4&moves=")


def test_without_a_connection_one_may_try_again(server: Server, new_person: NewPerson):
    person = new_person(server)
    puzzle = puzzle_of("classic")
    open_puzzle(person, puzzle)
    forbid_navigation(person)
    person.ignores_connection_errors = True
    person.page.context.set_offline(True)
    person.play(puzzle.proof.solution)
    expect(person.page.locator("[data-alert]")).to_contain_text("There is no connection just now.")
    person.expect_board(marks(puzzle, 0))
    person.page.context.set_offline(False)
    person.play(puzzle.proof.solution)
    expect_state(person, "first_try")


def test_three_days_in_a_row(empty_server: Server, new_person: NewPerson):
    """The days before are moved back in the database, as the server's clock cannot be set."""
    person = new_person(empty_server, viewport=DESK)
    for day in range(3):
        person.open(f"{empty_server.url}puzzles/today/")
        puzzle_id = person.page.locator("[data-answer-form]").get_attribute("action") or ""
        puzzle = puzzle_book.find(puzzle_id.split("/")[2])
        person.play(puzzle.proof.solution)
        expect(person.page.locator("[data-state]")).to_contain_text("Right")
        expect(person.page.locator(".streak b")).to_have_text(str(day + 1))
        with open_database(empty_server.data) as database:
            for earlier in range(day + 1, 0, -1):
                moved = date.today() - timedelta(days=earlier)
                database.execute(
                    "UPDATE games_puzzleattempt SET daily_on = ?, puzzle = ? WHERE daily_on = ?",
                    (moved.isoformat(), f"{earlier}", (moved + timedelta(days=1)).isoformat()),
                )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, new_person: NewPerson, scheme: str):
    person = new_person(server, color_scheme=scheme)
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    open_puzzle(person, puzzle)
    person.check_accessibility()
    person.play(wrong_cell(puzzle))
    expect_state(person, "wrong")
    person.check_accessibility()
    person.play(puzzle.proof.solution)
    expect_state(person, "solved")
    person.check_accessibility()
