"""Each board of the family, played in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.server import ROOT, Server


# One of each kind of pieces, and the largest on which marks are drawn.
@pytest.mark.parametrize("board", ["classic", "6x6", "connect-four", "gomoku"])
def test_a_game_against_the_computer_is_played_to_its_end(server, new_person, board: str):
    person = new_person(server)
    person.play_computer("champion", "X", board=board)
    person.wait_until_live()
    for _ in person.turns():
        person.play(person.free_cell())
    expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_piece_falls_wherever_its_column_is_pressed(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_here(board="connect-four")
    person.wait_until_live()
    person.cell(3).hover()
    expect(person.cell(38)).to_have_attribute("data-target", "")
    person.play(3)
    expect(person.cell(38)).to_have_attribute("data-mark", "X")
    person.play(38)
    expect(person.cell(31)).to_have_attribute("data-mark", "O")
    expect(person.page.locator("[data-pending]")).to_have_count(0)
    person.page.keyboard.press("1")
    expect(person.cell(35)).to_have_attribute("data-mark", "X")


def test_the_strongest_level_promises_what_is_proven_for_the_board(server, new_person):
    person = new_person(server)
    person.open()
    person.press("Play the computer")
    person.choose(board="classic", level="champion")
    expect(person.page.get_by_text("It never loses")).to_be_visible()
    person.choose(board="gomoku")
    expect(person.page.get_by_text("It never loses")).to_be_hidden()


def test_a_finger_on_a_small_cell_aims_before_it_plays(server: Server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    person.play_here(board="gomoku")
    person.wait_until_live()
    person.cell(100).tap()
    expect(person.cell(100)).to_have_attribute("data-target", "")
    person.cell(112).tap()
    expect(person.cell(100)).not_to_have_attribute("data-target", "")
    expect(person.cell(112)).to_have_attribute("data-mark", "")
    expect(person.page.get_by_text("Tap again to play h 8").last).to_be_visible()
    # A second tap that comes at once would make the board larger.
    later = person.page.evaluate("performance.now() + 400")
    person.page.wait_for_function("later => performance.now() > later", arg=later)
    person.cell(112).tap()
    expect(person.cell(112)).to_have_attribute("data-mark", "X")
    expect(person.page.locator("[data-moves] li")).to_have_count(1)


def test_a_double_tap_makes_small_cells_larger_and_plays_nothing(server, new_person: NewPerson):
    person = new_person(server, has_touch=True)
    person.play_here(board="gomoku")
    person.wait_until_live()
    width = person.cell(112).evaluate("cell => cell.getBoundingClientRect().width")
    person.page.evaluate(
        """() => {
          const cell = document.querySelector('[data-cell="50"]');
          for (const type of ["pointerdown", "click", "pointerdown", "click"])
            cell.dispatchEvent(
              new PointerEvent(type, { pointerType: "touch", bubbles: true, cancelable: true }),
            );
        }"""
    )
    larger = person.cell(112).evaluate("cell => cell.getBoundingClientRect().width")
    assert larger == pytest.approx(2.2 * width, rel=0.02)
    assert person.page_width() == 360
    person.press("Smaller")
    person.press("Smaller")
    expect(person.page.get_by_role("button", name="Smaller")).to_be_disabled()
    expect(person.page.locator("[data-moves] li")).to_have_count(0)


@pytest.mark.parametrize(
    ("board", "middle"), [("classic", 4), ("4x4", 10), ("connect-four", 24), ("gomoku", 112)]
)
def test_the_tab_key_comes_to_the_middle_of_the_board(server, new_person, board: str, middle: int):
    person = new_person(server)
    person.play_here(board=board)
    person.wait_until_live()
    expect(person.page.locator('button.cell[tabindex="0"]')).to_have_count(1)
    expect(person.cell(middle)).to_have_attribute("tabindex", "0")


def test_a_line_that_loses_is_struck_as_one(server: Server, new_person: NewPerson):
    strokes = {}
    for board in ("classic", "misere"):
        person = new_person(server)
        person.play_here(board=board)
        person.wait_until_live()
        for cell in (0, 3, 1, 4, 2):
            person.play(cell)
            person.page.wait_for_function(
                "cell => document.querySelector(`[data-cell='${cell}'][data-mark]:not"
                "([data-mark='']):not([data-pending])`)",
                arg=cell,
            )
        strike = person.page.locator("[data-strike][x1]")
        strike.wait_for(state="attached")
        person.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        strokes[board] = strike.evaluate("line => getComputedStyle(line).stroke")
    assert strokes["misere"] != strokes["classic"]


@pytest.mark.parametrize("board", ["connect-four", "gomoku"])
def test_a_large_board_keeps_nobody_out_and_fits_a_phone(server, new_person, board: str):
    person = new_person(server)
    person.play_here(board=board)
    person.wait_until_live()
    person.check_accessibility()
    box = person.page.locator("[data-board]").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] <= 640


def test_a_move_touches_only_the_cells_that_change(server: Server, new_person: NewPerson):
    """On a board of 225 cells: the new mark, and the one that was the last move before."""
    person = new_person(server)
    person.play_here(board="gomoku")
    person.wait_until_live()
    for cell in (112, 113):
        play_and_confirm(person, cell)
    person.page.evaluate(WATCH_CELLS)
    play_and_confirm(person, 114)
    assert person.page.evaluate("window.touched()") == [113, 114]


WATCH_CELLS = """() => {
  const touched = new Set();
  const note = (records) => {
    for (const { target } of records) {
      const cell = target.closest("[data-cell]");
      if (cell) touched.add(Number(cell.dataset.cell));
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document.querySelector("[data-rows]"), {
    attributes: true,
    // The focus moves the one stop for the Tab key.
    attributeFilter: ["data-mark", "data-last", "data-line", "data-pending", "data-fresh",
      "aria-label", "aria-disabled", "class", "disabled"],
    childList: true,
    subtree: true,
  });
  window.touched = () => {
    note(observer.takeRecords());
    return [...touched].sort((one, other) => one - other);
  };
}"""


def play_and_confirm(person: Person, cell: int) -> None:
    person.play(cell)
    confirmed = '[data-mark]:not([data-mark=""]):not([data-pending])'
    person.page.locator(f'[data-cell="{cell}"]{confirmed}').wait_for()


def test_marks_are_seen_where_a_browser_does_not_know_light_dark(server, new_person: NewPerson):
    person = new_person(server)
    colours = (ROOT / "static" / "css" / "colours.css").read_text()
    older = colours.replace("light-dark(", "unknown(")
    person.page.route(
        "**/colours*.css", lambda route: route.fulfill(body=older, content_type="text/css")
    )
    person.play_here()
    person.wait_until_live()
    person.play(4)
    person.expect_board("....X....")
    mark = person.cell(4).locator("use.x")
    assert mark.evaluate("use => getComputedStyle(use).getPropertyValue('--mark')") == "#1d4f9f"
    assert person.page.evaluate("getComputedStyle(document.body).color") == "rgb(38, 35, 30)"
    grid = person.page.locator(".board .grid")
    assert grid.evaluate("grid => getComputedStyle(grid).stroke").startswith("rgb(")
