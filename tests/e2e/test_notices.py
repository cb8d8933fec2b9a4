"""What tells players that something has happened: titles, icons, sounds and sentences."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person, start_game
from tests.server import Server


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


def test_the_tab_and_a_sound_that_one_asks_for_say_when_it_is_ones_turn(
    server: Server, new_person: NewPerson
):
    host, guest, _ = start_game(server, new_person)
    icon = "link[rel=icon]"
    expect(host.page.locator(icon)).to_have_attribute("href", turn_icon(host))
    expect(host.page).to_have_title("Your turn · Tic-tac-toe")
    host.page.evaluate(COUNT_TONES)
    host.play(0)
    expect(guest.page.locator(icon)).to_have_attribute("href", turn_icon(guest))
    expect(host.page.locator(icon)).not_to_have_attribute("href", turn_icon(host))
    guest.play(4)
    host.expect_words("Your turn")
    assert host.page.evaluate("window.tones") == 0
    sound = host.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    pictures = sound.locator("svg").filter(visible=True).locator("use")
    expect(pictures).to_have_attribute("href", "#icon-sound-off")
    sound.click()
    expect(pictures).to_have_attribute("href", "#icon-sound-on")
    host.play(1)
    guest.play(5)
    host.expect_words("Your turn")
    assert host.page.evaluate("window.tones") == 1
    host.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
