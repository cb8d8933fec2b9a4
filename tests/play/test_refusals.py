"""Refusals in a transaction that several pieces of work share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async as database

from games.engine import Mark
from games.models import Game
from games.play import errors, services
from tests.bus.batches import run_as_batch
from tests.playing import play, use_time

# Only on SQLite do services share a transaction.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def call_counter(seen: list[str]) -> Callable[[], None]:
    """Return a call that appends to the list each time it is made."""
    return lambda: seen.append("done")


REFUSED: list[tuple[type[errors.Refused], Callable[[Game, int], Any]]] = [
    (errors.StaleMove, lambda g, id: services.play_move(g.pk, id, ply=5, cell=0)),
    (errors.NobodyGone, lambda g, id: services.claim(g.pk, id, result="win")),
    (errors.NoUndo, lambda g, id: services.undo(g.pk, id, ply=0)),
    (errors.NotAsked, lambda g, id: services.decline(g.pk, id, ply=0)),
    (errors.NotWaiting, lambda g, id: services.withdraw(g.pk, id)),
    (errors.NotOver, lambda g, id: services.rematch(g.pk, id)),
    (errors.NoHints, lambda g, id: services.use_hint(g.pk, id, ply=0)),
    (errors.NotYourGame, lambda g, id: services.resign(g.pk, -1)),
    (errors.NotYourGame, lambda g, id: services.react(g.pk, -1, reaction="wow")),
]


async def test_refusals_leave_the_shared_transaction_as_it_was(game, alice):
    seen: list[str] = []
    *refused, moved = await run_as_batch(
        *(lambda refused=refused: refused(game, alice.pk) for _, refused in REFUSED),
        call_counter(seen),
        lambda: services.play_move(game.pk, alice.pk, ply=0, cell=4),
    )
    assert [type(each) for each in refused[:-1]] == [error for error, _ in REFUSED]
    assert seen == ["done"]
    assert (moved.ply, (await Game.objects.aget()).ply) == (1, 1)


async def test_a_game_that_is_overdue_is_ended_in_a_shared_transaction(alice, bob):
    game = await database(timed)(alice, bob)
    seen: list[str] = []
    results = await run_as_batch(
        call_counter(seen), lambda: services.play_move(game.pk, alice.pk, ply=2, cell=8)
    )
    assert type(results[1]) is errors.GameOver
    assert seen == ["done"]
    assert (await Game.objects.aget()).reason == "time"


def timed(alice: Any, bob: Any) -> Game:
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, control="3+2")
    play(game, 0, 4)
    use_time(game, 1000)
    return game
