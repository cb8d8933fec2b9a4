"""The name of somebody with an account, in a game and on the profile to which it leads."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import Server
from tests.server_games import COOKIE, run

# Somebody with an account, who has played against the computer and people.
ADA = (
    COOKIE
    + """
import json
from games.ai.computer_players import LEVELS
from games.models import Player
from tests.accounts import with_account
from tests.past_games import past_games

ada, bob = (Player.objects.create(name=name) for name in ("Ada", "Bob"))
past_games(with_account(ada), [bob, Player.objects.of_level(LEVELS["easy"])], 40)
print(json.dumps(cookie(ada).split("=")))
"""
)


def test_whoever_comes_is_shown_with_an_account_and_a_profile(
    server: Server, new_person: NewPerson
):
    host, ada = new_person(server), new_person(server)
    name, value = run(ADA, server.data, **server.environment)
    ada.page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    link = host.invite()
    host.wait_until_live()
    profile = host.page.get_by_role("link", name="Ada has an account")
    expect(profile).to_have_count(0)
    ada.join(link)
    expect(profile).to_be_visible()
    host.check_accessibility()
    profile.click()
    expect(host.page.get_by_role("heading", level=1)).to_contain_text("Ada")
    for path in ("players/ada/", "forget/"):
        ada.open(f"{server.url}{path}")
        ada.check_accessibility_in_all_looks()
