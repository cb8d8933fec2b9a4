from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import PHONE, NewPerson, Person, start_game

LOOK_HERE = "document.dispatchEvent(new Event('visibilitychange'))"


def ask_again(host: Person, guest_name: str) -> None:
    host.open()
    host.page.locator(".panel").get_by_role("button", name=guest_name).click()
    expect(host.page.get_by_role("heading", name=f"{guest_name} is asked")).to_be_visible()


def test_one_press_asks_a_friend_on_the_page_that_is_open(new_person: NewPerson):
    host, guest, link = start_game(new_person)
    name, asked = host.name_at("O"), guest.page.locator("[data-asked]")
    guest.page.set_viewport_size(PHONE)
    before = guest.cell(4).bounding_box()
    ask_again(host, name)
    guest.page.evaluate(LOOK_HERE)
    expect(asked).to_contain_text("asks you to play Classic.")
    assert guest.cell(4).bounding_box() == before
    guest.check_accessibility_in_all_looks("[data-asked]")
    guest.press("Not now")
    expect(asked).to_have_text("")
    host.expect_words("Your friend cannot play now.")

    ask_again(host, name)
    guest.page.evaluate(LOOK_HERE)
    asked.get_by_role("button", name="Play").click()
    guest.page.wait_for_url(host.page.url)
    assert guest.page.url != link
    for person in (host, guest):
        person.wait_until_live()
    mover, other = (
        (host, guest) if host.wait_for_turn() and "Your turn" in host.words() else (guest, host)
    )
    mover.play(4)
    other.expect_words("Your turn")
