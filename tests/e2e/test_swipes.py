from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person
from tests.e2e.test_reviews import expect_shown, look_back
from tests.reviews import O_LOSES_ON_MOVE_4

TOUCHES = 8  # of a swipe


def test_a_finger_slides_over_small_cells_and_plays_where_it_is_lifted(new_person: NewPerson):
    person = new_person(has_touch=True)
    person.play_here(board="gomoku")
    person.wait_until_live()
    swipe(person, right=46)
    person.page.locator('[data-cell="114"][data-mark="X"]:not([data-pending])').wait_for()
    expect(person.page.locator("[data-target]")).to_have_count(0)
    expect(person.page.locator("[data-deaf]")).to_have_count(0)
    swipe(person, down=400)  # off the board: it plays nothing
    expect(person.page.locator("[data-target]")).to_have_count(0)
    expect(person.page.locator("[data-moves] li")).to_have_count(1)


def swipe(person: Person, *, right: int = 0, down: int = 0) -> None:
    box = person.page.locator("[data-board]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browser = person.page.context.new_cdp_session(person.page)
    for number in range(TOUCHES + 1):
        at = {"x": x + right * number / TOUCHES, "y": y + down * number / TOUCHES}
        kind = "touchMove" if number else "touchStart"
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    browser.detach()


def test_a_swipe_steps_through_what_is_over_and_the_page_still_scrolls(new_person: NewPerson):
    person = new_person(has_touch=True)
    person.play_here(*O_LOSES_ON_MOVE_4)
    person.wait_until_live()
    expect(person.page.locator('[data-status="finished"]')).to_be_attached()
    swipe(person, right=120)
    person.expect_words("Move 6 of 7")
    person.expect_board("X.OOO.X.X")
    swipe(person, right=-120)
    person.expect_words("Player 1 wins.\nThree in a row.")

    look_back(person)
    expect_shown(person, 4)
    swipe(person, right=120)
    expect_shown(person, 3)
    swipe(person, right=-120)
    swipe(person, right=-120)
    expect_shown(person, 5)
    swipe(person, right=10)  # a tap of an unsteady finger
    swipe(person, right=60, down=-150)
    person.page.wait_for_function("() => scrollY > 50")
    expect_shown(person, 5)

    # No swipe leaves the position that is played.
    person.play_here(0, 4)
    person.wait_until_live()
    swipe(person, right=120)
    person.play(8)
    person.expect_board("X...O...X")
    expect(person.page.locator("[data-shown-step]")).to_have_text("3")
