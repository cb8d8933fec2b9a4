import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from games.engine import BOARDS, Board
from tests.e2e.contexts import Contexts
from tests.e2e.other_browsers.conftest import NewWindow
from tests.e2e.people import DESK, Person
from tests.puzzles import puzzle_of
from tests.reviews import O_LOSES_ON_MOVE_4
from tests.server import Server
from tests.server_fixtures import running

MOST = 0.02  # of the pixels of a picture
FONT_EDGE = 2  # pixels by which browsers set the same letter apart
SHADE = 48  # of 255, by which they smooth the same edge differently

# Each browser breaks prose into lines in its own way, unless it is told not to.
SETTLE = """new Promise((done) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { text-wrap: wrap !important }");
  document.adoptedStyleSheets = [sheet];
  requestAnimationFrame(() => requestAnimationFrame(() => {
    for (const animation of document.getAnimations()) animation.finish();
    document.fonts.ready.then(() => requestAnimationFrame(() => done(true)));
  }));
})"""
READY = """!document.querySelector(
  "[data-game]:not([data-connected]), [data-review]:not([data-complete]), [data-deaf]"
)"""


class Originals(NamedTuple):
    url: str
    cookies: dict[str, str]
    addresses: dict[str, str]
    pictures: dict[str, Image.Image]


@pytest.fixture(scope="module")
def originals(shared_server: Server, contexts: Contexts) -> Iterator[Originals]:
    person = Person(contexts.new_page(viewport=DESK), running(shared_server).url)
    addresses = play_games(person)
    pictures = {state: photograph(person, address) for state, address in addresses.items()}
    cookies = {each["name"]: each["value"] for each in person.page.context.cookies()}
    yield Originals(person.url, cookies, addresses, pictures)
    contexts.give_back(person.page.context)


def play_games(person: Person) -> dict[str, str]:
    def game(*record: int, board: str = "classic") -> str:
        person.play_here(*record, board=board)
        return person.page.url

    return {
        "game": game(4, 0, 8),
        "end": game(0, 3, 1, 4, 2),
        "ultimate": game(*record("ultimate", 28), board="ultimate"),
        "gomoku": game(*record("gomoku", 40), board="gomoku"),
        "connect-four": game(*record("connect-four", 15), board="connect-four"),
        "review": f"{game(*O_LOSES_ON_MOVE_4)}review/",
        "home": f"{person.url}?board=classic",
        "lesson": f"{person.url}learn/mistakes/?move=2&number=1",
        "puzzle": f"{person.url}puzzles/{puzzle_of('classic').id}/",
        "tree": f"{person.url}tree/",
    }


def record(board: str, length: int) -> list[int]:
    random, position, cells = Random(3), Board(BOARDS[board].variant), []
    for _ in range(length):
        cells.append(random.choice(position.legal_moves()))
        position = position.play(cells[-1])
    return cells


def photograph(person: Person, address: str) -> Image.Image:
    person.open(address)
    person.page.wait_for_function(f"() => {READY}")
    person.page.evaluate(SETTLE)
    return picture(person.page.screenshot())


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def differences(one: Image.Image, other: Image.Image) -> Image.Image:
    either = ImageChops.lighter(outside(one, other), outside(other, one)).split()
    most = ImageChops.lighter(ImageChops.lighter(*either[:2]), either[2])
    return most.point(lambda shade: 255 if shade > SHADE else 0)


def outside(one: Image.Image, other: Image.Image) -> Image.Image:
    lightest, darkest = other, other
    for axis in ((1, 0), (0, 1)):
        steps = [(axis[0] * n, axis[1] * n) for n in range(-FONT_EDGE, FONT_EDGE + 1)]
        for step, (light, dark) in [(step, (lightest, darkest)) for step in steps]:
            lightest = ImageChops.lighter(lightest, ImageChops.offset(light, *step))
            darkest = ImageChops.darker(darkest, ImageChops.offset(dark, *step))
    return ImageChops.lighter(ImageChops.subtract(one, lightest), ImageChops.subtract(darkest, one))


def test_ten_pages_look_as_in_chromium(originals: Originals, new_window: NewWindow, tmp_path: Path):
    window = new_window(DESK["width"], DESK["height"])
    for name, value in originals.cookies.items():
        window.set_cookie(originals.url, name, value)
    too_many = {}
    for state, address in originals.addresses.items():
        window.open(address)
        window.wait_for(READY)
        window.evaluate(SETTLE)
        seen, original = picture(window.screenshot()), originals.pictures[state]
        where = differences(original, seen)
        if (share := where.histogram()[255] / (where.width * where.height)) > MOST:
            pictures = {"chromium": original, "here": seen, "differences": where}
            for name, shown in pictures.items():
                shown.save(tmp_path / f"{state}-{name}.png")
            too_many[state] = share
    assert too_many == {}, tmp_path
