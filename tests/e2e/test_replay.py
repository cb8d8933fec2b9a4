import re

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person

MOVES = (0, 3, 1, 4, 2)
END = "XXXOO...."
PACE = 1000  # milliseconds


def finished_game(new_person: NewPerson, **options: object) -> Person:
    ann = new_person(**options)
    ann.play_here(*MOVES)
    ann.wait_until_live()
    ann.expect_words("Player 1 wins. Three in a row.")
    return ann


def spectator(new_person: NewPerson) -> Person:
    ann = finished_game(new_person)
    bob = new_person()
    bob.page.clock.install(time=0)
    bob.open(re.sub(r"[?#].*", "", ann.page.url))
    bob.wait_until_live()
    bob.page.remove_locator_handler(bob.deaf)
    bob.page.evaluate("document.adoptedStyleSheets = []")  # What is deaf stays so: time stands.
    bob.page.clock.pause_at(60_000)
    return bob


def test_the_moves_play_one_by_one_and_pause(new_person: NewPerson):
    bob = spectator(new_person)
    button, pressed = bob.page.get_by_role("button", name="Play the moves"), "aria-pressed"
    button.click()
    expect(button).to_have_attribute(pressed, "true")
    bob.expect_board("." * 9)
    bob.page.clock.run_for(2 * PACE)
    bob.expect_board("X..O.....")
    button.click()
    expect(button).to_have_attribute(pressed, "false")
    bob.page.clock.run_for(5 * PACE)
    bob.expect_board("X..O.....")
    bob.page.keyboard.press("w")  # goes on from there, at once
    bob.expect_board("XX.O.....")
    bob.page.clock.run_for(2 * PACE)
    bob.expect_board(END)
    expect(button).to_have_attribute(pressed, "false")
    for target in ('[data-step="on"]', '[data-step="last"]', '[data-moves] [data-ply="3"]'):
        bob.page.keyboard.press("w")
        expect(button).to_have_attribute(pressed, "true")
        bob.page.locator(target).click()  # which pauses
        expect(button).to_have_attribute(pressed, "false")
    bob.page.clock.run_for(5 * PACE)
    bob.expect_board("XX.O.....")


def test_an_address_ends_in_the_move_to_show_and_a_press_leads_to_the_end(new_person: NewPerson):
    ann = finished_game(new_person)
    address = re.sub(r"[?#].*", "", ann.page.url)
    bob = new_person()
    bob.open(f"{address}#2")
    bob.expect_board("X..O.....")
    bob.page.evaluate("location.hash = '#3'")
    bob.expect_board("XX.O.....")
    expect(bob.page).to_have_url(f"{address}?ply=3")
    bob.page.evaluate("location.hash = '#main'")  # which is no move
    bob.page.wait_for_function("!location.hash")
    bob.page.evaluate("location.hash = '#99'")
    bob.expect_board(END)
    expect_no_mirror_image_from_right_to_left(bob)

    strike = ann.page.locator("[data-strike][d]")
    expect(strike).to_have_count(1)
    ann.page.get_by_role("link", name="One move back").click()
    ann.expect_board("XX.OO....")
    expect(strike).to_have_count(0)
    ann.page.get_by_role("link", name="First position").click()
    ann.expect_words("Move 0 of 5")
    ann.expect_disabled_board()
    ann.cell(8).click(force=True)  # it says that it is disabled
    ann.expect_board(END)
    assert "?" not in ann.page.url


def expect_no_mirror_image_from_right_to_left(person: Person) -> None:
    person.page.evaluate("document.documentElement.dir = 'rtl'")
    for name, first, second in (("cell", 0, 2), ("step", "back", "on")):
        places = [person.page.locator(f'[data-{name}="{each}"]') for each in (first, second)]
        left, right = (place.bounding_box() for place in places)
        assert left["x"] < right["x"]
