"""The lessons: lines of play by mouse, keys and links, on small screens, and for everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from games.views.learn.pages import LESSONS
from tests.e2e.people import DESK, PHONE, NewPerson, Person
from tests.server import Server

# A line of six moves that X begins in the corner and wins.
LINE = "learn/replies/?opening=a3&reply=b3"


PATHS = ["learn/", *(f"learn/{lesson.slug}/" for lesson in LESSONS)]


def open_lesson(server: Server, new_person: NewPerson, path: str, **options) -> Person:
    person = new_person(server, **options)
    person.open(f"{server.url}{path}")
    return person


def step(person: Person, name: str) -> Locator:
    return person.page.get_by_role("link", name=name)


def expect_step(person: Person, cells: str, words: str, place: str) -> None:
    person.expect_board(cells)
    person.expect_words(words)
    expect(person.page.locator(".at").first).to_contain_text(place)


def test_a_line_of_play_is_stepped_through_by_mouse(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, LINE)
    play = person.page.get_by_role("link", name="Play on from here")
    expect_step(person, "X........", "O to move.", "0 / 6")
    expect(step(person, "One move back")).to_have_attribute("aria-disabled", "true")
    step(person, "One move on").click()
    expect_step(person, "XO.......", "O plays b 3. That loses.", "1 / 6")
    expect(play).to_have_attribute("href", "/?board=classic&moves=a3-b3")
    expect(person.cell(1)).to_have_accessible_name("b 3, O")
    step(person, "Last position").click()
    expect(person.page.locator("[data-words]")).to_contain_text("Three in a row: X wins.")
    expect(person.page.locator("[data-line]")).to_have_count(3)
    expect(person.page.locator(".strike")).to_have_attribute("data-mark", "X")
    expect(play).to_be_hidden()
    expect(step(person, "One move on")).to_have_attribute("aria-disabled", "true")
    step(person, "One move on").click(force=True)
    step(person, "One move back").click()
    expect(person.page.locator(".strike")).not_to_have_attribute("x1", re.compile("."))
    expect(person.page.locator('[data-threat="X"]')).to_have_count(2)
    step(person, "First position").click()
    expect_step(person, "X........", "O to move.", "0 / 6")
    expect(play).to_have_attribute("href", "/?board=classic&moves=a3")


def test_stepping_loads_no_page_and_the_address_follows(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, LINE)
    person.page.on("request", person._record_navigation)
    step(person, "One move on").click()
    step(person, "One move on").click()
    expect(person.page).to_have_url(re.compile(r"reply=b3&line=2#line$"))
    person.page.remove_listener("request", person._record_navigation)
    person.page.reload()
    expect(person.page.locator(".at")).to_contain_text("2 / 6")


def test_the_keys_step_and_the_focus_stays(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, LINE)
    keys = person.page.keyboard
    keys.press("End")
    keys.press("ArrowRight")
    expect_step(person, "XO.......", "O plays b 3. That loses.", "1 / 6")
    keys.press("ArrowLeft")
    expect_step(person, "X........", "O to move.", "0 / 6")
    step(person, "One move on").focus()
    keys.press("Enter")
    keys.press("End")
    expect(person.page.locator(".at")).to_contain_text("6 / 6")
    expect(step(person, "One move on")).to_be_focused()
    keys.press("Home")
    expect(person.page.locator(".at")).to_contain_text("0 / 6")


def test_with_several_lines_the_keys_step_where_the_focus_is(server, new_person: NewPerson):
    person = open_lesson(server, new_person, "learn/parity/")
    places = person.page.locator(".at")
    person.page.keyboard.press("ArrowRight")
    person.page.locator("#o").get_by_role("link", name="One move on").focus()
    person.page.keyboard.press("ArrowRight")
    expect(places.nth(1)).to_contain_text("1 / 9")
    expect(places.nth(0)).to_contain_text("0 / 10")
    expect(person.page.locator("#o [data-mark][data-last]")).to_have_count(1)


def test_a_line_of_play_is_stepped_through_without_scripts(server, new_person: NewPerson):
    person = open_lesson(server, new_person, LINE, java_script_enabled=False)
    step(person, "One move on").click()
    expect_step(person, "XO.......", "O plays b 3. That loses.", "1 / 6")
    step(person, "Last position").click()
    expect(person.page.locator("[data-line]")).to_have_count(3)
    step(person, "One move back").click()
    expect(person.page.locator(".at")).to_contain_text("5 / 6")
    person.page.get_by_role("link", name="b2 holds").click()
    person.expect_words("O to move.")
    person.page.get_by_role("link", name="Next: Win from mistakes").click()
    person.page.get_by_role("link", name="Move 3 X").click()
    expect(person.page.locator(".gallery li")).to_have_count(13)


def test_from_the_first_page_through_all_lessons(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.open()
    person.page.get_by_role("link", name="Learn").click()
    person.page.get_by_role("link", name=LESSONS[0].name).click()
    for lesson in [*LESSONS[1:], LESSONS[0]]:
        person.page.get_by_role("link", name=f"Next: {lesson.name}").click()
        expect(person.page).to_have_url(re.compile(f"/learn/{lesson.slug}/$"))


def test_the_lessons_keep_nobody_out(server: Server, new_person: NewPerson):
    person = new_person(server)
    for path in PATHS:
        person.open(f"{server.url}{path}")
        open_details(person)
        for line in person.page.locator("[data-stepper]").all():
            line.get_by_role("link", name="One move on").click()
        person.check_accessibility_in_all_looks()
        for viewport in (DESK, PHONE):
            person.page.set_viewport_size(viewport)
            assert person.page_width() == viewport["width"]


@pytest.mark.parametrize("size", ["17px", "34px"])
def test_nothing_runs_off_the_smallest_screen(server: Server, new_person: NewPerson, size: str):
    person = new_person(server, viewport={"width": 320, "height": 568})
    for path in PATHS:
        person.open(f"{server.url}{path}")
        person.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        open_details(person)
        assert person.page_width() == 320, path


def open_details(person: Person) -> None:
    for summary in person.page.locator(".counted summary").all():
        summary.click()


def test_the_links_at_the_foot_of_a_page_are_on_one_line(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, "learn/", viewport={"width": 320, "height": 568})
    tops = "links => links.map(link => link.offsetTop)"
    assert len(set(person.page.locator(".foot a").evaluate_all(tops))) == 1


def test_what_one_presses_is_large_enough(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, "learn/mistakes/?move=4")
    boxes = person.page.locator(".chips a, .steps a, .gallery a, .foot a").evaluate_all(
        "links => links.map(link => [link.offsetWidth, link.offsetHeight])"
    )
    assert len(boxes) > 30
    assert all(min(box) >= 40 for box in boxes)


def test_nothing_moves_while_one_steps(server: Server, new_person: NewPerson):
    person = open_lesson(server, new_person, LINE)
    places = "[...document.querySelectorAll('.learn *')].map(each => each.offsetTop)"
    before = person.page.evaluate(places)
    for _ in range(6):
        step(person, "One move on").click()
        assert person.page.evaluate(places) == before
