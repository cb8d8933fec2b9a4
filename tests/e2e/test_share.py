from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person

# A browser's share sheet, which the browser of the tests does not have.
SHEET = """
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ title, url, files = [] }) => {
    const sizes = files.map(({ name, type, size }) => ({ name, type, hasBytes: size > 1000 }));
    window.shared.push({ title, url, files: sizes });
    document.body.dataset.shared = "";
  };
"""
NO_SHEET = "delete Navigator.prototype.share; delete Navigator.prototype.canShare;"
# As on a page that came over plain http.
NO_CLIPBOARD = """() => {
  window.clipboardForTest = navigator.clipboard;
  Object.defineProperty(navigator, "clipboard", { value: undefined });
}"""


def finish(person: Person) -> None:
    person.play_here(0, 3, 1, 4, 2)
    person.wait_until_live()
    person.expect_words("Player 1 wins. Three in a row.")
    person.page.locator("[data-share-part] > summary").click()


def shared(person: Person) -> list[dict[str, object]]:
    expect(person.page.locator("body[data-shared]")).to_be_attached()
    return list(
        person.page.evaluate(
            "() => { delete document.body.dataset.shared; return shared.splice(0); }"
        )
    )


def test_links_and_pictures_go_to_the_share_sheet(person: Person):
    person.page.add_init_script(SHEET)
    link = person.invite()
    person.press("Share")
    [invitation] = shared(person)
    assert invitation["url"] == link
    finish(person)
    title, address = "Player 1 v Player 2", person.page.url
    person.press("Send to somebody")
    assert shared(person) == [{"title": title, "url": address, "files": []}]
    person.page.get_by_role("link", name="Picture").click()
    file = {"name": "tic-tac-toe.png", "type": "image/png", "hasBytes": True}
    assert shared(person) == [{"title": title, "url": None, "files": [file]}]


def test_without_a_share_sheet_links_are_copied_and_files_open(new_person: NewPerson):
    ann = new_person(permissions=["clipboard-read", "clipboard-write"])
    ann.page.add_init_script(NO_SHEET)
    link = ann.invite()
    ann.press("Copy")
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link
    ann.page.evaluate("navigator.clipboard.writeText('something else')")
    ann.page.evaluate(NO_CLIPBOARD)
    ann.page.locator("button[data-copy]").click()
    assert ann.page.evaluate("clipboardForTest.readText()") == link
    finish(ann)
    address = ann.page.url
    ann.page.get_by_role("link", name="Link", exact=True).click()
    expect(ann.page.locator('[data-announce="polite"]')).to_have_text("Copied")
    assert ann.page.evaluate("navigator.clipboard.readText()") == address
    ann.check_accessibility("[data-share-part]")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Moves as text").click()
    assert download.value.suggested_filename.endswith(".txt")
    ann.page.get_by_role("link", name="Picture").click()
    expect(ann.page).to_have_url(f"{address}picture.png")
