"""The page of games being played, and its message over HTTP."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player
from tests.exhibitions import start_exhibition
from tests.playing import play

pytestmark = pytest.mark.django_db


def test_the_page_shows_who_plays_whom_and_how_it_stands(client: Client, game: Game):
    play(game, 4)
    response = client.get("/watch/")
    page = response.content.decode()
    assert f'href="/g/{game.pk}/"' in page
    for part in ("Alice", "Bob", "Bob to move", 'data-cells="....X...."'):
        assert part in page
    assert page.count("data-live-game=") == 2  # the game, and the template of others
    assert "session" not in response.cookies
    assert "no-cache" in response["Cache-Control"]


def test_the_page_says_when_the_computer_plays_itself(client: Client, alice: Player):
    game = start_exhibition(alice, x="hard", o="random")
    page = client.get("/watch/").content.decode()
    assert f'data-live-game="{game.pk}"' in page
    assert "data-exhibition>" in page
    assert "Hard to move" in page


def test_the_message_is_served_over_http_too(client: Client, game: Game):
    [message] = client.get("/watch/messages/?page=k&visible=true").json()
    assert message["type"] == "games"
    assert message["shown"] == [game.pk]
    assert message["changed"][0]["words"] == "Alice to move"
