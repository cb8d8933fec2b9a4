from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games import services
from games.engine import Mark
from games.models import Game, Player
from games.presentation import snapshots
from games.services import errors
from tests.playing import X_WINS, play, start, url

pytestmark = pytest.mark.django_db


# The invitation


def test_the_link_shows_who_invites_to_what(client: Client, invitation: Game):
    page = client.get(url(invitation)).content.decode()
    assert "<bdi>Alice</bdi> invites you to play" in page
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
    assert errors.SeatTaken.message in page
    assert "You are watching" in page
    assert '<button class="cell"' not in page


def test_a_withdrawn_invitation_gets_a_friendly_page(browse, invitation, alice, bob):
    browse(alice).post(url(invitation, "withdraw"))
    page = browse(bob).get(url(invitation)).content.decode()
    assert "This invitation was withdrawn" in page
    assert "Start a game of your own" in page
    response = browse(bob).post(url(invitation, "join"), follow=True)
    assert errors.Closed.message in response.content.decode()


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
        ({"ply": 2, "cell": 0}, errors.CellTaken.message),
        ({"ply": 1, "cell": 5}, errors.StaleMove.message),
        ({"ply": 2, "cell": 99}, errors.NoSuchCell.message),
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
        assert errors.NotYourGame.message in response.content.decode()
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


def test_there_is_no_game_in_json_either(client: Client, db):
    response = client.get("/g/zzzzzzzzzz/", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (404, "no_such_game")


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


def test_the_page_that_redeems_a_link_is_kept_nowhere(client: Client):
    start(client, opponent="device")
    path = client.post("/device/").context["link"].removeprefix("http://testserver")
    for response in (client.get(path), client.post(path), client.get(path)):
        assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("action", ["move", "undo", "resign", "claim", "rematch", "withdraw"])
def test_what_is_refused_in_a_waiting_game_is_said(client: Client, invitation: Game, action: str):
    response = client.post(url(invitation, action), {"ply": 0, "cell": 4})
    assert response.status_code == 409
    page = response.content.decode()
    assert errors.NotYourGame.message in page
    assert "<bdi>Alice</bdi> invites you to play" in page


def test_who_joins_too_many_games_is_told_how_long_to_wait(browse, alice: Player, bob: Player):
    client = browse(bob)
    for number in range(21):
        waiting = services.create_game(host=alice, mark=Mark.X)
        response = client.post(url(waiting, "join"))
        assert response.status_code == (302 if number < 20 else 429)
    assert b"That is a lot of joining. Please wait" in response.content
