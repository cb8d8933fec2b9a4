import re

from playwright.sync_api import Locator, expect

from tests.e2e.pages import LINE
from tests.e2e.people import Person


def step(person: Person, name: str) -> Locator:
    return person.page.get_by_role("link", name=name)


def expect_step(person: Person, cells: str, words: str, place: str) -> None:
    line = person.page.locator("[data-stepper]").first
    for number, mark in enumerate(cells):
        cell = line.locator(f'[data-cell="{number}"]')
        expect(cell).to_have_attribute("data-mark", mark.replace(".", ""))
    person.expect_words(words)
    expect(line.locator(".at")).to_contain_text(place)


def test_a_question_is_answered_in_place(person: Person):
    person.open("learn/replies/")
    person.page.on("request", person._record_navigation)
    person.page.get_by_role("link", name="Skip to the page").press("Enter")
    cells, answer = person.page.locator("button.cell"), person.page.locator(".answer")
    expect(person.page.locator(".question")).to_contain_text("You cannot break anything.")
    expect(step(person, "Next position")).to_have_count(0)
    cells.nth(1).click()
    expect(answer).to_contain_text("Not b3. X then wins with a2.")
    expect(cells.nth(1)).to_have_accessible_name("b 3, O")
    expect(cells.nth(3)).to_have_attribute("data-refutation", "")
    step(person, "Show me what happens").click()  # by itself, move after move
    expect(answer).to_contain_text("Three in a row: X wins.")
    expect(step(person, "One move on").first).to_be_focused()
    step(person, "One move back").first.click()
    expect(person.page.locator(".answer .at")).to_contain_text("5 of 6")
    cells.nth(0).click(force=True)  # it says that it is disabled
    expect(person.page.locator("[data-note]").first).to_have_text("That place is taken")
    cells.nth(4).click()  # another answer, from what followed the first
    expect(answer).to_contain_text("Against a corner only the centre holds.")
    expect(cells.nth(1)).to_have_accessible_name("b 3, empty")
    expect(person.page.locator(".places-of-lesson [data-done]")).to_have_count(1)
    board = person.page.locator("form [data-board]")
    person.page.evaluate("scrollTo(0, 0)")
    place = board.bounding_box()
    step(person, "Next position").click()
    asked = person.page.locator("#asked")
    expect(asked).to_contain_text("X begins in the centre.")
    expect(asked).to_be_focused()
    expect(person.page).to_have_url(re.compile(r"\?question=2$"))
    assert board.bounding_box() == place
    cells.nth(1).click()
    expect(answer).to_contain_text("Not b3.")
    person.page.remove_listener("request", person._record_navigation)
    person.page.go_back()
    expect(person.page).to_have_url(f"{person.url}learn/replies/#main")
    expect(asked).to_be_visible()


def test_a_line_of_play_is_stepped_through_by_mouse(person: Person):
    person.open(LINE)
    person.page.on("request", person._record_navigation)
    play = person.page.locator("[data-stepper] [data-play]")
    expect_step(person, "X........", "O to move.", "0 of 6")
    expect(step(person, "One move back")).to_have_attribute("aria-disabled", "true")
    step(person, "One move on").click()
    expect_step(person, "XO.......", "O plays b3. That loses.", "1 of 6")
    line = person.page.locator("[data-stepper]")
    line.get_by_text("b3", exact=True).hover()
    expect(line.locator("[data-lit]")).to_have_attribute("data-name", "b3")
    expect(person.page).to_have_url(re.compile(r"number=1&line=1#line$"))
    expect(play).to_have_attribute("href", "/?board=classic&moves=a3-b3")
    expect(line.locator('[data-cell="1"]')).to_have_accessible_name("b 3, O")
    step(person, "Last position").click()
    expect(person.page.locator("[data-words]")).to_contain_text("Three in a row: X wins.")
    expect(line.locator("[data-line]")).to_have_count(3)
    expect(line.locator(".strike")).to_have_attribute("data-mark", "X")
    expect(play).to_be_hidden()
    expect(step(person, "One move on")).to_have_attribute("aria-disabled", "true")
    step(person, "One move on").click(force=True)
    step(person, "One move back").click()
    expect(line.locator(".strike")).not_to_have_attribute("d", re.compile("."))
    expect(line.locator('[data-threat="X"]')).to_have_count(2)
    step(person, "First position").click()
    expect_step(person, "X........", "O to move.", "0 of 6")
    expect(play).to_have_attribute("href", "/?board=classic&moves=a3")
    line.locator('[data-cell="4"]').click()
    expect_step(person, "XO.......", "O plays b3. That loses.", "1 of 6")


def test_the_keys_step_where_the_focus_is(person: Person):
    person.open(LINE)
    keys, places = person.page.keyboard, person.page.locator("[data-stepper] .at")
    keys.press("ArrowRight")
    expect_step(person, "X........", "O to move.", "0 of 6")

    step_on = person.page.locator("[data-stepper]").get_by_role("link", name="One move on")
    step_on.focus()
    for key, place in (("Enter", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 6), ("Home", 0)):
        keys.press(key)
        expect(places).to_contain_text(f"{place} of 6")
        expect(step_on).to_be_focused()


def test_pages_print_on_one_page_each_and_worksheets_on_two_without_buttons(person: Person):
    lessons = ("learn/", "learn/gomoku/", "learn/ultimate/", "learn/mistakes/?move=5")
    for path in (
        *lessons,
        "how-to/",
        "puzzles/today/",
        "puzzles/print/?count=12",
        "explore/connect-four/",
    ):
        person.open(path)
        for paper in ("A4", "Letter"):
            pages = re.findall(rb"/Type\s*/Page\b", person.page.pdf(format=paper))
            assert len(pages) == (2 if "print" in path else 1), (path, paper)  # and the solutions
        person.page.emulate_media(media="print")
        for pressed in person.page.locator("button:not(.cell), .button, summary").all():
            expect(pressed).to_be_hidden()
        expect(person.page.locator(".printed")).to_be_visible()
        person.page.emulate_media(media="null")


def test_boards_of_a_worksheet_are_as_large_on_a4_as_on_letter(person: Person):
    across, down = 98, 48  # what the margins take of a page
    for count, rows, sizes in ((6, 3, range(200, 205)), (12, 4, range(150, 151))):
        person.open(f"puzzles/print/?board=classic&count={count}")
        person.page.emulate_media(media="print")
        for width, height in ((794, 1123), (816, 1056)):
            person.page.set_viewport_size({"width": width - across, "height": height - down})
            pictures = person.page.locator("ol").first.locator(".picture")
            boxes = pictures.evaluate_all("each => each.map(one => one.getBoundingClientRect())")
            assert all(round(box["height"]) in sizes for box in boxes), (count, width)
            assert len({round(box["y"]) for box in boxes}) == rows
        person.page.emulate_media(media="null")
