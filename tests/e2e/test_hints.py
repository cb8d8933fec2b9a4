from playwright.sync_api import expect

from tests.e2e.people import Person


def test_a_hint_says_what_each_move_leads_to_until_the_next_move(person: Person):
    person.play_computer("champion", "X")
    person.wait_until_live()
    signs = person.page.locator(".verdict")
    marked = person.page.locator(".verdict, [data-best]")
    person.press("Hint")
    said = "Every move draws."
    expect(person.page.locator("[data-hint-words]")).to_have_text(said)
    expect(signs.first).to_be_hidden()
    person.page.get_by_label("Show all moves").check()
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, empty: draw")
    expect(person.cell(0)).to_have_attribute("aria-label", "a 3, empty: draw, recommended")
    expect(person.page.locator("[data-best]")).to_have_count(1)
    expect(person.page.get_by_text("W: wins, D: draws, L: loses")).to_be_visible()
    expect(person.page.locator('.verdict[data-value="draw"]')).to_have_count(9)
    expect(person.page.locator("[data-hints]")).to_have_text("1 hint used")
    person.check_accessibility()
    person.cell(4).hover()  # which makes room for a mark
    expect(person.cell(4).locator(".verdict")).to_be_hidden()
    person.cell(5).hover()
    expect(person.cell(4).locator(".verdict")).to_be_visible()
    person.press("Hide hint")
    expect(marked).to_have_count(0)
    expect(person.page.locator("[data-rule]")).to_be_visible()
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, empty")
    person.press("Hint")
    expect(signs).to_have_count(9)
    expect(person.page.locator("[data-hints]")).to_have_text("1 hint used")
    person.play(4)
    expect(marked).to_have_count(0)
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, X")
