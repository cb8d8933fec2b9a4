import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.e2e.people import Person

PASSWORD = "three plain words"
PATHS = "codes/ browsers/ password/ password/again/ sign-out/ passkeys/ passkeys/add/"
PAGES = ("players/Hypatia/", "account/", *(f"account/{path}" for path in PATHS.split()))


def sign_up(person: Person, name: str, come_back_to: str = "") -> None:
    person.open(f"account/sign-up/?next={come_back_to}")
    person.page.get_by_label("Name that others see").last.fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.press("Make my account")
    expect(person.page.get_by_text("Your account is made.")).to_be_visible()


def fill_in(person: Person, name: str) -> None:
    person.open("account/sign-in/")
    person.page.get_by_label("Name", exact=True).fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)


def sign_out(person: Person) -> None:
    person.open("account/sign-out/")
    person.page.locator("main").get_by_role("button", name="Sign out").click()


def test_no_page_of_accounts_keeps_anyone_out(person: Person):
    person.url = person.url.replace("127.0.0.1", "localhost")  # no passkey is of an address
    sign_up(person, "Hypatia")
    person.page.get_by_role("link", name="one code").click()
    expect(person.page.get_by_role("heading", name="A way back in")).to_be_visible()
    for path in PAGES:
        person.open(path)
        person.check_accessibility()
        person.page.set_viewport_size({"width": 320, "height": 600})
        assert person.page_width() == 320, path
        title = person.page.get_by_role("heading", level=1).bounding_box()
        assert title, path
        assert title["width"] > title["height"], path
    person.open("settings/")
    profile = person.page.get_by_role("link", name="Your profile").bounding_box()
    assert profile["x"] + profile["width"] <= 320


def test_who_waits_in_line_is_told(person: Person):
    page = person.page
    fill_in(person, "Nobody")
    # Playwright looks at no page that is about to be replaced.
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("main").get_by_role("status")).to_have_text(re.compile("You are in line"))


def test_a_passkey_is_another_way_in(person: Person):
    person.url = person.url.replace("127.0.0.1", "localhost")  # no passkey is of an address
    page = person.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    can = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal", **dict.fromkeys(can, True)}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_up(person, "Grace")
    person.open("account/passkeys/add/")
    page.get_by_label("What you call it").fill("My phone")
    with page.expect_navigation():
        person.press("Make the passkey")
    expect(page.get_by_label("What you call it")).to_have_value("My phone")

    sign_out(person)
    person.open("account/sign-in/?next=/account/passkeys/")
    person.press("Sign in with a passkey")
    expect(page.get_by_text("You are signed in as Grace.")).to_be_visible()
    page.get_by_label("What you call it").fill("My tablet")
    person.press("Rename")
    page.get_by_label("Password").fill(PASSWORD)
    person.press("Go on")
    expect(page.get_by_label("What you call it")).to_have_value("My tablet")
    expect(page.get_by_text("last used")).to_be_visible()
    person.press("Remove")
    expect(page.get_by_text("You have none.")).to_be_visible()

    # The browser still offers it, and is told that it does not fit.
    sign_out(person)
    person.open("account/sign-in/")
    person.press("Sign in with a passkey")
    expect(page.get_by_text("That passkey does not fit.")).to_be_visible()
    fill_in(person, "grace")
    page.get_by_role("button", name="Sign in", exact=True).last.click()
    expect(page.get_by_text("You are signed in as Grace.")).to_be_visible()


def test_who_signs_up_on_the_way_from_a_game_sees_there_that_it_is_done(person: Person):
    person.open()
    person.cell(4).click()
    person.page.wait_for_url("**/g/**")
    person.page.set_viewport_size({"width": 640, "height": 360})
    sign_up(person, "Emmy", come_back_to=urlsplit(person.page.url).path)
    person.page.wait_for_url("**/g/**")
    expect(person.page.get_by_text("Your account is made.")).to_be_in_viewport(ratio=0.99)


def test_a_page_whose_socket_comes_without_cookies_is_loaded_again_once(person: Person):
    person.play_here(4)
    context, link = person.page.context, person.page.url
    cookies = context.cookies()
    context.clear_cookies()
    context.add_cookies([{**cookie, "path": urlsplit(link).path} for cookie in cookies])
    loads: list[str] = []
    person.page.on("domcontentloaded", lambda page: loads.append(page.url))
    person.open(link)
    expect(person.page.get_by_text("You are signed out here")).to_be_visible()
    expect(person.page.locator("[data-game][data-connected]")).to_be_attached()
    assert loads == [link, link]
