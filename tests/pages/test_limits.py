"""What is refused because there was too much of it."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games.models import Game, Player
from games.play import errors, limits
from tests.playing import url

pytestmark = pytest.mark.django_db

PLAYED_HERE = {"opponent": "device"}
EXHIBITION = {"x": "hard", "o": "random", "board": "classic", "pace": "2000"}


def test_who_does_too_much_is_told_how_long_to_wait(browse, invitation: Game, bob: Player):
    client = browse(bob)
    for what, address, data in (
        (limits.GAMES, "/g/", PLAYED_HERE),
        (limits.GAMES, "/g/", {"opponent": "computer", "level": "easy", "cell": "4"}),
        (limits.NAMES, "/name/", {"name": "Ada"}),
        (limits.DEVICES, "/device/", {}),
        (limits.JOINS, url(invitation, "join"), {}),
        (limits.EXHIBITIONS, "/exhibitions/", EXHIBITION),
    ):
        with suppress(errors.TooMany):
            while True:
                limits.count(what, player_id=bob.pk)
        response = client.post(address, data)
        assert response.status_code == 429, address
        assert f"That is a lot of {what}. Please wait" in response.content.decode()
    assert Game.objects.get().o is None
