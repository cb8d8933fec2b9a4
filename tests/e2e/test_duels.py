"""Two people with accounts play a duel: both games, by themselves from one to the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import server_games
from tests.e2e.people import NewPerson, Person
from tests.server import Server

# Everybody with an account is signed in by the session of their player.
ACCOUNTS = (
    server_games.COOKIE
    + """
import json
from django.contrib.auth.models import User
from games.models import Player

def account(name):
    user = User.objects.create_user(username=name)
    return cookie(Player.objects.create(name=name, user=user))

print(json.dumps([account("Dora"), account("Emil")]))
"""
)


def look(person: Person) -> None:
    person.open(f"{person.url}duels/")
    person.page.get_by_label("Gomoku").check()
    person.press("Find a duel")
    person.wait_until_live()


def test_a_duel_of_two_games(server: Server, new_person: NewPerson):
    first, second = new_person(server), new_person(server)
    for person, cookie in zip(
        (first, second), server_games.run(ACCOUNTS, server.data), strict=True
    ):
        name, value = cookie.split("=", 1)
        person.page.context.add_cookies([{"name": name, "value": value, "url": person.url}])
    look(first)
    expect(first.page.get_by_role("heading", name="Looking for somebody")).to_be_visible()
    look(second)
    first.page.get_by_role("link", name="Play Emil").click()
    for person in (first, second):
        expect(person.page.locator('[data-cell]:not([data-mark=""])')).to_have_count(5)
        expect(person.page.locator("[data-rating]")).to_have_text(["1500?", "1500?"])
        expect(person.page.get_by_text("Duel, game 1 of 2")).to_be_visible()
    first.wait_until_live()
    before = first.page.url
    second.resign()
    for person in (first, second):
        expect(person.page).not_to_have_url(before)
        expect(person.page.get_by_text("Duel, game 2 of 2")).to_be_visible()
        person.wait_until_live()
    second.resign()
    first.expect_words("You win the duel, 2 to 0. Emil resigned.")
    # A game that nobody has played brings the winner nothing.
    expect(first.page.locator("[data-rating]")).to_have_text(["1500?", "1500? +0"])
    expect(first.page.get_by_role("button", name="Another duel")).to_be_visible()
    first.check_accessibility_in_all_looks()
    second.open(f"{second.url}duels/")
    expect(second.page.get_by_text("1500?")).to_be_visible()
    second.check_accessibility_in_all_looks()
