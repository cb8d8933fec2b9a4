from playwright.sync_api import Page, expect

from tests.e2e.people import NewPerson, Person, start_game


def test_the_settings_change_a_game_that_is_on_at_once(new_person: NewPerson):
    host, guest = new_person(), new_person()
    link = host.invite("X")
    own, others = (host.page.locator(f'[data-seat="{mark}"] .avatar') for mark in "XO")
    expect(others).to_have_count(0)
    guest.join(link)
    expect(others).to_be_visible()  # without loading the page again
    host.wait_until_live()
    paper = background(host.page)
    host.choose_theme("Night")
    assert background(host.page) != paper
    host.choose_theme("System")
    host.open_settings()
    host.press("Walnut")
    expect(own).to_have_attribute("data-ink", "walnut")
    expect(host.page.locator("[data-me] .avatar")).to_have_attribute("data-ink", "walnut")
    expect(host.page.get_by_role("button", name="Walnut")).to_be_focused()
    sound = host.page.get_by_role("switch", name="Sound")
    is_on = sound.is_checked()
    sound.click()
    sheet, close = host.page.locator("[data-settings]"), host.page.get_by_role("link", name="Close")
    host.page.set_viewport_size({"width": 360, "height": 640})
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(sheet).to_be_hidden()
    expect(host.page.locator("[data-me]")).to_be_focused()
    host.open_settings()
    expect(sound).to_be_checked(checked=not is_on)
    host.page.get_by_role("link", name="Your games").click()
    expect(host.page.get_by_text("goes on: your turn")).to_be_visible()


def background(page: Page) -> object:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_a_field_counts_what_people_see_as_the_server_does(person: Person):
    person.invite("X")
    person.open("settings/person/")
    field = person.page.locator('[name="name"]')
    families = "👨‍👩‍👧‍👦" * 24
    field.fill(families + "x")
    assert not field.evaluate("field => field.checkValidity()")
    field.fill(families)
    person.page.get_by_role("button", name="Save").click()
    expect(person.page.locator("[data-me]")).to_contain_text(families)


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
