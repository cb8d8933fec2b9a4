"""A person at a browser: actions, and expectations of what the page shows."""

import re
from collections.abc import Callable, Iterator
from typing import Literal
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, ViewportSize, expect

from games.engine import Board

# Console messages of the browser itself when the server or a game is gone.
CONNECTION_ERROR = re.compile(
    r"WebSocket connection to .* failed"
    r"|net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INTERNET_DISCONNECTED)"
    r"|404 \(Not Found\)|410 \(Gone\)"
    r"|status of 503"  # a server, or its database, is away
    r"|An unknown error occurred when fetching the script"  # of the service worker
)

# Its preload would insert a style, which the content security policy forbids. To describe every
# element that passes, and to hand it over, would take most of the time.
RUN_AXE = """async ([part, rules]) => {
  const options = { preload: false, resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await axe.run(part || document, options);
  return { violations };
}"""

# The board while it is the person's turn. Without scripts it has no aria-disabled.
PLAYABLE_BOARD = '[data-rows]:not([aria-disabled="true"])'

# What the first page says for whom one plays, and the button that starts such a game.
VERBS = {
    "computer": "Clock, series and more",
    "device": "Two here",
    "friend": "Play a friend",
    "anyone": "Play anyone",
}

PHONE: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}
ColorScheme = Literal["light", "dark"]
# What is there says the first look at it; the other, what depends on its size and its colours.
BY_LOOK = ("color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block")
LOOKS: tuple[tuple[ViewportSize, ColorScheme, tuple[str, ...] | None], ...] = (
    (DESK, "dark", None),
    (PHONE, "light", BY_LOOK),
)

expect.set_options(timeout=15_000)


class Person:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.ignores_connection_errors = False
        # What has just appeared or changed is deaf for a moment, for which all actions and all
        # expectations wait, and so the keys after them. That has no end where a page's clock stops.
        self.deaf = page.locator("[data-deaf]:not(.cell)").filter(visible=True).first
        page.add_locator_handler(self.deaf, lambda: None)
        page.on("console", self._record_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._record_foreign_request)

    def _record_console(self, message: ConsoleMessage) -> None:
        expected = self.ignores_connection_errors and CONNECTION_ERROR.search(message.text)
        if message.type in {"error", "warning"} and not expected:
            self.errors.append(message.text)

    def _record_foreign_request(self, request: Request) -> None:
        if urlsplit(request.url).netloc not in {urlsplit(self.url).netloc, ""}:
            self.errors.append(f"request to another host: {request.url}")

    # Actions

    def open(self, address: str = "") -> None:
        self.page.goto(urljoin(self.url, address))

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def heard(self, pressed: Locator) -> Locator:
        return pressed.and_(self.page.locator(":not([data-deaf])"))

    def play_computer(self, level: str, side: str, **choices: str) -> None:
        self.start("computer", level=level, side=side, **choices)

    def play_here(self, *moves: int, **choices: str) -> None:
        game = self.send("g/", opponent="device", **choices)
        for ply, cell in enumerate(moves):
            self.send(f"{game}move/", ply=str(ply), cell=str(cell))
        self.open(game)

    def invite(self, side: str = "X", **terms: str) -> str:
        self.start("friend", side=side, **terms)
        return self.link()

    def link(self) -> str:
        return self.page.get_by_label("Link to this game").input_value()

    def start(self, opponent: str, **choices: str) -> None:
        self.open(self.send("g/", opponent=opponent, **choices))

    def start_on_first_page(self, opponent: str, **choices: str) -> None:
        self.open()
        self.press(VERBS[opponent])
        if choices:
            terms = self.page.locator(".invite .terms")
            terms.locator("summary").click()
            for name, value in choices.items():
                terms.locator(f'select[name="{name}"]').select_option(value)
            self.press("Save")

    def open_sheet(self, opponent: str) -> None:
        if opponent == "computer":
            self.page.locator(".players summary").first.click()
        self.press(VERBS[opponent])

    def send(self, path: str, **fields: str) -> str:
        form = {"csrfmiddlewaretoken": self._csrf_token(), **fields}
        origin = {"Origin": self.url.rstrip("/")}
        answer = self.page.request.post(
            urljoin(self.url, path), form=form, headers=origin, max_redirects=0, max_retries=1
        )
        assert answer.status == 302, answer.text()
        return urljoin(self.url, answer.headers["location"])

    def _csrf_token(self) -> str:
        context = self.page.context
        values = {each.get("name"): each.get("value", "") for each in context.cookies(self.url)}
        names = [name for name in values if name and name.startswith("csrftoken")]
        if not (token := values.get(names[0]) if names else None):
            token = uuid4().hex
            context.add_cookies([{"name": "csrftoken", "value": token, "url": self.url}])
        return token

    def choose(self, **choices: str) -> None:
        sheet = self.page.locator("[popover]:popover-open")
        if choices.keys() & {"control", "best_of", "undo"}:
            terms = sheet.locator("details.terms")
            if terms.count() and terms.get_attribute("open") is None:
                terms.locator("summary").click()
        for name, value in choices.items():
            if name in {"control", "best_of", "undo"}:
                sheet.locator(f'select[name="{name}"]').select_option(value)
            else:
                sheet.locator(f'input[name="{name}"][value="{value}"]').check()

    def rename(self, name: str) -> None:
        self.open_settings()
        self.page.locator("[data-settings] a").first.click()
        self.page.get_by_label("Name that others see").fill(name)
        self.press("Save")

    def join(self, link: str) -> None:
        self.open(self.send(f"{urlsplit(link).path}join/"))

    def play(self, cell: int) -> None:
        self.cell(cell).click()

    def resign(self) -> None:
        self.open_more()
        self.page.get_by_text("Resign", exact=True).click()
        self.press("Yes, resign")

    def choose_theme(self, name: str) -> None:
        self.open_settings()
        self.press(name)
        expect(self.page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        self.page.keyboard.press("Escape")

    def open_settings(self) -> None:
        self.page.locator("[data-me]").click()
        expect(self.page.locator("[data-settings]")).to_be_visible()

    def name(self) -> str:
        return self.page.locator("[data-me]").inner_text().strip()

    def open_more(self) -> None:
        self.page.get_by_label("More", exact=True).and_(self.page.locator("summary")).click()

    def rematch(self) -> None:
        before = self.page.url
        self.page.locator("[data-rematch-name]").click()
        expect(self.page).not_to_have_url(before)

    def react(self, words: str) -> None:
        self.reactions().click()
        self.page.get_by_role("button", name=words, exact=True).filter(visible=True).click()

    def reactions(self) -> Locator:
        return self.page.get_by_text("Say", exact=True).filter(visible=True)

    # Expectations

    def cell(self, number: int) -> Locator:
        return self.page.locator(f'[data-cell="{number}"]')

    def expect_words(self, words: str) -> None:
        result, more = (*re.split(r"(?<=[.!])\s", words, maxsplit=1), "")[:2]
        said = self.page.locator("[data-words]")
        either = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in (words, result))
        expect(said).to_have_text(re.compile(rf"^\s*({either})\s*$"))
        if more and said.inner_text().strip() == result:
            expect(self.page.locator("[data-more]")).to_have_text(more)

    def expect_board(self, cells: str) -> None:
        for number, mark in enumerate(cells):
            expect(self.cell(number)).to_have_attribute("data-mark", mark.replace(".", ""))
        expect(self.page.locator("[data-pending]")).to_have_count(0)

    def board(self) -> Board:
        marks = self.page.locator("[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.dataset.mark || '.')"
        )
        return Board.parse("".join(marks))

    def free_cell(self) -> int:
        free = self.page.locator(
            f'{PLAYABLE_BOARD} button.cell[data-mark=""]:not([aria-disabled])'
        ).first
        return int(free.get_attribute("data-cell") or "")

    def wait_until_live(self) -> None:
        expect(self.page.locator("[data-game][data-connected]")).to_be_attached()

    def forbid_navigation(self) -> None:
        self.wait_until_live()
        self.page.on("request", self._record_navigation)

    def allow_navigation(self) -> None:
        self.page.remove_listener("request", self._record_navigation)

    def _record_navigation(self, request: Request) -> None:
        if request.is_navigation_request():
            self.errors.append(f"navigation to {request.url}")

    def expect_disabled_board(self) -> None:
        expect(self.page.locator("[data-rows]")).to_have_attribute("aria-disabled", "true")

    def name_at(self, mark: str) -> str:
        return self.page.locator("[data-heading] bdi").nth("XO".index(mark)).inner_text()

    def page_width(self) -> int:
        return self.page.evaluate("document.documentElement.scrollWidth")

    def status(self) -> str:
        return self.page.locator("[data-game]").get_attribute("data-status") or ""

    def words(self) -> str:
        said = self.page.locator("[data-words], [data-more]:not([hidden])")
        return " ".join(" ".join(said.all_inner_texts()).split())

    def wait_for_turn(self) -> bool:
        playable = f'{PLAYABLE_BOARD} button.cell:not([disabled]):not([aria-disabled="true"])'
        over = '[data-game][data-status="finished"]'
        self.page.locator(f"{playable}, {over}").first.wait_for(state="attached")
        return self.status() == "playing"

    def turns(self) -> Iterator[None]:
        marks = self.page.locator('[data-cell]:not([data-mark=""])')
        while self.wait_for_turn():
            before = marks.count()
            yield
            expect(self.page.locator("[data-pending]")).to_have_count(0)
            expect(marks, "The move was not made").not_to_have_count(before)

    def check_accessibility(self, part: str = "", rules: tuple[str, ...] | None = None) -> None:
        self.page.wait_for_load_state()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        results = AxeResults(self.page.evaluate(RUN_AXE, [part, rules]))
        assert results.violations_count == 0, results.generate_report()

    def check_accessibility_in_all_looks(self, part: str = "") -> None:
        self.page.emulate_media(reduced_motion="reduce")  # nothing half faded from one to the next
        for viewport, color_scheme, rules in LOOKS:
            self.page.set_viewport_size(viewport)
            self.page.emulate_media(color_scheme=color_scheme)
            self.check_accessibility(part, rules)


NewPerson = Callable[..., Person]


def start_game(new_person: NewPerson, **terms: str) -> tuple[Person, Person, str]:
    host, guest = new_person(), new_person()
    link = host.invite("X", **terms)
    guest.join(link)
    for person in (host, guest):
        person.wait_until_live()
    host.expect_words("Your turn")
    return host, guest, link
