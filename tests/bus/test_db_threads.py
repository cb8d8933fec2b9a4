import asyncio

import pytest
from django.db import OperationalError

from games.bus.db_queue import THREADS, in_database
from games.models import Game, Player
from games.play import services
from tests.locked import locked
from tests.playing import DRAW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


async def test_a_game_that_is_locked_keeps_no_other_waiting(game, timed_game, alice, bob):
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


async def test_a_call_about_no_game_that_waits_in_vain_keeps_no_other_waiting(
    game: Game, timed_game: Game, computer_game: Game, alice: Player
):
    def move_in(game: Game, id: str | None) -> asyncio.Future[Game]:
        return in_database(services.play_move, id)(game.pk, alice.pk, ply=0, cell=4)

    with locked(game, timed_game, computer_game):
        stuck = [move_in(game, game.pk), move_in(timed_game, timed_game.pk)]
        in_vain = await asyncio.gather(*stuck, move_in(computer_game, None), return_exceptions=True)
        assert [type(error) for error in in_vain] == [OperationalError] * 3
        stuck = [move_in(game, game.pk), move_in(timed_game, timed_game.pk)]
        assert await in_database(Game.objects.count)() == 3
        assert not any(call.done() for call in stuck)
    assert [(await call).ply for call in stuck] == [1, 1]


async def test_calls_for_one_game_are_made_in_their_order(game: Game, alice: Player, bob: Player):
    calls = [
        in_database(services.play_move, game.pk)(
            game.pk, (alice, bob)[ply % 2].pk, ply=ply, cell=cell
        )
        for ply, cell in enumerate(DRAW)
    ]
    assert [(await call).ply for call in calls] == list(range(1, 10))
