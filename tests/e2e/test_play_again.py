"""A friend is asked again on an open page, and called where no page is looked at."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import PHONE, NewPerson, Person, start_game
from tests.server import Server, game_id, open_database

LOOK_HERE = "document.dispatchEvent(new Event('visibilitychange'))"
# The browser of the tests shows no notifications, and has no push service.
STAND_IN = """
Object.defineProperty(document, 'hidden', { get: () => Boolean(globalThis.isAway) });
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
Notification.requestPermission = async () => 'granted';
PushManager.prototype.subscribe = () => Promise.reject(new Error('no push service'));
ServiceWorkerRegistration.prototype.showNotification = async (title) => {
  globalThis.shown = title;
};
"""
SHOWN = """async () => {
  while (!globalThis.shown) await new Promise((resolve) => setTimeout(resolve, 50));
  return globalThis.shown;
}"""


def ask_again(host: Person, guest_name: str) -> None:
    host.open()
    host.page.locator(".panel").get_by_role("button", name=guest_name).click()
    expect(host.page.get_by_role("heading", name=f"{guest_name} is asked")).to_be_visible()


def test_one_press_asks_a_friend_on_the_page_that_is_open(server: Server, new_person: NewPerson):
    host, guest, link = start_game(server, new_person)
    name, asked = host.name_at("O"), guest.page.locator("[data-asked]")
    guest.page.set_viewport_size(PHONE)
    before = guest.cell(4).bounding_box()
    ask_again(host, name)
    guest.page.evaluate(LOOK_HERE)
    expect(asked).to_contain_text("asks you to play Classic.")
    assert guest.cell(4).bounding_box() == before
    guest.check_accessibility_in_all_looks()
    guest.press("Not now")
    expect(asked).to_have_text("")
    host.expect_words("Your friend cannot play now.")

    ask_again(host, name)
    guest.page.evaluate(LOOK_HERE)
    asked.get_by_role("button", name="Play").click()
    guest.page.wait_for_url(host.page.url)
    assert guest.page.url != link
    for person in (host, guest):
        person.wait_until_live()
    mover, other = (
        (host, guest) if host.wait_for_turn() and "Your turn" in host.words() else (guest, host)
    )
    mover.play(4)
    other.expect_words("Your turn")


def let_pages_be_too_late(server: Server, link: str) -> None:
    with open_database(server.data) as database:
        database.execute(
            "UPDATE games_game SET touched_at = datetime('now', '-7 seconds') WHERE id = ?",
            [game_id(link)],
        )


def test_who_waits_elsewhere_is_called_without_a_push_service(
    server: Server, new_person: NewPerson
):
    host, guest = new_person(server, has_service_worker=True), new_person(server)
    host.page.add_init_script(STAND_IN)
    link = host.invite("X")
    host.press("Call me")
    expect(host.page.get_by_text("We call you while a page of this site is open.")).to_be_visible()
    host.page.evaluate("isAway = true")
    guest.join(link)
    let_pages_be_too_late(server, link)
    # On a busy machine the host's page may have been heard of before it was hidden.
    called = host.page.evaluate(SHOWN)
    assert called.endswith("has joined. Your game is on.") or called.startswith("Your turn against")
