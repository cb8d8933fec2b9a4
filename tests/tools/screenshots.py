"""``python -m tests.tools.screenshots``: every page and state to look at, in all sizes and themes.

For each size and theme there is also one contact sheet with all of them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageOps
from playwright.sync_api import Browser, expect, sync_playwright

from games.engine import Board
from games.engine.presets import BOARDS
from games.views.learn.pages import LESSONS
from tests.e2e.chromium import launch
from tests.e2e.people import Person
from tests.server import ROOT, Server

Capture = Callable[[Person, str], None]

FOLDER = ROOT / "screenshots"
SIZES = {
    "small-phone": (320, 568),
    "phone": (360, 640),
    "large-phone": (390, 844),
    "tablet": (768, 1024),
    "laptop": (1366, 650),
    "desktop": (1280, 800),
    "large-desktop": (1920, 1080),
}
WON = {
    "connect-four": (
        0,
        1,
        0,
        1,
        0,
        1,
        0,
    ),  # cells of the top row; a press falls to the lowest free cell
    "gomoku": (110, 140, 111, 141, 112, 142, 113, 143, 114),
}
THEMES = ("light", "dark")
THUMBNAIL, COLUMNS, CAPTION = 320, 8, 16  # pixels, but for the columns
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for theme in THEMES:
            with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
                names = photograph(browser, server, theme)
            for size in SIZES:
                contact_sheet(names, size, theme)
        browser.close()
    print(f"Screenshots are in {FOLDER}")


def contact_sheet(names: list[str], size: str, theme: str) -> None:
    """Put the pictures of a size and a theme on one sheet, each with its name."""
    width, height = SIZES[size]
    cell = (THUMBNAIL, round(THUMBNAIL * height / width) + CAPTION)
    rows = -(-len(names) // COLUMNS)
    sheet = Image.new("RGB", (cell[0] * COLUMNS, cell[1] * rows), "grey")
    for number, name in enumerate(names):
        left, top = number % COLUMNS * cell[0], number // COLUMNS * cell[1]
        with Image.open(FOLDER / f"{name}-{size}-{theme}.png") as picture:
            sheet.paste(ImageOps.fit(picture, (cell[0], cell[1] - CAPTION)), (left, top + CAPTION))
        ImageDraw.Draw(sheet).text((left + 2, top + 2), name)
    sheet.save(FOLDER / f"_sheet-{size}-{theme}.png")


def photograph(browser: Browser, server: Server, theme: str) -> list[str]:
    """Play through the site and return the names of the pictures."""
    names: list[str] = []

    def new_person() -> Person:
        context = browser.new_context(color_scheme=theme)  # type: ignore[arg-type]
        return Person(context.new_page(), server.url)

    def capture(person: Person, name: str) -> None:
        names.append(name)
        person.page.mouse.move(0, 0)
        for size, (width, height) in SIZES.items():
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.evaluate(TWO_FRAMES)
            finished = "document.getAnimations().forEach((animation) => animation.finish())"
            person.page.evaluate(finished)
            person.page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png")

    host, guest, watcher = new_person(), new_person(), new_person()
    host.open()
    capture(host, "home")
    host.open(f"{server.url}?board=classic&moves=b2-a3-c1")
    capture(host, "home-position")
    host.open(f"{server.url}watch/")
    capture(host, "games-to-watch-none")
    link = host.invite("X")
    capture(host, "waiting")
    guest.open(link)
    capture(guest, "invitation")
    guest.press("Play")
    host.expect_words("Your turn")
    watcher.open(link)
    play(host, guest, 4, 0, 2, 6)
    watcher.expect_board("O.X.X.O..")
    capture(host, "playing")
    capture(watcher, "watching")
    watcher.open(f"{server.url}watch/")
    capture(watcher, "games-to-watch")
    play(host, guest, 3, 5, 8, 1)
    host.expect_words("Your turn")
    host.page.get_by_role("link", name="One move back").click()
    capture(host, "looking-back")
    host.page.get_by_role("link", name="Latest position").click()
    host.play(7)
    host.expect_words("It's a draw. The board is full.")
    capture(host, "draw")
    guest.rematch()
    host.press("Go to the rematch")
    play(guest, host, 0, 3, 1, 4, 2)
    host.page.locator('[data-status="finished"]').wait_for()
    capture(guest, "won")
    review(host, capture)
    host.open()
    for verb in ("Play the computer", "Play a friend", "Two on this device"):
        host.press(verb)
        capture(host, f"home-{verb.split()[-1]}")
        host.open()
    host.page.locator(".name-menu summary").click()
    host.press("Continue on another device")
    capture(host, "leaving")
    guest.open(host.page.get_by_label("Link for your other device").input_value())
    capture(guest, "arriving")
    guest.press("Continue here")
    guest.page.get_by_text("on this device now").wait_for()
    capture(guest, "arrived")
    exhibition(host, capture)
    terms(watcher, host, capture)
    # Nobody may start more than ten games a minute.
    boards(new_person(), capture)
    hints(new_person(), capture)
    search_tree(new_person(), capture)
    watcher.open(f"{server.url}watch/")
    capture(watcher, "games-to-watch-boards")
    for person, name in ((host, "none"), (guest, "some")):
        person.open(f"{server.url}games/")
        capture(person, f"own-games-{name}")
        person.open(f"{server.url}games/statistics/")
        capture(person, f"statistics-{name}")
    host.open(f"{server.url}g/nothing/")
    capture(host, "nothing")
    for page in ("how-to", "about", "offline", "puzzles"):
        host.open(f"{server.url}{page}/")
        capture(host, page)
    lessons(new_person(), capture)
    menace(new_person(), server, capture)
    results(new_person(), capture)
    staff(new_person(), server, capture)
    return names


def review(person: Person, capture: Capture) -> None:
    """Photograph the review of the game that was lost just now, and one of its mistakes."""
    person.page.get_by_role("link", name="Look back").click()
    person.page.locator("[data-review][data-complete]").wait_for()
    capture(person, "review")
    person.page.get_by_role("link", name="Try again").click()
    capture(person, "try-again")


def lessons(person: Person, capture: Capture) -> None:
    """Photograph the lessons, each one move into its lines of play."""
    person.open(f"{person.url}learn/")
    capture(person, "learn")
    for lesson in LESSONS:
        person.open(f"{person.url}learn/{lesson.slug}/")
        for line in person.page.locator("[data-stepper]").all():
            line.get_by_role("link", name="One move on").click()
        capture(person, f"learn-{lesson.slug}")


def exhibition(person: Person, capture: Capture) -> None:
    """Photograph the computer that plays itself: paused, with the speeds, and over."""
    person.open(f"{person.url}exhibitions/")
    capture(person, "exhibitions")
    person.page.get_by_label("Half a second").check()
    person.press("Start")
    person.wait_until_live()
    person.press("Pause")
    person.press("Step")
    person.page.get_by_text("Speed", exact=True).click()
    capture(person, "exhibition-paused")
    person.press("Half a second")
    person.press("Go on")
    person.page.locator('[data-status="finished"]').wait_for()
    capture(person, "exhibition-over")


def results(person: Person, capture: Capture) -> None:
    """Photograph how games end: resigned, and won on two boards; then the first page after them."""
    person.play_computer("easy", "X", control="3+2")
    person.wait_until_live()
    person.page.get_by_text("Resign", exact=True).click()
    capture(person, "resigning")
    person.press("Yes, resign")
    capture(person, "lost")
    for name, cells in WON.items():
        person.play_here(board=name)
        person.wait_until_live()
        for ply, cell in enumerate(cells):
            expect(person.page.locator("[data-moves] li")).to_have_count(ply)
            person.play(cell)
        person.page.locator('[data-status="finished"]').wait_for()
        capture(person, f"won-{name}")
    person.open()
    capture(person, "home-recent")
    person.page.locator(".name-menu summary").click()
    capture(person, "home-name")


def menace(person: Person, server: Server, capture: Capture) -> None:
    """Photograph Menace before its first game, and after one and in its course."""
    person.open(f"{server.url}menace/")
    capture(person, "menace-naive")
    person.press("Play against it")
    person.wait_for_turn()
    capture(person, "menace-game")
    person.resign()
    person.open(f"{server.url}menace/?moves=b2-a3#boxes")
    capture(person, "menace-boxes")


def staff(person: Person, server: Server, capture: Capture) -> None:
    """Photograph the record as staff read it."""
    person.open(f"{server.url}admin/")
    capture(person, "admin-login")
    person.page.get_by_label("Username").fill("staff")
    person.page.get_by_label("Password").fill(server.staff_password)
    person.press("Log in")
    capture(person, "admin-start")
    person.open(f"{server.url}admin/games/game/")
    capture(person, "admin-games")
    person.page.locator("#result_list tbody th a").first.click()
    capture(person, "admin-game")
    person.open(f"{server.url}admin/games/player/?kind=person")
    person.page.locator("#result_list tbody th a").first.click()
    capture(person, "admin-player")
    person.press("Hide the name")
    capture(person, "admin-confirm")
    person.press("Yes, hide")
    person.open(f"{server.url}admin/admin/logentry/")
    capture(person, "admin-log")


def terms(host: Person, guest: Person, capture: Capture) -> None:
    """Photograph a game with a clock, reactions and undo."""
    guest.join(host.invite("X", control="3+2", best_of="5", undo="yes"))
    play(host, guest, 4, 0, 2)
    guest.wait_for_turn()
    host.page.get_by_text("React", exact=True).click()
    capture(host, "reacting")
    host.page.get_by_role("button", name="Hello!").click()
    guest.page.locator("[data-bubble]:not([hidden])").wait_for()
    host.press("Take back")
    guest.page.get_by_role("button", name="Yes, take it back").wait_for()
    capture(guest, "asked")
    capture(host, "asking")
    guest.press("No")
    guest.press("Settings")
    capture(guest, "choices")


def boards(person: Person, capture: Capture) -> None:
    """Photograph each board as it is chosen, in the middle of a game, and later."""
    for name in BOARDS:
        person.open(f"{person.url}?board={name}")
        capture(person, f"choosing-{name}")
        person.play_here(board=name)
        person.wait_until_live()
        board, variant = Board(BOARDS[name].variant), BOARDS[name].variant
        board = play_randomly(person, board, min(variant.size // 3, 20))
        capture(person, f"board-{name}")
        play_randomly(person, board, min(variant.size, 28))  # no faster than one may play
        capture(person, f"board-{name}-later")


def hints(person: Person, capture: Capture) -> None:
    """Photograph hints on a small board, where pieces fall, and on the largest."""
    for name, cells in {
        "misere": (4,),
        "connect-four": (38, 37),
        "gomoku": (112, 113, 127),
    }.items():
        person.play_computer("easy", "X", board=name)
        person.wait_until_live()
        for cell in cells:
            person.wait_for_turn()
            if person.cell(cell).get_attribute("data-mark") == "":
                person.play(cell)
        person.wait_for_turn()
        person.press("Hint")
        person.page.locator("[data-hint-words]").wait_for()
        capture(person, f"hint-{name}")


def search_tree(person: Person, capture: Capture) -> None:
    """Photograph the search tree: whole, at a branch that is cut off, and during its steps."""
    person.open(f"{person.url}tree/?moves=b2-a3-c1")
    capture(person, "tree")
    person.open(f"{person.url}tree/?moves=b2-a3-c1&search=alpha-beta&path=a2-b3-c3")
    capture(person, "tree-cut")
    for _ in range(8):
        person.page.locator('[data-step="on"]').click()
    capture(person, "tree-steps")
    person.open(f"{person.url}tree/?board=connect-four&moves=d1-d2")
    capture(person, "tree-connect-four")


def play_randomly(person: Person, board: Board, plies: int) -> Board:
    """Play random moves, the same ones each time, and return the board after them."""
    rng = Random(4)
    while board.ply < plies and (cells := board.legal_moves()):
        cell = rng.choice(cells)
        person.play(cell)
        board = board.play(cell)
        # Not until the move is confirmed can the next one be made.
        expect(person.page.locator("[data-moves] li")).to_have_count(board.ply)
    return board


def play(x: Person, o: Person, *cells: int) -> None:
    for ply, cell in enumerate(cells):
        mover = o if ply % 2 else x
        mover.wait_for_turn()
        mover.play(cell)


if __name__ == "__main__":
    main()
