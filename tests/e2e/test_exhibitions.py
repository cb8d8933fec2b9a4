from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, Person
from tests.e2e.test_layout_shift import LAPTOP, assert_nothing_moved


def moves(person: Person) -> Locator:
    return person.page.locator("[data-moves] > li")


def test_two_players_are_chosen_and_watched_to_the_end_at_ones_own_pace(empty_server, new_person):
    person, watcher, visitor = (new_person() for _ in range(3))
    visitor.open("watch/")
    expect(visitor.page.locator("[data-watch][data-connected]")).to_be_attached()
    tile = visitor.page.locator("[data-live-game]").filter(has_text="Champion")
    person.open("exhibitions/")
    for choice in ('[name="x"][value="champion"]', '[name="o"][value="hard"]'):
        person.page.locator(choice).check()
    person.press("Start")
    person.forbid_navigation()
    step = person.page.get_by_role("button", name="Step", exact=True)
    expect(step).to_be_hidden()
    person.press("Pause")
    expect(person.page.get_by_role("button", name="Go on")).to_be_focused()
    expect(step).to_be_visible()
    made = moves(person).count()
    watcher.page.set_viewport_size(LAPTOP)
    watcher.open(person.page.url)
    expect(tile).to_be_visible()  # nobody else plays
    person.check_accessibility()
    expect(moves(watcher).nth(made + 2)).to_be_attached()  # it goes on for others
    expect(moves(person)).to_have_count(made)
    step.click()
    expect(moves(person)).to_have_count(made + 1)
    choose_speed(person, "2 seconds")
    person.press("Go on")
    expect(moves(person).nth(made + 1)).to_be_attached()
    assert_nothing_moved(person)
    choose_speed(person, "As it comes")
    for one in (watcher, person):
        over = one.page.locator('[data-game][data-status="finished"]')
        expect(over).to_be_attached(timeout=60_000)
        assert one.words() in {"Champion wins. Three in a row.", "It's a draw. The board is full."}
    assert_nothing_moved(watcher)
    assert person.page_width() == PHONE["width"]
    person.allow_navigation()
    person.press("Swap sides")
    expect(person.page).not_to_have_url(watcher.page.url)
    person.wait_until_live()
    assert (person.name_at("X"), person.name_at("O")) == ("Hard", "Champion")


def choose_speed(person: Person, name: str) -> None:
    speed = person.page.get_by_text("Speed", exact=True)
    chosen = person.page.get_by_role("button", name=name)
    speed.click()
    expect(chosen).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(chosen).to_be_hidden()
    speed.click()
    chosen.click()
    expect(chosen).to_be_hidden()
    expect(person.page.locator(".speed summary")).to_be_focused()
