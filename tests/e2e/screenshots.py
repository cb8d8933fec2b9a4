"""``python -m tests.e2e.screenshots``: every page, small and large, light and dark, to look at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect, sync_playwright

from games.engine import Board
from games.engine.presets import BOARDS
from tests.e2e.chromium import find_or_install, flags
from tests.e2e.people import Person
from tests.server import ROOT, Server

Shoot = Callable[[Person, str], None]

FOLDER = ROOT / "screenshots"
SIZES = {"phone": {"width": 360, "height": 640}, "desk": {"width": 1280, "height": 800}}
THEMES = ("light", "dark")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        path = find_or_install(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=flags())
        for size, theme in product(SIZES, THEMES):
            photograph(browser, server, size, theme)
        browser.close()
    print(f"Screenshots are in {FOLDER}")


def photograph(browser: Browser, server: Server, size: str, theme: str) -> None:
    def somebody() -> Person:
        context = browser.new_context(viewport=SIZES[size], color_scheme=theme)
        return Person(context.new_page(), server.url)

    def shoot(person: Person, name: str) -> None:
        person.page.mouse.move(0, 0)
        finished = "document.getAnimations().forEach((animation) => animation.finish())"
        person.page.evaluate(finished)
        person.page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png")

    host, guest, watcher = somebody(), somebody(), somebody()
    host.open()
    shoot(host, "home")
    host.open(f"{server.url}watch/")
    shoot(host, "games-to-watch-none")
    link = host.invite("X")
    shoot(host, "waiting")
    guest.open(link)
    shoot(guest, "invitation")
    guest.press("Play")
    host.sees("Your turn")
    watcher.open(link)
    play(host, guest, 4, 0, 2, 6)
    watcher.sees_board("O.X.X.O..")
    shoot(host, "playing")
    shoot(watcher, "watching")
    watcher.open(f"{server.url}watch/")
    shoot(watcher, "games-to-watch")
    play(host, guest, 3, 5, 8, 1)
    host.sees("Your turn")
    host.page.get_by_role("link", name="One move back").click()
    shoot(host, "looking-back")
    host.page.get_by_role("link", name="Latest position").click()
    host.mark(7)
    host.sees("It's a draw. The board is full.")
    shoot(host, "draw")
    guest.rematch()
    host.press("Go to the rematch")
    play(guest, host, 0, 3, 1, 4, 2)
    host.page.locator('[data-status="finished"]').wait_for()
    shoot(guest, "won")
    host.open()
    host.page.get_by_text("Clock, series and more").click()
    shoot(host, "home-again")
    host.press("Go on at another device")
    shoot(host, "leaving")
    guest.open(host.page.get_by_label("Link for your other device").input_value())
    shoot(guest, "arriving")
    guest.press("Go on here")
    guest.page.get_by_text("on this device now").wait_for()
    shoot(guest, "arrived")
    rooms(watcher, host, shoot)
    # Nobody may start more than ten games a minute.
    boards(somebody(), shoot)
    hints(somebody(), shoot)
    watcher.open(f"{server.url}watch/")
    shoot(watcher, "boards-to-watch")
    host.open(f"{server.url}g/nothing/")
    shoot(host, "nothing")


def rooms(host: Person, guest: Person, shoot: Shoot) -> None:
    """What a game with a clock, reactions and taking back shows."""
    guest.accept(host.invite("X", control="3+2", best_of="5", undo="yes"))
    play(host, guest, 4, 0, 2)
    guest.wait_for_turn()
    host.page.get_by_text("React", exact=True).click()
    shoot(host, "reacting")
    host.page.get_by_role("button", name="Hello!").click()
    guest.page.locator("[data-bubble]:not([hidden])").wait_for()
    host.press("Take back")
    guest.page.get_by_role("button", name="Yes, take it back").wait_for()
    shoot(guest, "asked")
    shoot(host, "asking")
    guest.press("Sound and more")
    shoot(guest, "choices")


def boards(person: Person, shoot: Shoot) -> None:
    """Each board as it is chosen, in the middle of a game, and later."""
    for name in BOARDS:
        person.open()
        person.choose(board=name)
        shoot(person, f"choosing-{name}")
        person.press("Play side by side")
        person.is_live()
        board, variant = Board(BOARDS[name].variant), BOARDS[name].variant
        board = at_random(person, board, min(variant.size // 3, 20))
        shoot(person, f"board-{name}")
        at_random(person, board, min(variant.size, 28))  # no faster than one may play
        shoot(person, f"board-{name}-later")


def hints(person: Person, shoot: Shoot) -> None:
    """What each move leads to, on a small board, where pieces fall, and on the largest."""
    for name, cells in {
        "misere": (4,),
        "connect-four": (38, 37),
        "gomoku": (112, 113, 127),
    }.items():
        person.play_computer("easy", "X", board=name)
        person.is_live()
        for cell in cells:
            person.wait_for_turn()
            if person.cell(cell).get_attribute("data-mark") == "":
                person.mark(cell)
        person.wait_for_turn()
        person.press("Hint")
        person.page.locator(".verdict").first.wait_for()
        shoot(person, f"hint-{name}")


def at_random(person: Person, board: Board, plies: int) -> Board:
    """Play on at one screen as nobody would, the same each time, and return where it led."""
    chance = Random(4)
    while board.ply < plies and (cells := board.legal_moves()):
        cell = chance.choice(cells)
        person.mark(cell)
        expect(person.cell(cell)).to_have_attribute("data-mark", board.turn)
        board = board.play(cell)
    return board


def play(x: Person, o: Person, *cells: int) -> None:
    for ply, cell in enumerate(cells):
        mover = o if ply % 2 else x
        mover.wait_for_turn()
        mover.mark(cell)


if __name__ == "__main__":
    main()
