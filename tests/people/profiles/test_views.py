import re
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from games.engine import Mark
from games.models import Game, Player, names, username
from games.play import services
from tests.accounts import with_account
from tests.models.test_texts import WRITTEN
from tests.playing import X_WINS, play, url

NO_PROFILE = "No profile here"


@pytest.fixture
def ada(alice: Player) -> Player:
    return with_account(alice)


def played(alice: Player, other: Player, **terms: object) -> Game:
    game = services.create_game(host=alice, mark=Mark.X, guest=other, **terms)
    play(game, *X_WINS)
    return game


def page(client: Client, path: str = "/players/Alice/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.text


def test_a_profile_tells_of_games_by_board_and_of_achievements(client, ada, bob, computer):
    for other in (bob, bob, computer):
        played(ada, other)
    response = client.get("/players/Alice/")
    assert response.context["total"].counts == {"won": 3, "drawn": 0, "lost": 0}
    [row] = response.context["rows"]
    assert (row.name, row.counts["won"], len(row.achievements)) == ("Classic", 3, 1)
    html = response.text
    assert ">Held Champion to a draw on Classic</title" in html
    assert "You " not in html.split("<main")[1]
    assert response["X-Robots-Tag"] == "noindex"


def test_the_latest_games_are_told_from_the_side_of_the_person(client, ada, bob):
    won = played(ada, bob)
    lost = played(bob, ada)
    html = page(client)
    told = re.findall(r'<li data-result="(\w+)">.*?<h2>\s*<a href="(.*?)">', html, re.DOTALL)
    assert told == [("lost", url(lost)), ("won", url(won))]


def test_only_what_everybody_may_see_and_is_over_is_shown(browse, client, ada, bob, computer):
    private = played(ada, bob, is_public=False)
    open_game = services.create_game(host=ada, mark=Mark.X)
    shared = played(ada, ada)
    html = page(client)
    assert "Alice has finished no game yet that others may see." in html
    assert "You have finished no game yet that others may see." in page(browse(ada))
    assert not any(game.pk in html for game in (private, open_game, shared))
    counted = played(ada, computer, is_public=False)
    response = client.get("/players/Alice/")
    assert response.context["total"].games == 1
    assert counted.pk not in response.text


@pytest.mark.parametrize("name", ["alice", "ALICE", "A1ice", "\N{CYRILLIC CAPITAL LETTER A}lice"])
def test_what_looks_like_a_name_leads_to_it(client: Client, ada: Player, name: str):
    assert client.get(f"/players/{quote(name)}/")["Location"] == "/players/Alice/"


def test_guests_the_computer_and_locked_accounts_have_no_profile(client, ada, bob, computer):
    ada.user.is_active = False
    ada.user.save()
    for player in (ada, bob, computer):
        response = client.get(player.get_profile_url(), follow=True)
        assert response.status_code == 404
        assert NO_PROFILE in response.text


def test_a_private_profile_is_seen_by_its_owner_alone(browse, client: Client, ada: Player):
    own = browse(ada)
    assert "Keep it private" in page(own)
    assert (
        "Only you see your profile now."
        in own.post("/profile/", {"private": "on"}, follow=True).text
    )
    for address in ("/players/Alice/", "/players/alice/"):
        assert client.get(address).status_code == 404
    assert "Show it to everybody" in page(own)
    own.post("/profile/")
    assert "Keep it private" not in page(client)


def test_the_settings_lead_to_ones_own_profile(browse, ada: Player, bob: Player):
    assert 'href="/profile/"' in page(browse(ada), "/settings/")
    assert browse(ada).get("/profile/")["Location"] == "/players/Alice/"
    for guest in (bob, None):
        assert 'href="/profile/"' not in page(browse(guest), "/settings/")
        assert browse(guest).post("/profile/", {"private": "on"})["Location"] == "/"


def test_names_of_all_scripts_lead_to_their_profiles(client: Client, alice: Player):
    with_account(alice)
    strange = ("a/b", "?", "50%", "#1", "a\\b", ".", "..", "//", "/")
    for alice.name in (*strange, *map(names.clean, WRITTEN.split())):
        Player.objects.filter(pk=alice.pk).update(name=alice.name)
        User.objects.filter(player=alice).update(username=username(alice.name))
        address = urljoin("http://testserver/", alice.get_profile_url())  # as browsers read it
        if alice.name in strange:
            assert client.get(address).context["player"] == alice
        else:  # these take no page each
            name = resolve(unquote(urlsplit(address).path)).kwargs["name"]
            assert Player.objects.with_account(name) == alice
