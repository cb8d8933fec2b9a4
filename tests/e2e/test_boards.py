import pytest
from playwright.sync_api import Route, expect

from games.engine import BOARDS
from tests.e2e.people import PHONE, NewPerson, Person
from tests.puzzles import puzzle_of

ULTIMATE, NOTAKTO = BOARDS["ultimate"].variant, BOARDS["notakto-3"].variant


def test_a_piece_falls_wherever_its_column_is_pressed(person: Person):
    person.play_here(board="connect-four")
    person.wait_until_live()
    middle, shade = person.cell(24), "cell => getComputedStyle(cell, '::after').boxShadow"
    expect(middle).to_have_attribute("tabindex", "0")
    expect(middle).to_be_focused()
    # Nothing is shown of the focus that the page gave by itself, until a key is pressed.
    assert middle.evaluate(shade) == person.cell(23).evaluate(shade)
    expect(person.page.locator("[data-target]")).to_have_count(0)
    person.page.keyboard.press("ArrowRight")
    expect(person.cell(39)).to_have_attribute("data-target", "")
    assert person.cell(25).evaluate(shade) != middle.evaluate(shade)
    person.cell(3).hover()
    expect(person.cell(38)).to_have_attribute("data-target", "")
    person.play(3)
    expect(person.cell(38)).to_have_attribute("data-mark", "X")
    person.play(38)
    expect(person.cell(31)).to_have_attribute("data-mark", "O")
    expect(person.page.locator("[data-pending], [data-deaf]")).to_have_count(0)
    person.page.keyboard.press("1")
    expect(person.cell(35)).to_have_attribute("data-mark", "X")

    person.open("?board=connect-four")
    person.cell(3).hover()
    expect(person.cell(38)).to_have_attribute("data-target", "")
    person.play(3)
    person.wait_until_live()
    expect(person.cell(38)).to_have_attribute("data-mark", "X")

    puzzle = puzzle_of("connect-four")
    column = puzzle.variant.place(puzzle.solution)[0]
    person.open(f"puzzles/{puzzle.id}/")
    person.cell(puzzle.variant.cell(column, puzzle.variant.height - 1)).click()
    expect(person.page.locator("[data-words]")).to_have_attribute("data-state", "first_try")


# How well the sign carved into a side's disc stands out, as WCAG reckons it
CONTRAST = """(board, side) => {
  board.insertAdjacentHTML("beforeend",
    `<svg class="${side}"><circle class="piece"/><path class="carved"/></svg>`);
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const [disc, sign] = [".piece", ".carved"].map((part) => {
    const { fill, stroke, opacity } = getComputedStyle(board.lastChild.querySelector(part));
    context.globalAlpha = opacity;
    context.fillStyle = part === ".piece" ? fill : stroke;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  });
  return Math.max(disc, sign) / Math.min(disc, sign);
}"""


def test_the_signs_on_discs_stand_out(person: Person):
    person.open("?board=connect-four")
    board = person.page.locator("[data-board]")
    for color_scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=color_scheme)
        assert [side for side in "xo" if board.evaluate(CONTRAST, side) < 3] == []


def test_a_finger_on_small_cells_aims_before_it_plays_and_zooms_by_two_taps(new_person: NewPerson):
    person = new_person(has_touch=True)
    puzzle = puzzle_of("gomoku")
    for address in (
        person.send("g/", opponent="device", board="gomoku"),
        "?board=gomoku",
        f"puzzles/{puzzle.id}/",
    ):
        person.open(address)
        expect(person.page.locator('button.cell[tabindex="0"]')).to_have_count(1)
        cell = person.cell(puzzle.solution)
        cell.tap()
        expect(cell).to_have_attribute("data-target", "")
        expect(cell).to_have_attribute("data-mark", "")
        if address == "?board=gomoku":
            expect(person.page.locator("[data-aim]")).to_contain_text("Tap again to play")
            expect(person.page.locator(".verbs")).to_be_hidden()  # they had the same place
        # A second tap that comes at once would make the board larger.
        later = person.page.evaluate("performance.now() + 400")
        person.page.wait_for_function("later => performance.now() > later", arg=later)
        cell.tap()
        expect(cell).not_to_have_attribute("data-mark", "")
        assert person.page_width() <= PHONE["width"]

    person.play_here(board="gomoku")
    person.wait_until_live()
    expect(person.cell(112)).to_have_attribute("tabindex", "0")
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
    expect(person.page.get_by_role("button", name="Smaller")).to_be_hidden()
    expect(person.page.locator("[data-moves] li")).to_have_count(0)
    person.cell(64).tap()
    person.expect_words("Tap again to play")  # in the place of the sentence
    expect(person.page.locator("[data-aimed-at]")).to_have_text("e11")

    person.play_here(board="ultimate")
    person.wait_until_live()
    cell = person.cell(ULTIMATE.cell_named("f5"))  # the middle right place of its small board
    cell.tap()
    person.expect_words("Tap again to play")
    expect(person.page.locator("[data-aimed-at]")).to_have_text(
        "It sends O to the middle right board."
    )
    cell.tap()
    expect(cell).to_have_attribute("data-mark", "X")
    person.wait_for_turn()
    person.cell(ULTIMATE.cell_named("g5")).tap()  # on the board to play on one tap is enough
    expect(person.cell(ULTIMATE.cell_named("g5"))).to_have_attribute("data-mark", "O")


def test_marks_are_seen_where_a_browser_does_not_know_light_dark(person: Person):

    def send_without(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unknown("))

    person.page.route("**/tokens*.css", send_without)
    person.play_here()
    person.wait_until_live()
    person.play(4)
    person.expect_board("....X....")
    mark = person.cell(4).locator("use.x")
    assert mark.evaluate("use => getComputedStyle(use).getPropertyValue('--mark')") == "#1d4f9f"
    assert person.page.evaluate("getComputedStyle(document.body).color") == "rgb(37, 34, 29)"
    grid = person.page.locator(".board .grid")
    assert grid.evaluate("grid => getComputedStyle(grid).stroke").startswith("rgb(")


def test_the_first_moves_on_ultimate_by_mouse_and_by_keys(new_person: NewPerson):
    person = new_person()
    person.open("?board=ultimate")
    page, small = person.page, person.page.locator("[data-small]")
    cell = person.cell(ULTIMATE.cell_named("d9"))  # the upper left place of its small board
    cell.hover()
    expect(small.nth(0)).to_have_attribute("data-sent", "O")
    expect(page.locator("[data-sent]")).to_have_count(1)

    person.play_here(board="ultimate")
    person.wait_until_live()
    expect(page.locator("[data-where]")).to_have_text(
        "Play in any open board. A corner sends the other to that corner's board."
    )
    page.keyboard.press("5")  # chooses a small board
    expect(person.cell(ULTIMATE.cell_named("e5"))).to_be_focused()
    new_person().open(page.url)
    expect(page.locator("[data-watchers]")).to_have_text("1 watching")
    page.keyboard.press("3")  # and a place on it, whatever is drawn between the two
    expect(person.cell(ULTIMATE.cell_named("f6"))).to_have_attribute("data-mark", "X")
    expect(small.nth(2)).to_have_attribute("data-here", "O")
    where = page.locator("[data-where]")
    expect(where).to_contain_text("Play in the upper right board. X sent you there.")
    expect(page.get_by_role("group", name="Upper right board, play here")).to_be_visible()
    page.keyboard.press("Tab")
    expect(person.cell(ULTIMATE.cell_named("h8"))).to_be_focused()
    label = "h 8, empty. It sends X to the centre board"
    expect(person.cell(ULTIMATE.cell_named("h8"))).to_have_attribute("aria-label", label)
    expect(page.locator("[data-deaf]")).to_have_count(0)
    page.keyboard.press("1")
    expect(person.cell(ULTIMATE.cell_named("g9"))).to_have_attribute("data-mark", "O")

    expect(page.locator("[data-deaf]")).to_have_count(0)
    person.cell(ULTIMATE.cell_named("e5")).click(force=True)  # not on the small board to play on
    expect(page.locator("[data-note]")).to_have_text(
        "Play in the upper left board. O sent you there."
    )
    expect(page.locator("[data-moves] li")).to_have_count(2)
    page.keyboard.press("ArrowLeft")  # over the margin between two boards
    page.keyboard.press("ArrowLeft")
    expect(person.cell(ULTIMATE.cell_named("c5"))).to_be_focused()
    page.keyboard.press("Tab")  # leads to where one must play
    expect(person.cell(ULTIMATE.cell_named("b8"))).to_be_focused()
    person.check_accessibility()
