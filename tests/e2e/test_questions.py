from playwright.sync_api import FloatRect, Locator, expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person, start_game
from tests.server import game_id, open_database

# Presses something, or a key, in the moment in which it is drawn, faster than any person.
PRESS_AT_ONCE = """([selector, key]) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    const found = document.querySelector(selector);
    if (!found?.checkVisibility()) return;
    observer.disconnect();
    if (key) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    else found.click();
    resolve();
  });
  const options = { subtree: true, childList: true, attributes: true };
  observer.observe(document.body, options);
})"""


class AtOnce:
    def __init__(self, person: Person, selector: str, key: str = "") -> None:
        # Not the promise itself, for which the browser would be waited.
        watch = f"(given) => ({{ pressed: ({PRESS_AT_ONCE})(given) }})"
        self.watch = person.page.evaluate_handle(watch, [selector, key])

    def wait(self) -> None:
        self.watch.evaluate("watch => watch.pressed")


def boxes(locators: Locator) -> list[FloatRect]:
    found = (each.bounding_box() for each in locators.filter(visible=True).all())
    return [box for box in found if box]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_a_question_takes_the_place_of_the_sentence_and_of_no_button(new_person: NewPerson):
    host, guest, _ = start_game(new_person, undo="yes")
    host.play(4)
    guest.play(0)
    host.expect_words("Your turn")
    host.press("Take back")
    expect(host.page.get_by_role("button", name="Never mind")).to_be_visible()
    buttons, before = host.page.get_by_role("main").get_by_role("button"), {}
    for size in (PHONE, DESK):
        host.page.set_viewport_size(size)
        before[size["width"]] = boxes(buttons)
    guest.open_more()
    guest.press("Offer a draw")
    expect(host.page.locator("#draw-words")).to_be_visible()
    for size in (PHONE, DESK):
        host.page.set_viewport_size(size)
        answers = boxes(host.page.locator(".answers button"))
        assert len(answers) == 2
        for answer in answers:
            assert answer["y"] + answer["height"] < size["height"]
            assert not any(overlap(answer, button) for button in before[size["width"]])


def test_one_question_comes_after_the_other_and_is_deaf_at_first(new_person: NewPerson):
    host, guest, _ = start_game(new_person, undo="yes")
    host.play(4)
    guest.play(0)
    host.expect_words("Your turn")
    guest.open_more()
    guest.press("Offer a draw")
    expect(host.page.locator("#draw-words")).to_be_visible()
    guest.press("Take back")
    expect(guest.page.locator("[data-undo-requested]")).to_be_visible()
    shown = host.page.locator(".question").filter(visible=True)
    expect(shown).to_have_attribute("data-question", "draw")  # no other comes under a finger
    expect(shown).to_have_count(1)
    agree = AtOnce(host, "[data-question=undo] button:not([formaction])")
    host.press("No, play on")
    agree.wait()
    expect(shown).to_have_attribute("data-question", "undo")
    expect(host.page.locator("#undo-words")).to_be_focused()
    # Deaf for longer than what takes no question's place: a press may be on its way.
    assert shown.evaluate("({ dataset }) => dataset.deafFor") == "1200"
    host.press("No, play on")
    expect(guest.page.locator("[data-draw-declined]")).to_be_visible()
    guest.open_more()
    expect(guest.page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    host.expect_board("O...X....")


def test_a_second_press_on_a_board_that_has_changed_plays_for_nobody(person: Person):
    person.play_here(board="connect-four")
    person.wait_until_live()
    marked = '[data-cell="38"][data-mark="X"]:not([data-pending])'
    # Also beside it, where a press would play for the other.
    again = [AtOnce(person, marked, key) for key in ("", "4", "1")]
    person.play(38)
    for press in again:
        press.wait()
    person.play(38)
    expect(person.page.locator("[data-moves] li")).to_have_count(2)
    marks = {cell: person.cell(cell).get_attribute("data-mark") for cell in (35, 38, 31)}
    assert marks == {35: "", 38: "X", 31: "O"}


def test_a_key_that_is_held_down_plays_once(person: Person):
    person.play_computer("easy", "X", board="connect-four")
    person.wait_until_live()
    person.cell(38).focus()
    for _ in range(2):
        person.page.keyboard.down("Enter")
        expect(person.page.locator("[data-moves] li")).to_have_count(2)
        person.wait_for_turn()
        expect(person.page.locator("[data-deaf]")).to_have_count(0)
    person.page.keyboard.up("Enter")
    person.page.keyboard.press("Enter")
    expect(person.page.locator("[data-moves] li")).to_have_count(4)


def test_ones_own_lost_connection_comes_before_all_that_is_said_of_the_other(server, new_person):
    host, guest, link = start_game(new_person, control="3+2")
    host.page.set_viewport_size(PHONE)
    away, lost, claim = (
        host.page.locator(hook) for hook in ("[data-away]", "[data-offline]", "[data-claim]")
    )
    presence = host.page.locator('[data-seat="O"] [data-presence]')
    host.play(4)
    guest.expect_words("Your turn")
    expect(presence).to_have_text("here")
    guest.page.goto("about:blank")
    expect(presence).to_have_text("reconnecting")
    expect(away).to_contain_text("is reconnecting. You may end the game in")
    host.ignores_connection_errors = True
    host.page.context.set_offline(True)
    host.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(lost).to_have_text("No connection")
    expect(lost).to_be_in_viewport(ratio=1)
    expect(host.page.locator("[data-offline-more]")).to_have_text("The clock may run on.")
    for said in (away, presence, claim):
        expect(said).to_be_hidden()
    with open_database(server.data) as database:
        ago = "datetime('now', '-2 minutes')"
        database.execute(
            f"UPDATE games_game SET touched_at = {ago}, o_seen_at = {ago} WHERE id = ?",  # noqa: S608
            [game_id(link)],
        )
    win = AtOnce(host, "[data-claim] [value=win]")
    host.page.context.set_offline(False)
    win.wait()
    expect(lost).to_be_hidden()
    expect(claim).to_contain_text("Still away.")
    buttons = boxes(host.page.get_by_role("main").get_by_role("button"))
    for answer in boxes(claim.get_by_role("button")):
        assert sum(overlap(answer, button) for button in buttons) == 1  # itself
    host.check_accessibility()
    host.heard(host.page.get_by_role("button", name="Call it a draw")).press("Enter")
    expect(host.page.locator("[data-game]")).to_have_attribute("data-result", "drawn")
    expect(host.page.locator("[data-words]")).to_be_focused()
