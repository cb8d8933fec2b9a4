"""The database queue on PostgreSQL: calls for many games at once, for one game in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from games import services
from games.engine import Mark
from games.models import Game, Player
from games.realtime.db_queue import THREADS, in_database
from tests.playing import DRAW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Hold the lock on a game's row from another connection."""
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "user", "host") if parameters.get(name)}
    with psycopg.connect(**server) as other:
        other.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [game.pk])
        yield
        other.rollback()


async def test_a_game_that_is_locked_keeps_no_other_waiting(
    game: Game, timed_game: Game, alice: Player, bob: Player
):
    with locked(game):
        late = [
            in_database(services.play_move, game.pk)(game.pk, alice.pk, ply=0, cell=4)
            for _ in range(2 * THREADS)
        ]
        for ply, cell in enumerate(DRAW):
            mover = bob if ply % 2 else alice
            move = in_database(services.play_move, timed_game.pk)
            assert (await move(timed_game.pk, mover.pk, ply=ply, cell=cell)).ply == ply + 1
        assert not late[-1].done()
    # The first of them may have given up waiting for the lock.
    assert (await asyncio.gather(*late, return_exceptions=True))[-1].ply == 1


async def test_calls_for_one_game_are_made_in_their_order(game: Game, alice: Player, bob: Player):
    calls = [
        in_database(services.play_move, game.pk)(
            game.pk, (alice, bob)[ply % 2].pk, ply=ply, cell=cell
        )
        for ply, cell in enumerate(DRAW)
    ]
    assert [(await call).ply for call in calls] == list(range(1, 10))


async def test_who_joins_while_another_does_is_told_so(alice: Player, bob: Player, charlie: Player):
    """Each waits for the lock with the players in mind that the game had before."""
    invitation = await in_database(services.create_game)(host=alice, mark=Mark.X)
    joins = [in_database(services.join_game)(invitation.pk, player) for player in (bob, charlie)]
    seated = [await _joined(join) for join in joins]
    assert seated.count(True) == 1


async def _joined(join) -> bool:
    try:
        await join
    except services.errors.SeatTaken:
        return False
    return True
