"""What the messages of browsers cost."""

from __future__ import annotations

import pytest

from games import protocol
from games.engine import clock
from games.models import Game
from games.play.lifecycle import SEEN_EVERY
from games.sockets import commands

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("fixture", ["game", "timed_game", "computer_game"])
def test_a_ping_reads_the_game_with_one_query(
    request, alice, fixture: str, django_assert_num_queries
):
    game: Game = request.getfixturevalue(fixture)
    Game.objects.update(x_seen_at=clock.now())
    with django_assert_num_queries(1):
        answer = commands.answer(game.pk, alice.pk, protocol.Ping("k", visible=True))
    assert answer.message == {"type": "pong", "id": "k", "version": game.version}


def test_a_ping_that_stores_a_sign_of_life_writes_once(game, alice, bob, django_assert_num_queries):
    Game.objects.update(x_seen_at=clock.now() - 2 * SEEN_EVERY)
    with django_assert_num_queries(2):
        commands.answer(game.pk, alice.pk, protocol.Ping("k", visible=True))
    game.refresh_from_db()
    assert clock.now() - game.x_seen_at < SEEN_EVERY
    assert game.o_seen_at is None
