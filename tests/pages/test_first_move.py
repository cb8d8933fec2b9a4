"""The first move on the board of the first page, which starts the game."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player
from tests.playing import start

pytestmark = pytest.mark.django_db

FIRST = {"opponent": "computer", "level": "easy", "board": "classic", "cell": "4"}


def test_one_post_creates_the_game_and_plays_x(client: Client):
    game = start(client, **FIRST)
    assert game.x == Player.objects.people().get()
    assert (game.record[0], game.status) == (4, Game.Status.PLAYING)


def test_the_computer_has_replied_when_the_game_is_shown(client: Client):
    game = start(client, **FIRST)
    assert client.get(game.get_absolute_url()).context["state"]["ply"] == 2


def test_the_side_that_was_chosen_before_stays_chosen(client: Client):
    start(client, opponent="computer", level="easy", side="O")
    start(client, **FIRST)
    assert client.get("/").context["choices"]["side"] == "O"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cell": "9"}, "There is no such cell on this board."),
        ({"board": "connect-four", "cell": "3"}, "A piece falls to the lowest free cell"),
        ({"opponent": "friend"}, "The game begins when your friend has joined."),
    ],
)
def test_a_refused_move_says_why_and_makes_no_game(client: Client, changes, words: str):
    response = client.post("/g/", {**FIRST, **changes})
    assert response.status_code == 409
    assert words in response.content.decode()
    assert not Game.objects.exists()


def test_who_starts_too_many_games_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        start(client, **FIRST)
    response = client.post("/g/", FIRST)
    assert response.status_code == 429
    assert b"That is a lot of new games. Please wait" in response.content
    assert Game.objects.count() == 10
