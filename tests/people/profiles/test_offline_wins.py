import json

import pytest
from django.test import Client

from games.models import Game, Player
from games.web import achievements
from tests.playing import O_WINS, X_WINS


def bring(client: Client, games: object) -> int:
    return client.post("/album/offline/", {"games": json.dumps(games)}).status_code


def test_what_was_won_offline_is_in_the_album_once(client: Client):
    for _ in range(2):
        assert bring(client, {"classic": X_WINS}) == 204
    game = Game.objects.get()
    assert (game.status, game.winner, game.o.level) == ("finished", "X", "easy")
    assert "classic-easy" in achievements.codes_of(Player.objects.get(level=None))


@pytest.mark.parametrize(
    "games",
    [
        {"classic": O_WINS},
        {"classic": X_WINS[:-1]},
        {"classic": [0, 0, 1]},
        {"classic": 5},
        {"classic": [float("inf")]},
        {"no-board": X_WINS},
        [X_WINS],
    ],
)
def test_what_the_rules_do_not_allow_is_refused(client: Client, games: object):
    assert bring(client, games) == 400
    assert not Game.objects.exists()
