from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games import refusals, services, snapshots
from games.engine import Mark
from games.models import Game, Player
from games.sessions import PLAYER
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def browse() -> Callable[[Player | None], Client]:
    """Return a browser, of a player's or of a newcomer."""

    def make(player: Player | None = None) -> Client:
        client = Client()
        if player:
            session = client.session
            session[PLAYER] = player.pk
            session.save()
        return client

    return make


def url(game: Game, action: str = "") -> str:
    return game.get_absolute_url() + (f"{action}/" if action else "")


def start(client: Client, **choices: str) -> Game:
    response = client.post("/g/", choices)
    assert response.status_code == 302
    return Game.objects.with_players().get(pk=response["Location"].split("/")[2])


# Home and new games


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
    return set(re.findall(r'value="([^"]*)"(?: data-proven)? (?:checked|selected)', page))


def test_recent_games_are_listed_in_words(browse, alice: Player, game: Game, charlie: Player):
    play(game, *X_WINS)
    page = browse(alice).get("/").content.decode()
    assert "Alice v Bob" in page
    assert "Three in a row: you win" in page
    assert "Alice v Bob" not in browse(charlie).get("/").content.decode()


def test_home_asks_the_database_as_often_for_many_games(
    browse, alice: Player, bob: Player, django_assert_num_queries
):
    client = browse(alice)
    for _ in range(10):
        services.create_game(host=alice, mark=Mark.X, guest=bob)
    with django_assert_num_queries(6):  # session, player, games, and the session renewed
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


# The invitation


def test_the_link_shows_who_invites_to_what(client: Client, invitation: Game):
    page = client.get(url(invitation)).content.decode()
    assert "Alice invites you to play" in page
    assert "Three in a row wins" in page


def test_the_invitation_says_what_is_agreed_on(client: Client, alice: Player):
    agreed = services.create_game(
        host=alice, mark=Mark.X, control="5s", best_of=3, allows_undo=True
    )
    page = client.get(url(agreed)).content.decode()
    assert "5 seconds a move. Best of 3. Moves may be taken back when both agree." in page


def test_only_the_button_takes_the_seat(client: Client, invitation: Game):
    response = client.post(url(invitation, "join"))
    assert response["Location"] == url(invitation)
    game = Game.objects.get(pk=invitation.pk)
    assert game.o == Player.objects.exclude(name="Alice").get()


def test_without_scripts_too_a_guest_is_told_that_the_host_is_not_back(
    browse, invitation: Game, alice: Player, bob: Player
):
    told = '<noscript><p class="hint">Your host has not been here since you joined'
    services.join_game(invitation.pk, bob)
    guest = browse(bob)
    assert told in guest.get(invitation.get_absolute_url()).content.decode()
    for browser in (browse(alice), guest):
        page = browser.get(invitation.get_absolute_url())
        assert told not in page.content.decode()


def test_who_comes_too_late_watches(browse, invitation: Game, bob: Player, charlie: Player):
    services.join_game(invitation.pk, bob)
    response = browse(charlie).post(url(invitation, "join"), follow=True)
    page = response.content.decode()
    assert refusals.SeatTaken.message in page
    assert "You are watching" in page
    assert '<button class="cell"' not in page


def test_a_withdrawn_invitation_gets_a_friendly_page(browse, invitation, alice, bob):
    browse(alice).post(url(invitation, "withdraw"))
    page = browse(bob).get(url(invitation)).content.decode()
    assert "This invitation was withdrawn" in page
    assert "Start a game of your own" in page
    response = browse(bob).post(url(invitation, "join"), follow=True)
    assert refusals.Closed.message in response.content.decode()


def test_a_host_who_opens_the_own_link_waits_on(browse, invitation: Game, alice: Player):
    assert "Invite your friend" in browse(alice).get(url(invitation)).content.decode()


@pytest.mark.parametrize("action", ["", "join", "move", "resign", "rematch"])
def test_an_unknown_game_gets_a_friendly_page(client: Client, browse, alice: Player, action: str):
    address = "/g/nothing/" + (f"{action}/" if action else "")
    response = browse(alice).post(address) if action else client.get(address)
    assert response.status_code == 404
    assert "Start a new game" in response.content.decode()


def test_a_finished_game_can_be_looked_through_by_anyone(client: Client, game: Game):
    play(game, *X_WINS)
    page = client.get(url(game)).content.decode()
    assert "Three in a row: Alice wins" in page
    assert "Start a game of your own" in page
    assert "Rematch" not in page


# Playing without scripts


def test_a_game_is_played_by_forms(browse, game: Game, alice: Player, bob: Player):
    browsers = [browse(alice), browse(bob)]
    for ply, cell in enumerate(X_WINS):
        response = browsers[ply % 2].post(
            url(game, "move"), {"ply": ply, "cell": cell}, follow=True
        )
        assert response.status_code == 200
    assert "Three in a row: Bob wins" not in response.content.decode()
    assert "Three in a row: you win" in response.content.decode()


def test_the_computer_has_answered_when_the_page_comes_back(client: Client):
    game = start(client, opponent="computer", level="champion", side="X")
    client.post(url(game, "move"), {"ply": 0, "cell": 0}, follow=True)
    assert Game.objects.get().position == "X../.O./..."


def test_a_page_that_is_looked_at_brings_a_lost_reply(client: Client, alice, computer):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    play(game, 0)
    page = client.get(url(game)).content.decode()
    assert "row 2, column 2, O" in page


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"ply": 2, "cell": 0}, refusals.CellTaken.message),
        ({"ply": 1, "cell": 5}, refusals.StaleMove.message),
        ({"ply": 2, "cell": 99}, refusals.NoSuchCell.message),
        ({"ply": 2, "cell": "x"}, "That is not a move."),
        ({"ply": 2, "cell": -1}, "That is not a move."),
        ({"ply": 2, "cell": "9" * 400}, "That is not a move."),
        ({"cell": 5}, "That is not a move."),
        ({}, "That is not a move."),
    ],
)
def test_a_wrong_move_shows_the_sentence_and_the_board(browse, game, alice, data, sentence):
    play(game, 0, 1)
    response = browse(alice).post(url(game, "move"), data)
    assert response.status_code == 409
    page = response.content.decode()
    assert sentence in page
    assert "row 1, column 1, X" in page
    assert Game.objects.get().ply == 2


@pytest.mark.parametrize("action", ["withdraw", "move", "resign", "rematch"])
def test_strangers_change_nothing(browse, client: Client, game: Game, charlie: Player, action: str):
    for browser in (client, browse(charlie)):
        response = browser.post(url(game, action), {"ply": 0, "cell": 4})
        assert response.status_code == 409
        assert refusals.NotYourGame.message in response.content.decode()
    assert Game.objects.get().version == game.version


@pytest.mark.parametrize("action", ["join", "withdraw", "move", "resign", "rematch"])
def test_the_address_of_an_action_leads_to_its_game(browse, game: Game, alice: Player, action: str):
    response = browse(alice).get(url(game, action))
    assert response["Location"] == url(game)


def test_resign_and_rematch_by_forms(browse, game: Game, alice: Player, bob: Player):
    browse(alice).post(url(game, "resign"))
    first = browse(bob).post(url(game, "rematch"))["Location"]
    assert browse(alice).post(url(game, "rematch"))["Location"] == first
    assert first != url(game)


def test_the_game_of_somebody_who_left_is_ended_by_a_form(browse, game: Game, alice: Player):
    play(game, 4)
    client = browse(alice)
    assert 'data-claim aria-labelledby="claim" hidden' in client.get(url(game)).content.decode()
    long_ago = timezone.now() - timedelta(minutes=2)
    Game.objects.update(touched_at=long_ago, o_seen_at=long_ago)
    assert 'data-claim aria-labelledby="claim">' in client.get(url(game)).content.decode()
    page = client.post(url(game, "claim"), {"result": "win"}, follow=True).content.decode()
    assert "Bob was gone: you win" in page


def test_every_form_needs_its_token(game: Game):
    client = Client(enforce_csrf_checks=True)
    for address in ("/g/", "/name/", "/theme/", url(game, "join"), url(game, "move")):
        response = client.post(address, {"opponent": "device", "name": "Sam"})
        assert response.status_code == 403
        assert "Nothing was changed" in response.content.decode()


# Looking back


@pytest.mark.parametrize(
    ("query", "shown"),
    [("", 5), ("?ply=0", 0), ("?ply=2", 2), ("?ply=5", 5), ("?ply=99", 5), ("?ply=x", 5)],
)
def test_any_ply_can_be_shown(client: Client, game: Game, query: str, shown: int):
    play(game, *X_WINS)
    assert client.get(url(game) + query).context["drawing"].ply == shown


def test_an_earlier_ply_cannot_be_played_on(browse, game: Game, alice: Player):
    play(game, 0, 1)
    page = browse(alice).get(url(game) + "?ply=1").content.decode()
    assert page.count("disabled") >= 9


# JSON


def test_the_snapshot_is_served_as_json(browse, game: Game, bob: Player):
    response = browse(bob).get(url(game), headers={"accept": "application/json"})
    expected: dict[str, Any] = dict(snapshots.state_for(Game.objects.with_players().get(), bob.pk))
    shown = response.json()
    assert shown.pop("claim_in") in (59, 60)
    expected.pop("claim_in")
    assert shown == expected
    assert "Accept" in response["Vary"]


# Headers and sessions


def test_pages_carry_secure_headers(client: Client):
    response = client.get("/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_logging_in_and_out_of_the_admin_costs_no_seat(browse, game: Game, alice: Player):
    client = browse(alice)
    get_user_model().objects.create_superuser("staff", password="staff")
    client.post("/admin/login/", {"username": "staff", "password": "staff"})
    client.post("/admin/logout/")
    client.post(url(game, "move"), {"ply": 0, "cell": 4})
    assert Game.objects.get().ply == 1


def test_a_session_whose_player_is_gone_starts_anew(browse, alice: Player):
    client = browse(alice)
    alice.delete()
    assert client.get("/").status_code == 200
    start(client, opponent="device")
    assert Player.objects.people().count() == 1


def test_an_unknown_page_is_friendly(client: Client):
    response = client.get("/nothing/here/")
    assert response.status_code == 404
    assert "Go to the first page" in response.content.decode()


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


def test_a_wrong_wish_to_take_back_is_refused_with_the_reason(client: Client):
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


def test_a_link_to_another_device_takes_the_player_along_once(client: Client):
    game = start(client, opponent="friend", side="X")
    response = client.post("/device/", {"next": f"/g/{game.pk}/"})
    path = response.context["link"].removeprefix("http://testserver")
    phone = Client()
    assert phone.get(path).status_code == 200
    response = phone.post(path)
    assert response["Location"] == f"/g/{game.pk}/"
    assert phone.get(f"/g/{game.pk}/").context["state"]["you"] == ["X"]
    page = client.get(f"/g/{game.pk}/").content
    assert b"You went on at another device" in page
    assert b"invites you to play" in page
    assert b"You went on at another device" not in client.get("/").content
    assert Client().post(path).status_code == 410
    assert Client().get(path).status_code == 410


def test_what_is_not_utf_8_is_refused_before_it_is_read(client: Client):
    for address in ("/name/", "/g/"):
        response = client.generic("POST", address, b"name=Ada", "text/plain; charset=base64")
        assert (response.status_code, response.content) == (415, b"Send this as UTF-8.")


def test_a_link_leads_nowhere_else(client: Client):
    start(client, opponent="device")
    path = client.post("/device/", {"next": "https://evil.example/"}).context["link"]
    assert path.endswith("?next=/")
