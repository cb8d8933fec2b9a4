"""The first page: names, themes, remembered choices and recent games."""

from __future__ import annotations

import pytest
from django.test import Client

from games import services
from games.engine import Mark
from games.models import Game, Player
from tests.playing import X_WINS, play, start, url

pytestmark = pytest.mark.django_db


def test_looking_around_makes_no_player(client: Client, invitation: Game, game: Game):
    players = Player.objects.count()
    for address in ("/", url(invitation), url(game), "/g/nothing/", url(invitation, "join")):
        response = client.get(address)
        assert "session" not in response.cookies
    assert Player.objects.count() == players
    assert Game.objects.get(pk=invitation.pk).o is None


def test_the_first_action_makes_a_player_with_a_friendly_name_and_a_long_session(client: Client):
    response = client.post("/g/", {"opponent": "friend", "side": "X"})
    player = Player.objects.people().get()
    assert len(player.name.split()) == 2
    assert response.cookies["session"]["max-age"] == 400 * 24 * 60 * 60
    client.post("/g/", {"opponent": "device"})
    assert Player.objects.people().count() == 1


def test_the_last_choices_are_remembered(client: Client):
    start(client, opponent="computer", level="hard", side="O")
    start(client, opponent="device")
    choices = client.get("/").context["choices"]
    assert choices == {
        "board": "classic",
        "level": "hard",
        "side": "O",
        "control": "",
        "best_of": 0,
        "undo": "",
        "is_private": False,
    }


def test_terms_that_are_remembered_are_seen(client: Client):
    folded, unfolded = '<details class="terms">', '<details class="terms" open>'
    assert folded in client.get("/").content.decode()
    start(client, opponent="device", control="5s", best_of="3", is_private="on")
    page = client.get("/").content.decode()
    assert unfolded in page
    assert 'name="is_private" checked' in page
    assert not start(client, opponent="device", control="", best_of="0", is_private="on").is_public
    assert unfolded in client.get("/").content.decode()
    start(client, opponent="device", control="", best_of="0")
    assert folded in client.get("/").content.decode()


def test_recent_games_are_listed_in_words(browse, alice: Player, game: Game, charlie: Player):
    play(game, *X_WINS)
    page = browse(alice).get("/").content.decode()
    assert "<bdi>Alice</bdi> v <bdi>Bob</bdi>" in page
    assert "You win! Three in a row." in page
    assert "<bdi>Bob</bdi>" not in browse(charlie).get("/").content.decode()


def test_home_asks_the_database_as_often_for_many_games(
    browse, alice: Player, bob: Player, django_assert_num_queries
):
    client = browse(alice)
    for _ in range(10):
        services.create_game(host=alice, mark=Mark.X, guest=bob)
    client.get("/")  # renews the session
    with django_assert_num_queries(3):  # session, player, games
        client.get("/")


def test_a_name_can_be_changed_and_a_wrong_one_is_kept_for_mending(browse, alice: Player):
    client = browse(alice)
    assert client.post("/name/", {"name": "Sam"}).status_code == 302
    response = client.post("/name/", {"name": "Computer"})
    assert response.status_code == 400
    assert 'value="Computer"' in response.content.decode()
    alice.refresh_from_db()
    assert alice.name == "Sam"


@pytest.mark.parametrize(
    ("theme", "shown"), [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"')]
)
def test_the_theme_is_remembered(client: Client, theme: str, shown: str):
    client.post("/theme/", {"theme": theme, "next": "/"})
    assert shown in client.get("/").content.decode()
    client.post("/theme/", {"theme": "system", "next": "/"})
    assert "data-theme=" not in client.get("/").content.decode()


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "javascript:1", "x", ""]
)
def test_the_theme_never_leads_elsewhere(client: Client, address: str):
    assert client.post("/theme/", {"theme": "dark", "next": address})["Location"] == "/"
