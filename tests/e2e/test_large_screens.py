from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import DESK, NewPerson, Person, ViewportSize
from tests.e2e.test_replay import finished_game
from tests.e2e.test_small_screens import box

PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}


def board_width(person: Person, viewport: ViewportSize, zoom: float = 1) -> float:
    size = {name: round(length / zoom) for name, length in viewport.items()}  # type: ignore[operator]
    person.page.set_viewport_size(ViewportSize(**size))
    return box(person.page.locator("[data-board]").first)["width"] * zoom


def test_boards_and_words_grow_with_the_window(person: Person):
    person.open()
    words = person.page.get_by_role("button", name="Play a friend")
    assert round(board_width(person, DESK)) == 588
    small = box(words)["height"]
    assert round(board_width(person, PROJECTOR)) == 830
    assert round(box(person.page.locator(".desk > .sheet"))["height"]) == 1080 - 120
    assert box(words)["height"] > 1.4 * small


def test_presenting_shows_a_room_the_board_the_sentence_and_the_steps(new_person: NewPerson):
    ann = finished_game(new_person, viewport=PROJECTOR)
    for leave in ("f", "Escape"):
        ann.page.keyboard.press("f")
        expect(ann.page.get_by_role("banner")).to_be_hidden()
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_hidden()
        assert box(ann.page.locator("[data-board]"))["height"] > 860
        for hook in ("data-words", "data-step=back", "data-board"):
            expect(ann.page.locator(f"[{hook}]")).to_be_in_viewport(ratio=1)
        ann.page.keyboard.press("[")
        ann.expect_words("Move 4 of 5")
        ann.page.keyboard.press("]")
        ann.page.keyboard.press(leave)
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    ann.open(ann.page.url.split("?")[0] + "review/")
    ann.page.get_by_role("button", name="Present").click()
    expect(ann.page.locator("[data-graph]")).to_be_hidden()
    expect(ann.page.locator("[data-move-words]")).to_be_in_viewport(ratio=1)
    ann.check_accessibility()
    ann.page.get_by_role("button", name="Present").click()
    expect(ann.page.locator("[data-graph]")).to_be_visible()
