"""What is done otherwise than by Channels, which the rest of the tests take for granted."""

from __future__ import annotations

import pytest
from django.db import connection

from games.realtime.consumers import GameConsumer
from games.realtime.db_queue import in_database
from tests.realtime.test_consumers import looking

pytestmark = pytest.mark.django_db(transaction=True)


async def test_no_socket_that_plays_or_leaves_closes_the_connection_to_the_database(game, alice):
    async with looking(game, alice) as x:
        async with looking(game, None):
            before = await in_database(lambda: connection.connection)()
            await x.say("move", ply=0, cell=4)
        await x.hear_of(1)
        assert await in_database(lambda: connection.connection)() is before


async def test_an_error_in_handling_news_ends_the_socket(game, alice, monkeypatch):
    async def fail(*_: object) -> None:
        raise ValueError("news")

    monkeypatch.setattr(GameConsumer, "game_presence", fail)
    with pytest.raises(ExceptionGroup) as caught:
        async with looking(game, alice) as x:
            await x.receive_output(timeout=5)
    assert caught.group_contains(ValueError, match="news")
