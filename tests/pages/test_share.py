"""Sharing a finished game: who sees that part of the page, and the animation."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db

SHARE = "data-share-part"


def shares(client: Client, game: Game) -> bool:
    """Return whether the page of a game shows the part on sharing."""
    page = client.get(url(game)).content.decode()
    return SHARE in page and f"{SHARE}\n         hidden" not in page


def test_a_finished_game_can_be_shared_by_players_and_spectators(browse, game: Game, alice: Player):
    assert not shares(browse(alice), game)
    play(game, *X_WINS)
    assert shares(browse(alice), game)
    assert shares(browse(None), game)
    page = browse(None).get(url(game)).content.decode()
    for picture in ("picture.png", "animation.gif"):  # which need no scripts
        assert f'href="{url(game)}{picture}"' in page


def test_a_private_game_cannot_be_shared(browse, alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, is_public=False)
    play(game, *X_WINS)
    assert SHARE not in browse(alice).get(url(game)).content.decode()
    assert browse(alice).get(url(game) + "animation.gif").status_code == 404


def test_the_animation_shows_each_move(client: Client, game: Game):
    play(game, *X_WINS)
    response = client.get(url(game) + "animation.gif")
    image = Image.open(BytesIO(response.content))
    assert (response["Content-Type"], image.format) == ("image/gif", "GIF")
    assert image.n_frames == len(X_WINS) + 1
    assert response["Cache-Control"] == "public, max-age=300"
    again = client.get(url(game) + "animation.gif", headers={"if-none-match": response["ETag"]})
    assert again.status_code == 304


def test_a_game_that_goes_on_has_no_animation(client: Client, game: Game, invitation: Game):
    play(game, 0, 1)
    for unfinished in (game, invitation):
        assert client.get(url(unfinished) + "animation.gif").status_code == 404
