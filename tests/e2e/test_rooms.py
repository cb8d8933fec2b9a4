"""What a room offers beside the board: clocks, taking back, reactions, series, other devices."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.people import Person
from tests.server import Server, open_database


def meet(server: Server, someone: NewPerson, **terms: str) -> tuple[Person, Person, str]:
    """Return a host with X, a guest with O, both live, and the link of their game."""
    host, guest = someone(server), someone(server)
    link = host.invite("X", **terms)
    guest.accept(link)
    for person in (host, guest):
        person.is_live()
    host.sees("Your turn")
    return host, guest, link


def test_a_clock_runs_out_while_both_browsers_are_closed(own_server, someone):
    host, guest, link = meet(own_server, someone, control="30s")
    host.mark(0)
    guest.mark(4)
    host.sees("Your turn")
    clock = host.page.locator('[data-clock="X"]')
    expect(clock).to_have_attribute("data-running", "")
    for person in (host, guest):
        person.page.goto("about:blank")
    with open_database(own_server.data) as database:
        database.execute("UPDATE games_game SET deadline_at = datetime('now', '+1 seconds')")

        def status() -> str:
            return database.execute("SELECT status FROM games_game").fetchone()[0]

        while status() == "playing":
            database.commit()
    host.open(link)
    host.sees(f"You ran out of time: {name_of(guest)} wins")
    guest.open(link)
    guest.sees(f"{name_of(host)} ran out of time: you win")


def name_of(person: Person) -> str:
    person.open()
    return person.page.get_by_label("Name that others see").input_value()


def test_a_restart_moves_no_clock(own_server: Server, someone: NewPerson):
    host, guest, _ = meet(own_server, someone, control="10+5")
    host.mark(0)
    guest.mark(4)
    host.sees("Your turn")
    for person in (host, guest):
        person.minds_being_cut_off = False
    query = "SELECT deadline_at FROM games_game"
    with open_database(own_server.data) as database:
        before = database.execute(query).fetchall()
        own_server.kill()
        own_server.start()
        host.is_live()
        assert database.execute(query).fetchall() == before
    expect(host.page.locator('[data-clock="X"]')).to_contain_text("9:5")


def test_a_time_that_runs_out_is_seen_by_both_at_once(own_server: Server, someone: NewPerson):
    host, guest, _ = meet(own_server, someone, control="5s")
    host.mark(0)
    guest.mark(4)
    for person in (host, guest):
        expect(person.page.locator("[data-words]")).to_contain_text("out of time")
        expect(person.page.locator('[data-clock="X"]')).to_have_text("0.0")


def test_a_move_against_the_computer_is_taken_back_at_once(server: Server, someone: NewPerson):
    person = someone(server)
    person.play_computer("champion", "X")
    person.is_live()
    expect(person.page.get_by_role("button", name="Take back")).to_be_hidden()
    person.mark(0)
    person.sees_board("X...O....")
    person.press("Take back")
    person.sees_board(".........")
    person.sees("Your turn")
    expect(person.page.locator("[data-moves] li")).to_have_count(0)
    person.mark(0)
    person.sees_board("X...O....")
    person.page.keyboard.press("u")
    person.sees_board(".........")


def test_among_two_people_taking_back_is_asked_for(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone, undo="yes")
    host.mark(0)
    host.press("Take back")
    expect(host.page.get_by_text("You ask to take your move back.")).to_be_visible()
    expect(guest.page.locator("[data-undo-words]")).to_contain_text("asks to take a move back")
    guest.press("No")
    expect(host.page.get_by_text("You ask to take your move back.")).to_be_hidden()
    expect(host.page.locator("[data-undo-declined]")).to_be_visible()
    expect(host.page.locator('[data-announce="polite"]')).to_contain_text("Not taken back")
    expect(host.page.get_by_role("button", name="Take back")).to_be_hidden()
    guest.mark(4)
    host.press("Take back")
    guest.press("Yes, take it back")
    for person in (host, guest):
        person.sees_board(".........")
    host.mark(8)
    guest.sees_board("........X")


def test_taking_back_never_loses_the_focus(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone, undo="yes")
    for cells, answer in (((0, 4), "No"), ((1, 5), "Yes, take it back")):
        for person, cell in zip((host, guest), cells, strict=True):
            person.sees("Your turn")
            person.mark(cell)
        host.sees("Your turn")
        for person, button in ((host, "Take back"), (guest, answer)):
            person.page.get_by_role("button", name=button, exact=True).press("Enter")
            expect(person.page.locator("[data-words]")).to_be_focused()


def test_on_a_phone_what_wants_an_answer_is_in_sight(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone, control="3+2", best_of="3", undo="yes")
    for person in (host, guest):
        person.page.set_viewport_size({"width": 360, "height": 640})
    host.mark(0)
    host.press("Take back")
    guest.page.evaluate("scrollTo(0, 0)")
    is_in_sight(guest.page.get_by_role("button", name="No", exact=True))
    guest.press("No")
    guest.page.goto("about:blank")
    host.page.evaluate("scrollTo(0, 0)")
    is_in_sight(host.page.get_by_role("button", name="Call it a draw"))
    host.resign()
    host.page.evaluate("scrollTo(0, 0)")
    is_in_sight(host.page.get_by_role("link", name="New game"))


def is_in_sight(button: Locator) -> None:
    expect(button).to_be_in_viewport(ratio=1)


def test_on_three_by_three_nothing_is_taken_back_unless_agreed(server, someone):
    host, _, _ = meet(server, someone)
    host.mark(0)
    expect(host.page.locator("[data-undo]")).to_have_count(0)


def test_a_reaction_is_shown_to_the_other_who_may_mute_it(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone)
    bubble = guest.page.locator('[data-seat="X"] [data-bubble]')
    react(host, "Hello!")
    expect(bubble).to_have_text("Hello!")
    expect(guest.page.locator('[data-announce="polite"]')).to_contain_text("Hello!")
    expect(bubble).to_be_hidden()
    guest.press("Sound and more")
    guest.page.get_by_label("Hide reactions of others").check()
    guest.press("Close")
    react(host, "Wow!")
    react(host, "Oops!")
    expect(host.page.locator("[data-alert]")).to_contain_text("That is enough for now")
    expect(bubble).to_have_text("Hello!")
    expect(bubble).to_be_hidden()


def test_a_spectator_reads_a_reaction_in_words(server: Server, someone: NewPerson):
    host, _, link = meet(server, someone)
    spectator = someone(server)
    spectator.page.goto(link)
    spectator.is_live()
    react(host, "Nice move!")
    expect(spectator.page.locator('[data-seat="X"] [data-bubble]')).to_have_text("Nice move!")


def test_the_heading_names_a_guest_who_joins(server: Server, someone: NewPerson):
    host, _, _ = meet(server, someone)
    expect(host.page.get_by_role("heading", level=1)).not_to_contain_text("Nobody yet")


def react(person: Person, words: str) -> None:
    person.page.get_by_text("React", exact=True).click()
    person.press(words)


def test_a_series_is_counted_and_won(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone, best_of="3")
    expect(host.page.get_by_text("Best of 3")).to_be_visible()
    guest.resign()
    host.sees(f"{host_name(guest, 'O')} resigned: you win")
    host.rematch()
    guest.press("Go to the rematch")
    guest.is_live()
    guest.resign()
    host.page.locator("[data-words]").get_by_text("You win the match, 2 to 0").wait_for()
    expect(host.page.get_by_role("button", name="New match")).to_be_visible()
    host.press("New match")
    host.sees("Your turn")
    expect(host.page.locator('[data-score="X"]')).to_have_text("0")


def host_name(person: Person, mark: str) -> str:
    return person.page.locator(f'[data-seat="{mark}"] [data-name]').inner_text()


def test_who_watches_is_taken_along_to_the_rematch(server: Server, someone: NewPerson):
    host, guest, link = meet(server, someone)
    watcher = someone(server)
    watcher.open(link)
    watcher.is_live()
    guest.resign()
    host.rematch()
    expect(watcher.page).to_have_url(host.page.url)
    watcher.page.go_back()
    expect(watcher.page).to_have_url(link)


def test_a_rematch_waits_for_who_has_left(server: Server, someone: NewPerson):
    host, guest, link = meet(server, someone)
    guest.resign()
    button = host.page.get_by_role("button", name="Rematch")
    expect(button).to_have_attribute("aria-disabled", "false")
    guest.page.goto("about:blank")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(host.page.locator("[data-rematch-why]")).to_be_visible()
    host.page.keyboard.press("r")
    guest.open(link)
    expect(button).to_have_attribute("aria-disabled", "false")
    host.rematch()


def test_the_tab_says_when_it_is_ones_turn(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone)
    icon = "link[rel=icon]"
    expect(host.page.locator(icon)).to_have_attribute("href", turn_icon(host))
    expect(host.page).to_have_title("Your turn · Tic-tac-toe")
    host.mark(4)
    expect(guest.page.locator(icon)).to_have_attribute("href", turn_icon(guest))
    expect(host.page.locator(icon)).not_to_have_attribute("href", turn_icon(host))


def turn_icon(person: Person) -> str:
    return person.page.locator("link[rel=icon]").get_attribute("data-turn") or ""


COUNT_TONES = """() => {
  const start = OscillatorNode.prototype.start;
  window.tones = 0;
  OscillatorNode.prototype.start = function (at) {
    window.tones++;
    start.call(this, at);
  };
}"""


def test_sounds_are_off_until_asked_for_and_remembered(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone)
    host.page.evaluate(COUNT_TONES)
    host.mark(0)
    guest.mark(4)
    host.sees("Your turn")
    assert host.page.evaluate("window.tones") == 0
    host.press("Sound and more")
    host.page.get_by_label("Sounds").check()
    host.press("Close")
    assert host.page.evaluate("window.tones") == 1
    host.mark(1)
    guest.mark(5)
    host.sees("Your turn")
    assert host.page.evaluate("window.tones") == 2
    host.page.reload()
    host.press("Sound and more")
    expect(host.page.get_by_label("Sounds")).to_be_checked()


def test_a_host_who_was_away_is_told_that_the_friend_has_joined(server, someone):
    host, guest = someone(server), someone(server)
    link = host.invite("X")
    host.page.goto("about:blank")
    guest.accept(link)
    guest.is_live()
    host.open()
    host.page.get_by_role("link", name="Go to your game").click()
    expect(host.page.get_by_text("has joined. Your game is on.")).to_be_visible()
    host.is_live()
    host.page.reload()
    expect(host.page.get_by_text("has joined. Your game is on.")).to_have_count(0)


def test_one_goes_on_at_another_device(server: Server, someone: NewPerson):
    host, guest, link = meet(server, someone)
    host.mark(4)
    second = host.page.context.new_page()
    second.goto(link)
    second.get_by_role("button", name="Go on at another device").click()
    address = second.get_by_label("Link for your other device").input_value()

    phone = someone(server)
    phone.open(address)
    phone.press("Go on here")
    expect(phone.page).to_have_url(link)
    phone.is_live()
    guest.mark(0)
    phone.sees("Your turn")
    phone.mark(8)
    guest.sees_board("O...X...X")

    host.sees_board("O...X...X")
    expect(host.page.get_by_text("You went on at another device")).to_be_visible()
    expect(host.page.get_by_text("You are watching.")).to_be_visible()
    expect(host.page.get_by_text("Resign", exact=True)).to_have_count(0)
    host.minds_being_cut_off = False  # The browser notes that the page is gone.
    host.open(address)
    expect(host.page.get_by_role("heading")).to_have_text("This link is used up")
    host.open(link)
    expect(host.page.get_by_text("You are watching.")).to_be_visible()


def test_the_pages_for_going_to_another_device_keep_nobody_out(server, someone):
    host, phone = someone(server), someone(server)
    host.invite("X")
    host.press("Go on at another device")
    host.finds_no_barrier()
    phone.open(host.page.get_by_label("Link for your other device").input_value())
    phone.finds_no_barrier()


def test_a_room_with_all_it_offers_keeps_nobody_out(server: Server, someone: NewPerson):
    host, guest, _ = meet(server, someone, control="10+5", best_of="3", undo="yes")
    host.mark(0)
    guest.mark(4)
    host.sees_board("X...O....")
    host.press("Take back")
    expect(guest.page.locator("[data-undo-offered]")).to_be_visible()
    react = host.page.get_by_text("React", exact=True)
    react.click()
    for person in (host, guest):
        person.finds_no_barrier()
    react.hover()
    host.finds_no_barrier()
