import re
from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.e2e.people import PHONE, NewPerson, Person, start_game
from tests.playing import DRAW


def test_two_play_by_invitation_one_reloads_a_third_watches_and_sides_swap(new_person: NewPerson):
    host, guest, watcher = (new_person() for _ in range(3))
    host.start_on_first_page("friend")
    link = host.link()
    expect(host.page).to_have_title(re.compile("Waiting for your friend"))

    guest.open(link)
    expect(guest.page.get_by_role("heading")).to_contain_text("invites you to play")
    # On a slow line a double click takes the seat once.
    guest.page.route(
        "**/join/", lambda route: (guest.page.wait_for_timeout(300), route.continue_())
    )
    guest.page.get_by_role("button", name="Play").dblclick()
    host.expect_words("Your turn")
    expect(host.page.get_by_role("img", name="QR code of the link")).not_to_be_visible()
    expect(host.page.get_by_role("heading", level=1)).not_to_contain_text("Nobody yet")

    watcher.open(link)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.page.locator("button.cell")).to_have_count(0)

    host.play(0)
    guest.expect_words("Your turn")
    guest.play(4)
    host.expect_words("Your turn")
    host.page.reload()
    host.expect_board("X...O....")
    host.play(1)
    guest.expect_board("XX..O....")
    guest.page.reload()
    guest.play(8)
    host.expect_words("Your turn")
    host.play(2)
    for person in (host, guest, watcher):
        person.expect_board("XXX.O...O")
    host.expect_words("You win! Three in a row.")

    guest.press("Rematch, you begin")
    guest.expect_words("Your turn")
    asked = host.page.locator("[data-rematch-asked]")
    expect(asked).to_have_text(f"{host.name_at('O')} wants a rematch")
    host.check_accessibility()
    host.press("Go to the rematch")
    host.page.wait_for_url(lambda address: address != link)
    guest.page.wait_for_url(host.page.url)
    expect(watcher.page).to_have_url(guest.page.url)  # who watches is taken along
    guest.play(4)
    for person in (host, guest, watcher):
        person.expect_board("....X....")
    host.expect_words("Your turn")
    expect(host.page.locator('[data-score="O"]')).to_have_text("1")
    watcher.page.go_back()
    expect(watcher.page).to_have_url(link)


def test_an_achievement_is_told_when_the_game_ends(new_person: NewPerson):
    host, guest, link = start_game(new_person)
    for ply, cell in enumerate(DRAW):
        (guest if ply % 2 else host).send(f"{link}move/", ply=str(ply), cell=str(cell))
    new = host.page.locator("[data-new-achievement]")
    expect(new).to_contain_text("New in your album: Draw with a friend.")


def test_a_qr_code_is_read(new_person: NewPerson):
    host = new_person()
    link = host.invite("X")
    picture = host.page.get_by_role("img", name="QR code of the link").screenshot()
    [code] = zxingcpp.read_barcodes(Image.open(BytesIO(picture)))
    assert code.text == link


def test_a_host_who_plays_on_meanwhile_is_called_when_the_friend_comes(new_person: NewPerson):
    host, guest = new_person(), new_person()
    link = host.invite("X")
    host.wait_until_live()
    host.open("puzzles/today/")
    guest.join(link)
    call = host.page.locator("[data-callers]")
    expect(call).to_contain_text(guest.name())
    expect(host.page).to_have_title(re.compile("is here"))
    call.get_by_role("link", name="Play").click()
    host.wait_until_live()
    host.open("puzzles/")
    expect(host.page.locator("main")).to_be_visible()
    assert host.page.evaluate("sessionStorage.invitation") is None


def test_a_time_that_runs_out_is_seen_by_both_and_follows_no_clock_of_a_computer(new_person):
    host, guest, link = start_game(new_person, control="5s")
    host.page.evaluate("Date.now = () => 0")  # somebody has set it back
    for ply, person in enumerate((host, guest)):
        person.send(f"{link}move/", ply=str(ply), cell=str(ply))
    for person in (host, guest):
        expect(person.page.locator("main")).to_contain_text("out of time")
        expect(person.page.locator('[data-clock="X"]')).to_have_text("0.0")


def test_what_is_said_is_heard_until_the_next_move_by_the_other_who_may_hide_it(new_person):
    host, guest, _ = start_game(new_person)
    said = guest.page.locator("[data-said]")
    host.react("Hello!")
    expect(said).to_contain_text("“Hello!”")
    ink = guest.page.locator('[data-seat="X"] .avatar').get_attribute("data-ink")
    assert said.get_attribute("data-ink") == ink  # as it flies from there
    expect(guest.page.locator('[data-announce="polite"]')).to_contain_text("Hello!")
    host.reactions().click()
    host.page.get_by_label("What you say").filter(visible=True).fill("Ready, %(name)s?")
    host.page.keyboard.press("Enter")
    expect(said).to_contain_text("Ready, %(name)s?")
    host.check_accessibility()
    host.play(4)
    expect(said).to_be_hidden()
    guest.expect_words("Your turn")
    guest.reactions().click()
    guest.page.get_by_label("Hide talk").filter(visible=True).check()
    host.react("Wow!")
    host.react("Oops!")
    host.react("Haha!")
    expect(host.page.locator("[data-alert]")).to_contain_text("That is enough for now")
    expect(said).to_be_hidden()
    guest.open_settings()
    expect(guest.page.get_by_role("switch", name="Reactions and talk")).not_to_be_checked()


LOOK_HERE = "document.dispatchEvent(new Event('visibilitychange'))"


def ask_again(host: Person, guest_name: str) -> None:
    host.open()
    host.page.locator(".panel").get_by_role("button", name=guest_name).click()
    expect(host.page.get_by_role("heading", name=f"{guest_name} is asked")).to_be_visible()


def test_one_press_asks_a_friend_on_the_page_that_is_open(new_person: NewPerson):
    host, guest, link = start_game(new_person)
    name, asked = host.name_at("O"), guest.page.locator("[data-callers]")
    guest.page.set_viewport_size(PHONE)
    before = guest.cell(4).bounding_box()
    ask_again(host, name)
    guest.page.evaluate(LOOK_HERE)
    expect(asked).to_contain_text("asks you to play Classic.")
    assert guest.cell(4).bounding_box() == before
    guest.check_accessibility_in_all_looks("[data-callers]")
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
