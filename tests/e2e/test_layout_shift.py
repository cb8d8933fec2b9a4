from playwright.sync_api import Route, expect

from games.ai.solver import Value
from tests.e2e.people import PHONE, NewPerson, Person
from tests.puzzles import own_moves, puzzle_of, wrong_cell
from tests.server import Server

LAPTOP = {"width": 1366, "height": 650}
# Also the shifts that follow an input at once, which browsers do not count.
SHIFTS = """async () => {
  const shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    .observe({ type: "layout-shift", buffered: true });
  // Shifts are reported after a frame has been painted.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const name = ({ node }) => node?.outerHTML?.split(">")[0] ?? "text";
  return shifts.map(({ value, sources }) => [value, sources.map(name).join()]);
}"""
PAINTED = """() => new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
})"""
# A board that moves by a tenth of its size counts 16 times as much. A name in the header whose face
# comes a moment late on a busy machine is a little wider then: a long one has counted 0.0021.
LEAST = 0.003
# On a busy machine the opponent's page may be taken for gone for a moment, which is told in a line
# below the buttons.
LEAST_OF_TWO = 0.01
PATHS = ("", "?board=gomoku", "watch/", "offline/", "learn/", "tree/", "games/", "account/sign-in/")
CONNECT_FOUR = (35, 36, 28, 29, 21, 22, 14)


def assert_nothing_moved(person: Person, least: float = LEAST) -> None:
    assert [shift for shift in person.page.evaluate(SHIFTS) if shift[0] >= least] == []


def after_first_paint(route: Route) -> None:
    route.request.frame.page.evaluate(PAINTED)
    route.continue_()


def test_nothing_moves_while_a_page_loads(empty_server: Server, new_person: NewPerson):
    for path in PATHS:
        person = new_person(is_new=True)  # whose browser has no file of the site yet
        person.page.route("**/*.js", after_first_paint)
        person.open(path)
        assert_nothing_moved(person)


def test_nothing_moves_in_a_game_of_two(new_person: NewPerson):
    host, guest = new_person(), new_person(viewport=LAPTOP)
    link = host.invite("X", board="connect-four", control="3+2", undo="yes")
    guest.join(link)
    for ply, cell in enumerate(CONNECT_FOUR):
        mover = guest if ply % 2 else host
        mover.wait_for_turn()
        if ply < len(CONNECT_FOUR) - 3:
            mover.send(f"{link}move/", ply=str(ply), cell=str(cell))  # as from another tab
        else:
            mover.cell(cell).focus()
            mover.page.keyboard.press("Enter")
        expect(mover.page.locator("[data-moves] li")).to_have_count(ply + 1)
    host.expect_words("You win! Four in a row.")
    expect(guest.page.locator("[data-game]")).to_have_attribute("data-status", "finished")
    assert_nothing_moved(host, LEAST_OF_TWO)
    assert_nothing_moved(guest, LEAST_OF_TWO)


def test_nothing_moves_while_one_answers(new_person: NewPerson):
    puzzle = puzzle_of("classic", goal=Value.WIN, plies=3)
    for viewport in (PHONE, LAPTOP):
        person = new_person(viewport=viewport)
        person.open(f"puzzles/{puzzle.id}/")
        person.play(wrong_cell(puzzle))
        person.page.get_by_role("link", name="again").click()
        for cell in own_moves(puzzle):
            expect(person.page.locator("[data-words]")).to_have_attribute("data-state", "open")
            person.play(cell)
            expect(person.cell(cell)).to_have_attribute("data-mark", puzzle.board.turn)
            expect(person.page.locator("[data-pending]")).to_have_count(0)  # the answer has come
        expect(person.page.locator("[data-words]")).to_have_attribute("data-state", "solved")
        assert_nothing_moved(person)
        person.open("learn/replies/")
        for cell, state in ((1, "wrong"), (4, "right")):
            person.page.locator("button.cell").nth(cell).click()
            expect(person.page.locator(".answer")).to_have_attribute("data-state", state)
        assert_nothing_moved(person)
