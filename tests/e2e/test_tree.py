"""The page of the search tree: by mouse, by keyboard, on a phone, without scripts, step by step."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, NewPerson, Person
from tests.server import Server

DESK = {"width": 1280, "height": 800}
POSITION = "moves=b2-a3-c1&search=alpha-beta"


def open_tree(person: Person, query: str = POSITION) -> None:
    person.open(f"{person.url}tree/?{query}")


def wait_for_tree(person: Person) -> None:
    expect(person.page.get_by_role("tree", name="Search tree")).to_be_visible()


def node(person: Person, path: str) -> Locator:
    return person.page.locator(f'[data-node][data-path="{path}"]')


def row(person: Person, path: str) -> Locator:
    return node(person, path).locator("> .node > a")


def step(person: Person, where: str, times: int = 1) -> None:
    for _ in range(times):
        number = person.page.locator("[data-here-text=at]").inner_text()
        state = person.page.locator("[data-here-text=result]").inner_text()
        person.page.locator(f'[data-step="{where}"]').click()
        person.page.wait_for_function(
            """(before) => Object.entries(before).some(([text, words]) =>
               document.querySelector(`[data-here-text=${text}]`).innerText !== words)""",
            arg={"at": number, "result": state},
        )


def here(person: Person) -> str:
    return person.page.locator("[data-here-text=move]").inner_text()


def test_nodes_are_unfolded_and_folded_by_mouse_and_the_best_line_is_one_press_away(
    server: Server, new_person: NewPerson
):
    person = new_person(server, viewport=DESK)
    open_tree(person)
    wait_for_tree(person)
    paths = person.page.locator("[data-group] > [data-node]").evaluate_all(
        "nodes => nodes.map(node => node.dataset.path)"
    )
    first = paths[0]
    expect(node(person, first)).to_have_attribute("aria-expanded", "false")
    expect(node(person, "c3")).to_have_accessible_name(re.compile(r"O c 3: draw\. X chooses"))
    row(person, first).click()
    expect(node(person, first)).to_have_attribute("aria-expanded", "true")
    expect(person.page.locator("[data-here-text=move]")).to_have_text(f"O {first}")
    assert node(person, first).locator("[data-node]").count() > 1
    assert f"path={first}" in person.page.url
    person.page.locator(".sentences").get_by_text(first, exact=True).hover()
    expect(person.page.locator("[data-lit]")).to_have_attribute("data-name", first)
    person.check_accessibility()
    node(person, first).locator("> .node > [data-fold]").click()
    expect(node(person, first)).to_have_attribute("aria-expanded", "false")
    expect(node(person, first).locator("[data-node]")).to_have_count(0)

    person.page.get_by_role("link", name="Best line").click()
    expect(person.page.locator("[data-here-text=reason]")).to_have_text("The board is full.")
    expect(person.page.locator("[data-here-text=result]")).to_have_text("draw")
    person.page.get_by_role("link", name="Whole tree").click()
    expect(person.page.locator("[data-here-text=move]")).to_have_text("Start")
    counts = person.page.locator("[data-count-of]")
    for place, expected in enumerate(("1,173", "288", "110", "9", "9", "11", "11")):
        expect(counts.nth(place)).to_have_text(expected)
    person.page.get_by_label("Board", exact=True).select_option("misere")
    expect(person.page).to_have_url(re.compile("board=misere"))


def test_the_whole_tree_by_keyboard(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=DESK)
    open_tree(person)
    wait_for_tree(person)
    keys = person.page.keyboard
    items = person.page.get_by_role("treeitem")
    items.first.focus()
    count = items.count()
    keys.press("ArrowRight")
    expect(items.nth(1)).to_be_focused()
    keys.press("End")
    expect(items.nth(count - 1)).to_be_focused()
    keys.press("Home")
    keys.press("ArrowDown")
    expect(items.nth(1)).to_have_attribute("aria-level", "2")
    keys.press("ArrowRight")
    expect(items.nth(1)).to_have_attribute("aria-expanded", "true")
    keys.press("ArrowRight")
    expect(items.nth(2)).to_be_focused()
    expect(items.nth(2)).to_have_attribute("aria-level", "3")
    keys.press("Enter")
    expect(items.nth(2)).to_have_attribute("aria-selected", "true")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(items.nth(1)).to_be_focused()
    keys.press("ArrowLeft")
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    expect(person.page.locator('[role="tree"] [tabindex="0"]')).to_have_count(1)


def place(person: Person) -> float:
    """Return where the tree begins on the page."""
    top = "document.querySelector('[data-tree]').getBoundingClientRect().top"
    return person.page.evaluate(f"Math.round({top} + scrollY)")


def test_steps_go_through_the_search_and_back(server: Server, new_person: NewPerson):
    person = new_person(server, viewport=DESK)
    open_tree(person, "moves=b2-a3-c1-c3-b3-b1&search=alpha-beta")
    wait_for_tree(person)
    step(person, "on")
    expect(person.page.locator("[data-here-text=result]")).to_have_text("…")
    assert here(person) == "Start"
    seen, before = [], place(person)
    while person.page.locator("[data-step=on]").is_enabled():
        step(person, "on")
        number = person.page.locator("[data-here-text=at]").inner_text()
        if number not in seen:
            seen.append(number)
        assert place(person) == before, "The tree moves from step to step."
        if here(person) == "Start":
            break
    total = int(person.page.locator(".total").inner_text().split()[0])
    assert seen == [*map(str, range(2, total + 1)), "1"]
    expect(person.page.locator('[data-state="ahead"]')).to_have_count(0)
    step(person, "back", 3)
    expect(person.page.locator('[data-state="open"]')).not_to_have_count(0)
    person.page.locator('[data-step="first"]').click()
    expect(person.page.locator("[data-here-text=at]")).to_have_text("1")
    expect(person.page.locator("[data-here-text=result]")).to_have_text("…")
    person.page.get_by_role("tree").evaluate(
        "(list) => { list.style.height = '6rem'; list.scrollTop = list.scrollHeight; }"
    )
    person.page.locator('[data-step="last"]').click()
    expect(person.page.locator("[data-here-text=result]")).not_to_have_text("…")
    expect(row(person, "")).to_be_in_viewport()  # where the search has ended
    play_until_stopped(person)


def play_until_stopped(person: Person) -> None:
    open_tree(person)
    wait_for_tree(person)
    person.page.get_by_label("Speed").select_option("fast")
    person.press("Play")
    person.page.wait_for_function(
        "() => Number(document.querySelector('[data-here-text=at]').innerText) > 3"
    )
    person.page.locator('[data-step="play"]').click()
    expect(person.page.locator('[data-step="play"]')).to_have_attribute("aria-pressed", "false")
    expect(person.page.locator('[data-state="ahead"]')).not_to_have_count(0)
    person.check_accessibility()


def test_on_a_phone_one_level_is_shown_at_a_time(server: Server, new_person: NewPerson):
    person = new_person(server)
    open_tree(person)
    wait_for_tree(person)
    assert person.page_width() == PHONE["width"]
    person.check_accessibility()
    shown = person.page.locator(".node > a:visible")
    siblings = shown.count()
    first = person.page.locator("[data-current] > [data-group] > [data-node]").first
    path = first.get_attribute("data-path") or ""
    row(person, path).click()
    expect(node(person, path)).to_have_attribute("aria-expanded", "true")
    expect(row(person, path)).to_be_hidden()
    assert all(
        each.startswith(f"{path}-")
        for each in person.page.locator("[data-current] > [data-group] > [data-node]").evaluate_all(
            "nodes => nodes.map(node => node.dataset.path)"
        )
    )
    trail = person.page.get_by_role("navigation", name="The way here")
    expect(trail.get_by_role("link")).to_have_count(2)
    trail.get_by_role("link", name="Start").click()
    expect(row(person, path)).to_be_visible()
    expect(shown).to_have_count(siblings)
    assert person.page_width() == PHONE["width"]
