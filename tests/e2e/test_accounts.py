"""Accounts, as far as only a browser shows them: passkeys, and other tabs while one signs in."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.people import NewPerson, Person, start_game
from tests.server import Server

PASSWORD = "three plain words"
PAGES = ("", "codes/", "browsers/", "password/", "sign-out/", "passkeys/", "passkeys/add/")


def sign_up(person: Person, name: str) -> None:
    person.open(f"{person.url}account/sign-up/")
    person.page.get_by_label("Name that others see").last.fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.press("Make my account")
    expect(person.page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def sign_in(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}account/sign-in/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).last.click()


def write_password(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def test_no_page_of_accounts_keeps_anyone_out(server: Server, new_person: NewPerson):
    person = new_person(server, permissions=["clipboard-read", "clipboard-write"])
    sign_up(person, "Hypatia")
    person.press("Copy")
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    codes = person.page.locator(".codes code").all_inner_texts()
    copied = person.page.evaluate("navigator.clipboard.readText()")
    assert copied.split() == [code.replace(" ", "") for code in codes]
    person.open(f"{server.url}account/passkeys/add/")
    person.check_accessibility_in_all_looks()
    write_password(person.page)
    for path in PAGES:
        person.open(f"{server.url}account/{path}")
        person.check_accessibility_in_all_looks()
        person.page.set_viewport_size({"width": 320, "height": 600})
        assert person.page_width() == 320, path
        title = person.page.get_by_role("heading", level=1).bounding_box()
        assert title, path
        assert title["width"] > title["height"], path


def test_a_passkey_is_another_way_in(server: Server, new_person: NewPerson):
    person = new_person(server)
    person.url = server.url.replace("127.0.0.1", "localhost")  # no passkey is of an address
    page = person.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_up(person, "Grace")
    page.goto(f"{person.url}account/passkeys/add/")
    write_password(page)
    page.get_by_label("What you call it").fill("My phone")
    with page.expect_navigation():
        person.press("Make the passkey")
    expect(page.get_by_label("What you call it")).to_have_value("My phone")

    page.goto(f"{person.url}account/sign-out/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto(f"{person.url}account/sign-in/?next=/account/passkeys/")
    person.press("Sign in with a passkey")
    expect(page.get_by_text("You are signed in as Grace.")).to_be_visible()
    page.get_by_label("What you call it").fill("My tablet")
    with page.expect_navigation():
        person.press("Rename")
    expect(page.get_by_label("What you call it")).to_have_value("My tablet")
    expect(page.get_by_text("last used")).to_be_visible()
    person.press("Remove")
    write_password(page)
    expect(page.get_by_text("You have none.")).to_be_visible()

    # The browser still offers it, and is told that it does not fit.
    page.goto(f"{person.url}account/sign-out/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto(f"{person.url}account/sign-in/")
    person.press("Sign in with a passkey")
    expect(page.get_by_text("That passkey does not fit.")).to_be_visible()
    sign_in(page, person.url, "grace")
    expect(page.get_by_text("You are signed in as Grace.")).to_be_visible()


def test_the_board_stays_live_in_the_other_tab_while_one_signs_in(
    server: Server, new_person: NewPerson
):
    host, guest, _link = start_game(server, new_person)
    sign_up(new_person(server), "Lovelace")
    host.play(4)
    guest.play(0)
    host.expect_words("Your turn")
    other = Person(host.page.context.new_page(), server.url)
    sign_in(other.page, server.url, "Lovelace")
    other.press("Go on")
    expect(other.page.get_by_text("Everything is with you now.")).to_be_visible()
    host.page.bring_to_front()
    host.play(8)
    guest.expect_board("O...X...X")
    guest.play(1)
    host.expect_board("OO..X...X")
    expect(guest.page.get_by_text("Lovelace").first).to_be_visible()
    elsewhere = new_person(server)
    sign_in(elsewhere.page, server.url, "Lovelace")
    elsewhere.open(f"{server.url}account/browsers/")
    elsewhere.page.get_by_role("button", name="Sign out").last.click()
    expect(host.page.get_by_text("You are signed out here, so you only watch")).to_be_visible()
