"""Games played with forms, without scripts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from tests.playing import play, start, url

pytestmark = pytest.mark.django_db


def test_the_computer_has_answered_when_the_page_comes_back(client: Client):
    game = start(client, opponent="computer", level="champion", side="X")
    client.post(url(game, "move"), {"ply": 0, "cell": 0}, follow=True)
    assert Game.objects.get().position == "X../.O./..."


def test_a_wrong_move_shows_the_sentence_and_the_board(browse, game: Game, alice: Player):
    play(game, 0, 1)
    client = browse(alice)
    for data, status, sentence in (
        ({"ply": 2, "cell": 0}, 409, errors.CellTaken.message),
        ({"ply": 1, "cell": 5}, 409, errors.StaleMove.message),
        ({"ply": 2, "cell": 99}, 409, errors.NoSuchCell.message),
        ({"cell": 5}, 400, "That is not a move."),
    ):
        response = client.post(url(game, "move"), data)
        assert response.status_code == status
        page = response.content.decode()
        assert sentence in page
        assert "a 3, X" in page
    assert Game.objects.get().ply == 2


def test_strangers_change_nothing(browse, game: Game, charlie: Player):
    for browser in (browse(), browse(charlie)):
        for action in ("withdraw", "move", "resign", "rematch"):
            response = browser.post(url(game, action), {"ply": 0, "cell": 4})
            assert response.status_code == 409, action
            assert errors.NotYourGame.message in response.content.decode()
    assert Game.objects.get().version == game.version


def test_the_address_of_an_action_leads_to_its_game(browse, game: Game, alice: Player):
    client = browse(alice)
    for action in ("join", "withdraw", "move", "resign", "rematch"):
        assert client.get(url(game, action))["Location"] == url(game)


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
    assert "Bob left. You win." in page


def test_moves_against_the_computer_may_always_be_taken_back(client: Client):
    game = start(client, opponent="computer", level="easy", side="X")
    client.post(f"/g/{game.pk}/move/", {"ply": 0, "cell": 4})
    response = client.get(f"/g/{game.pk}/")
    assert b"Take back" in response.content
    client.post(f"/g/{game.pk}/undo/", {"ply": 2, "message": "a"})
    game.refresh_from_db()
    assert (game.ply, game.moves.count()) == (0, 2)


@pytest.mark.parametrize(("decliner", "readers"), [("bob", ["alice"]), ("alice", [])])
def test_only_who_asked_to_take_back_reads_of_a_no(request, browse, alice, bob, decliner, readers):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)
    services.undo(play(game, 4).pk, alice.pk, ply=1)
    browse(request.getfixturevalue(decliner)).post(url(game, "decline"), {"ply": 1})
    pages = {
        name: browse(request.getfixturevalue(name)).get(url(game)).content.decode()
        for name in ("alice", "bob")
    }
    shown = re.compile(r"data-undo-declined\s*>They said no")
    assert [name for name, page in pages.items() if shown.search(page)] == readers


def test_among_people_moves_are_taken_back_only_if_that_was_agreed(browse, game: Game, alice):
    play(game, 4)
    assert b"data-undo " not in browse(alice).get(url(game)).content
    Game.objects.update(allows_undo=True)
    assert b"data-undo " in browse(alice).get(url(game)).content


def test_a_wrong_request_to_undo_is_refused_with_the_reason(client: Client):
    game = start(client, opponent="device")
    for data in ({"ply": "x"}, {}, {"ply": 7}):
        response = client.post(f"/g/{game.pk}/undo/", data)
        assert response.status_code == 409
        assert b"taken back" in response.content


@pytest.mark.django_db(transaction=True)
def test_who_may_have_no_hint_is_told_why(browse, game: Game, alice: Player):
    assert browse().post(f"/g/{game.pk}/hint/", {"ply": 0}).status_code == 409
    client = browse(alice)
    assert "data-hint-name" not in client.get(game.get_absolute_url()).content.decode()
    response = client.post(f"/g/{game.pk}/hint/", {"ply": 0})
    assert response.status_code == 409
    assert "There are hints against the computer only." in response.content.decode()
    assert client.post("/g/abc/hint/", {"ply": 0}).status_code == 404
