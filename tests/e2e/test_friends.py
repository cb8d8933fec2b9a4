from __future__ import annotations

from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.e2e.people import NewPerson, start_game
from tests.server import Server, game_id, open_database


def test_two_play_by_invitation_one_reloads_a_third_watches_and_sides_swap(
    small_or_large_server: Server, new_person: NewPerson
):
    host, guest, watcher = (new_person(small_or_large_server) for _ in range(3))
    host.start_on_first_page("friend", side="X")
    link = host.link()
    host.expect_words("Waiting for your friend to join")

    guest.open(link)
    expect(guest.page.get_by_role("heading")).to_contain_text("invites you to play")
    guest.press("Play")
    host.expect_words("Your turn")
    expect(host.page.get_by_text("Invite your friend")).not_to_be_visible()

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

    guest.press("Rematch")
    guest.expect_words("Your turn")
    host.expect_words(f"You win! Three in a row. {host.name_at('O')} wants a rematch.")
    host.press("Go to the rematch")
    assert host.page.url == guest.page.url != link
    expect(watcher.page).to_have_url(guest.page.url)  # who watches is taken along
    guest.play(4)
    for person in (host, guest, watcher):
        person.expect_board("....X....")
    host.expect_words("Your turn")
    expect(host.page.locator('[data-score="O"]')).to_have_text("1")


def test_the_back_button_after_a_rematch_shows_the_old_game(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.play_computer("easy", "X")
    person.resign()
    person.expect_words("The computer wins. You resigned.")
    old = person.page.url
    person.rematch()
    person.page.go_back()
    expect(person.page).to_have_url(old)
    person.expect_words("The computer wins. You resigned. The rematch is on.")
    expect(person.page.get_by_role("button", name="Go to the rematch")).to_be_visible()
    expect(person.page).to_have_url(old)


def test_a_double_click_on_a_slow_line_takes_the_seat_once(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    guest.open(host.invite("O"))
    guest.page.route(
        "**/join/", lambda route: (guest.page.wait_for_timeout(300), route.continue_())
    )
    guest.page.get_by_role("button", name="Play").dblclick()
    guest.expect_words("Your turn")
    host.expect_words(f"Waiting for {guest.page.locator('[data-seat=X] [data-name]').inner_text()}")


def test_who_comes_too_late_watches(server: Server, new_person: NewPerson):
    host, guest, late = (new_person(server) for _ in range(3))
    link = host.invite("O")
    late.open(link)
    guest.join(link)
    late.press("Play")
    expect(late.page.get_by_text("Someone else has taken this seat")).to_be_visible()
    expect(late.page.get_by_text("You are watching.")).to_be_visible()


def test_each_sees_whether_the_other_is_here(server: Server, new_person: NewPerson):
    host, guest, watcher = (new_person(server) for _ in range(3))
    link = host.invite("X")
    guest.join(link)
    friend = host.page.locator('[data-seat="O"] [data-presence]')
    expect(friend).to_have_text("here")
    watcher.open(link)
    expect(host.page.locator("[data-watchers]")).to_have_text("1 watching")
    guest.page.goto("about:blank")
    expect(friend).to_have_text("reconnecting")
    expect(friend).to_have_text("away")
    expect(host.page.locator('[data-announce="polite"]')).to_contain_text("is away")
    guest.open(link)
    expect(friend).to_have_text("here")
    watcher.page.close()
    expect(host.page.locator("[data-watchers]")).to_be_hidden()


def test_who_stays_may_call_it_a_draw(server: Server, new_person: NewPerson):
    host, guest, link = start_game(server, new_person)
    host.play(4)
    guest.expect_words("Your turn")
    guest.page.goto("about:blank")
    draw = host.page.get_by_role("button", name="Call it a draw")
    expect(draw).to_be_disabled()
    let_a_minute_pass(server, link)
    host.page.reload()
    draw.click()
    expect(host.page.locator("[data-words]")).to_contain_text("It's a draw.")
    expect(host.page.locator("[data-draws]")).to_have_text("1 drawn")
    guest.open(link)
    expect(guest.page.locator("[data-words]")).to_contain_text("It's a draw.")
    expect(guest.page.locator("[data-claim]")).to_be_hidden()


def let_a_minute_pass(server: Server, link: str) -> None:
    """Put the last signs of life of the game's guest further into the past."""
    with open_database(server.data) as database:
        database.execute(
            "UPDATE games_game SET touched_at = datetime('now', '-2 minutes'), "
            "o_seen_at = datetime('now', '-2 minutes') WHERE id = ?",
            [game_id(link)],
        )


def test_who_stays_may_take_the_win_after_a_minute(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    link = host.invite("X")
    guest.join(link)
    host.play(4)
    guest.expect_words("Your turn")
    guest.wait_until_live()
    choices = host.page.locator("[data-claim]")
    expect(choices).to_be_hidden()
    guest.page.goto("about:blank")
    expect(choices).to_contain_text("is reconnecting. You may end the game in")
    expect(choices).to_contain_text("is away. You may end the game in")
    expect(choices.get_by_role("button", name="Take the win")).to_be_disabled()
    let_a_minute_pass(server, link)
    host.page.reload()
    expect(choices.get_by_role("button", name="Take the win")).to_be_enabled()
    choices.get_by_role("button", name="Take the win").press("Enter")
    expect(host.page.locator("[data-words]")).to_contain_text("left. You win.")
    expect(choices).to_be_hidden()
    expect(host.page.locator("[data-words]")).to_be_focused()


def test_a_host_who_has_not_come_back_yet_is_waited_for(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    link = host.invite("X")
    host.page.goto("about:blank")
    guest.join(link)
    guest.wait_until_live()
    note = guest.page.locator("p[data-host-away]")
    expect(note).to_contain_text("Your host has not been here since you joined")
    expect(guest.page.locator("[data-claim]")).to_be_hidden()
    host.open(link)
    expect(note).to_be_hidden()
    host.page.goto("about:blank")
    expect(guest.page.locator("[data-claim]")).to_contain_text("You may end the game in")
    expect(note).to_be_hidden()


def test_a_qr_code_is_read_and_followed(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    link = host.invite("X")
    host.page.get_by_text("Show a QR code").click()
    picture = host.page.get_by_role("img", name="QR code of the link").screenshot()
    [code] = zxingcpp.read_barcodes(Image.open(BytesIO(picture)))
    assert code.text == link
    guest.join(code.text)
    host.expect_words("Your turn")


def test_an_invitation_is_withdrawn(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    link = host.invite("X")
    guest.open(link)
    host.press("Withdraw the invitation")
    host.expect_words("This invitation was withdrawn.")
    guest.press("Play")
    guest.expect_words("This invitation was withdrawn.")
    guest.page.get_by_role("link", name="Start a game of your own").click()
    expect(guest.page.get_by_role("button", name="Play the computer")).to_be_visible()


def test_the_link_can_be_copied(server: Server, new_person: NewPerson):
    host = new_person(server, permissions=["clipboard-read", "clipboard-write"])
    link = host.invite()
    host.press("Copy")
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()") == link


def test_the_link_can_be_copied_where_the_browser_has_no_clipboard(
    server: Server, new_person: NewPerson
):
    host = new_person(server, permissions=["clipboard-read"])
    host.page.add_init_script(
        "window.clipboardForTest = navigator.clipboard;"
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
    )
    link = host.invite()
    host.press("Copy")
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    assert host.page.evaluate("window.clipboardForTest.readText()") == link


def test_the_share_sheet_is_offered_where_there_is_one(server: Server, new_person: NewPerson):
    host = new_person(server)
    host.page.add_init_script("navigator.share = async (data) => { window.shared = data.url; };")
    link = host.invite()
    host.press("Share")
    assert host.page.evaluate("window.shared") == link


def test_a_name_that_is_changed_is_what_the_friend_sees(server: Server, new_person: NewPerson):
    host, guest = new_person(server), new_person(server)
    host.open()
    host.rename("Grace")
    guest.open(host.invite())
    expect(guest.page.get_by_role("heading")).to_have_text("Grace invites you to play")


def test_a_refused_move_goes_again_and_says_why(server: Server, new_person: NewPerson):
    """One tab receives no states, and plays on the cell that the friend has taken meanwhile."""
    host, guest = new_person(server), new_person(server)
    link = host.invite("X")
    guest.join(link)

    blocks_states = {"on": False}

    def relay(route):
        upstream = route.connect_to_server()
        upstream.on_message(
            lambda frame: (
                None if blocks_states["on"] and '"type":"state"' in frame else route.send(frame)
            )
        )

    guest.page.route_web_socket("**/ws/**", relay)
    guest.page.reload()
    host.play(0)
    guest.expect_words("Your turn")

    blocks_states["on"] = True
    other_tab = guest.page.context.new_page()
    other_tab.goto(link)
    other_tab.locator('[data-cell="4"]').click()
    host.expect_board("X...O....")
    host.play(8)
    guest.play(8)
    expect(guest.page.locator("[data-alert]")).to_have_text(
        "The board has changed since. Look again."
    )
    guest.expect_board("X...O...X")
