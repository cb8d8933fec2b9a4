import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.people import NewPerson
from tests.people.friends.push_service import Browser
from tests.server import Server, open_database

# The browser of the tests reaches no push service. This one keeps its subscription all the same.
KEYS = Browser().form("")
PUSH_MANAGER = f"""
const keys = {json.dumps(KEYS)};
const bytes = (key) => Uint8Array.from(
  atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)).buffer;
const held = () => {{
  const kept = JSON.parse(localStorage.getItem("subscription"));
  return kept && {{
    endpoint: kept.endpoint,
    options: {{ applicationServerKey: bytes(kept.key) }},
    toJSON: () => ({{ endpoint: kept.endpoint, keys: {{ p256dh: keys.p256dh, auth: keys.auth }} }}),
    unsubscribe: async () => localStorage.removeItem("subscription"),
  }};
}};
PushManager.prototype.getSubscription = async () => held();
PushManager.prototype.subscribe = async ({{ applicationServerKey: key }}) => {{
  if (localStorage.getItem("is-broken")) throw new Error("no push service");
  const endpoint = `https://push.services.mozilla.com/${{Math.random()}}`;
  localStorage.setItem("subscription", JSON.stringify({{ endpoint, key }}));
  return held();
}};
Object.defineProperty(Notification, "permission", {{ get: () => "granted" }});
Notification.requestPermission = async () => "granted";
"""
CALLS = "We call you when somebody comes."


def held(page: Page) -> dict[str, Any]:
    return page.evaluate("JSON.parse(localStorage.getItem('subscription'))")


def stored(server: Server) -> list[str]:
    with open_database(server.data) as database:
        return [row[0] for row in database.execute("SELECT endpoint FROM games_subscription")]


def forget_all(server: Server) -> None:
    with open_database(server.data) as database:
        database.execute("DELETE FROM games_call")
        database.execute("DELETE FROM games_subscription")


def test_a_page_says_how_its_own_browser_is_called(server: Server, new_person: NewPerson):
    person = new_person(has_service_worker=True)
    page = person.page
    page.add_init_script(PUSH_MANAGER)
    forget_all(server)  # of other tests
    link = person.invite("X")
    person.press("Call me")
    expect(page.get_by_text(CALLS)).to_be_visible()
    assert stored(server) == [held(page)["endpoint"]]

    forget_all(server)  # as after an answer of 410
    before = held(page)["endpoint"]
    person.open(link)
    expect(page.get_by_text(CALLS)).to_be_visible()
    assert stored(server) == [held(page)["endpoint"]] != [before]

    key = held(page)["key"]
    page.evaluate(
        "key => localStorage.setItem('subscription', JSON.stringify({"
        "  ...JSON.parse(localStorage.getItem('subscription')), key }))",
        KEYS["p256dh"],
    )
    person.open(link)  # after the key of the site has changed
    expect(page.get_by_text(CALLS)).to_be_visible()
    assert stored(server) == [held(page)["endpoint"]]
    assert held(page)["key"] == key

    forget_all(server)
    page.evaluate("localStorage.setItem('is-broken', 'yes')")
    person.open(link)
    expect(page.get_by_role("button", name="Call me")).to_be_visible()
    person.press("Call me")
    expect(page.get_by_text("We call you while a page of this site is open.")).to_be_visible()
    person.open(link)
    expect(page.get_by_text("We call you while a page of this site is open.")).to_be_visible()
