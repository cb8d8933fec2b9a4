"""The first page: a name, a theme, and the games that are started there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import services
from games.engine import Mark
from games.models import Game, Player
from tests.playing import X_WINS, play, start, url

pytestmark = pytest.mark.django_db


# What it shows, and what is remembered


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


def test_the_level_and_side_are_as_chosen(client: Client):
    game = start(client, opponent="computer", level="hard", side="O")
    assert game.o == Player.objects.people().get()
    assert game.x
    assert game.x.level == "hard"
    assert game.status == Game.Status.PLAYING


def test_a_surprise_gives_either_side():
    choices = {"opponent": "computer", "level": "easy", "side": "surprise"}
    games = [start(Client(), **choices) for _ in range(40)]
    assert {bool(game.x and game.x.level) for game in games} == {True, False}


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


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"opponent": "nobody"},
        {"opponent": "computer"},
        {"opponent": "computer", "level": "godlike"},
        {"opponent": "friend", "side": "Z"},
    ],
)
def test_a_wrong_choice_is_refused_on_the_page_and_makes_nothing(client: Client, choices):
    response = client.post("/g/", choices)
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert not Game.objects.exists()
    assert not Player.objects.exists()


CHOSEN = {
    "opponent": "computer",
    "level": "hard",
    "board": "gomoku",
    "side": "O",
    "control": "3+2",
    "best_of": "5",
    "undo": "no",
    "is_private": "on",
}


@pytest.mark.parametrize("wrong", ["opponent", "level", "side", "control", "best_of", "board"])
def test_a_refused_form_keeps_what_was_chosen(client: Client, wrong: str):
    response = client.post("/g/", {**CHOSEN, wrong: "nonsense"})
    assert response.status_code == 400
    shown = kept(response.content.decode())
    assert {CHOSEN[name] for name in ASKED if name != wrong} <= shown
    assert "nonsense" not in shown


def test_who_starts_too_many_games_keeps_what_was_chosen(client: Client):
    for _ in range(10):
        start(client, opponent="device")
    response = client.post("/g/", CHOSEN)
    assert response.status_code == 429
    assert kept(response.content.decode()) == {CHOSEN[name] for name in ASKED}


ASKED = [name for name in CHOSEN if name not in {"opponent", "is_private"}]


def kept(page: str) -> set[str]:
    """Return the values that the page has chosen already."""
    assert 'name="is_private" checked' in page
    return set(re.findall(r'value="([^"]*)"(?: data-proven)?\s+(?:checked|selected)', page))


def test_recent_games_are_listed_in_words(browse, alice: Player, game: Game, charlie: Player):
    play(game, *X_WINS)
    page = browse(alice).get("/").content.decode()
    assert "<bdi>Alice</bdi> v <bdi>Bob</bdi>" in page
    assert "Three in a row: you win" in page
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


# What a game is played for


def test_a_game_is_made_on_its_terms(client: Client):
    game = start(
        client,
        opponent="friend",
        side="X",
        control="10s",
        best_of="5",
        undo="yes",
        is_private="on",
    )
    assert (game.control, game.best_of, game.allows_undo, game.is_public) == ("10s", 5, True, False)


def test_terms_that_are_not_offered_make_no_game(client: Client):
    for wrong in ({"control": "1h"}, {"best_of": "4"}):
        response = client.post("/g/", {"opponent": "friend", "side": "X", **wrong})
        assert response.status_code == 400
    assert not Game.objects.exists()


def test_moves_against_the_computer_may_always_be_taken_back(client: Client):
    game = start(client, opponent="computer", level="easy", side="X")
    client.post(f"/g/{game.pk}/move/", {"ply": 0, "cell": 4})
    response = client.get(f"/g/{game.pk}/")
    assert b"Take back" in response.content
    client.post(f"/g/{game.pk}/undo/", {"ply": 2, "message": "a"})
    game.refresh_from_db()
    assert (game.ply, game.moves.count()) == (0, 2)


def test_a_wrong_request_to_undo_is_refused_with_the_reason(client: Client):
    game = start(client, opponent="device")
    for data in ({"ply": "x"}, {}, {"ply": 7}):
        response = client.post(f"/g/{game.pk}/undo/", data)
        assert response.status_code == 409
        assert b"taken back" in response.content


def test_who_starts_too_many_games_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        start(client, opponent="device")
    response = client.post("/g/", {"opponent": "device"})
    assert response.status_code == 429
    assert b"That is a lot of new games. Please wait" in response.content
    assert Game.objects.count() == 10


def test_an_address_may_start_sixty_games_a_minute():
    choices = {"opponent": "device"}
    for _ in range(60):
        assert Client(REMOTE_ADDR="10.1.1.1").post("/g/", choices).status_code == 302
    assert Client(REMOTE_ADDR="10.1.1.1").post("/g/", choices).status_code == 429
    assert Client(REMOTE_ADDR="10.1.1.2").post("/g/", choices).status_code == 302


def test_behind_a_proxy_the_address_is_the_one_it_saw(settings):
    settings.PRODUCTION = True
    proxy, choices = {"REMOTE_ADDR": "127.0.0.1"}, {"opponent": "device"}
    for number in range(60):
        visitor = Client(**proxy, HTTP_X_FORWARDED_FOR=f"10.9.9.{number}, 10.1.1.1")
        assert visitor.post("/g/", choices).status_code == 302
    visitor = Client(**proxy, HTTP_X_FORWARDED_FOR="10.1.1.1")
    assert visitor.post("/g/", choices).status_code == 429


def test_who_changes_names_too_often_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        assert client.post("/name/", {"name": "Sam"}).status_code == 302
    response = client.post("/name/", {"name": "Ada"})
    assert response.status_code == 429
    page = response.content.decode()
    assert "That is a lot of new names. Please wait" in page
    assert 'value="Ada"' in page


def test_who_makes_too_many_links_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        assert client.post("/device/").status_code == 200
    response = client.post("/device/")
    assert response.status_code == 429
    assert b"That is a lot of links to other devices. Please wait" in response.content


def test_an_address_that_brings_too_many_newcomers_makes_no_more_rows():
    for _ in range(60):
        Client(REMOTE_ADDR="10.1.1.1").post("/name/", {"name": "Sam"})
    for address in ("/name/", "/g/", "/device/"):
        data = {"name": "Sam", "opponent": "device"}
        assert Client(REMOTE_ADDR="10.1.1.1").post(address, data).status_code == 429
    assert Player.objects.count() == 60


# Being forgotten


def test_a_visitor_is_forgotten_after_a_confirmation(browse, game: Game, alice: Player):
    client = browse(alice)
    client.post("/g/", {"opponent": "device", "level": "hard"})
    assert "/forget/" in client.get("/").content.decode()
    page = client.get("/forget/").content.decode()
    assert "Nobody can bring this back" in page
    assert client.get("/").context["player"] == alice
    response = client.post("/forget/", follow=True)
    page = response.content.decode()
    assert "You are forgotten" in page
    assert "went on at another device" not in page
    assert response.context["player"] is None
    assert response.context["choices"]["level"] == "easy"
    alice.refresh_from_db()
    assert alice.name == "Former player"


def test_a_newcomer_has_nothing_to_forget(client: Client):
    for answer in (client.get("/forget/"), client.post("/forget/")):
        assert answer["Location"] == "/"
    assert not Player.objects.exists()


def test_whom_staff_forgot_is_told_so(browse, alice: Player):
    client = browse(alice)
    services.forget_player(alice)
    assert b"Your name and your seats were removed" in client.get("/").content
    assert b"were removed" not in client.get("/").content
