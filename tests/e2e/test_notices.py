from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person, start_game


def turn_icon(person: Person) -> str:
    return person.page.locator("link[rel=icon]").get_attribute("data-turn") or ""


COUNT_SOUNDS = """() => {
  window.sounds = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = OscillatorNode.prototype.start =
    AudioBufferSourceNode.prototype.start = function (at) {
      window.sounds++;
      start.call(this, at);
    };
}"""


# The page's policy lets Playwright evaluate no text again and again.
HEAR = """async (count) => {
  while (window.sounds !== count) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def test_the_tab_and_sounds_that_one_may_turn_off_tell_of_moves(new_person: NewPerson):
    host, guest, _ = start_game(new_person)
    icon = "link[rel=icon]"
    expect(host.page.locator(icon)).to_have_attribute("href", turn_icon(host))
    expect(host.page).to_have_title("Your turn · Tic-tac-toe")
    host.page.evaluate(COUNT_SOUNDS)
    host.play(0)
    expect(guest.page.locator(icon)).to_have_attribute("href", turn_icon(guest))
    expect(host.page.locator(icon)).not_to_have_attribute("href", turn_icon(host))
    # A cross has two strokes, and a circle one.
    host.page.evaluate(HEAR, 2)
    guest.play(4)
    host.page.evaluate(HEAR, 3)
    sound = host.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    pictures = sound.locator("svg").filter(visible=True).locator("use")
    expect(pictures).to_have_attribute("href", "#icon-sound-on")
    sound.click()
    expect(pictures).to_have_attribute("href", "#icon-sound-off")
    host.play(1)
    guest.play(5)
    host.expect_words("Your turn")
    assert host.page.evaluate("window.sounds") == 3
    host.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
