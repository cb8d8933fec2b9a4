from playwright.sync_api import expect

from tests.e2e.people import NewPerson

# As the script defines it that pages in other languages bring.
CATALOGUE = """
globalThis.django = {
  gettext: (text) => `⟦${text}⟧`,
  ngettext: (singular, plural, count) => `⟦${count === 1 ? singular : plural}⟧`,
};
"""


def test_scripts_take_their_words_from_the_catalogue(new_person: NewPerson):
    person = new_person()
    person.page.add_init_script(CATALOGUE)
    person.play_computer("easy", "X")
    expect(person.cell(4)).to_have_attribute("aria-label", "b 2, ⟦empty⟧")
    expect(person.page).to_have_title("Your turn · ⟦Tic-tac-toe⟧")
    person.page.get_by_role("button", name="Hint").click()
    expect(person.page.locator("[data-hints-count]")).to_have_text("⟦1 hint⟧")
    person.play(4)
    expect(person.page.locator('[data-cell]:not([data-mark=""])')).to_have_count(2)
    person.expect_words("Your turn")
    person.page.keyboard.press("[")
    expect(person.page.locator("[data-words]")).to_contain_text("⟦Move 1 of 2⟧")
    friend = new_person()
    friend.join(person.invite())
    expect(person.page.locator("[data-seat='O'] [data-presence]")).to_have_text("⟦here⟧")
