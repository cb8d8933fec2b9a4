"""Sharing a finished game: who sees that part of the page, and the picture."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Player
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db

SHARE = "data-share-part"


def shares(client: Client, game: Game) -> bool:
    page = client.get(url(game)).content.decode()
    return SHARE in page and not re.search(rf"{SHARE}\s+hidden", page)


def test_a_finished_game_can_be_shared_by_players_and_spectators(browse, game: Game, alice: Player):
    assert not shares(browse(alice), game)
    play(game, *X_WINS)
    assert shares(browse(alice), game)
    assert shares(browse(None), game)
    assert f'href="{url(game)}picture.png"' in browse(None).get(url(game)).content.decode()
