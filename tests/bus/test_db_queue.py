import asyncio
import threading
from collections.abc import Callable
from functools import partial

import pytest
from channels.layers import get_channel_layer
from django.db import DatabaseError, connection, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from games import protocol
from games.bus import broadcast
from games.bus.db_queue import in_database
from games.models import Game, Move, Player
from games.play import errors, services
from games.sockets.commands import Answer, answer
from tests.bus.batches import run_as_batch
from tests.playing import DRAW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def move_call(game: Game, player: Player, ply: int, cell: int) -> Callable[[], Answer]:
    return lambda: answer(game.pk, player.pk, protocol.PlayMove("k", ply, cell))


def codes(answers: list[Answer]) -> list[str]:
    return [answer.message.get("code", answer.message["type"]) for answer in answers]


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    seen: list[int] = []
    commit = DatabaseWrapper._commit

    def record(self) -> None:
        seen.append(Move.objects.count())
        commit(self)

    monkeypatch.setattr(DatabaseWrapper, "_commit", record)
    return seen


@pytest.fixture
def broadcasts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    groups: list[str] = []

    async def group_send(group: str, message: dict) -> None:
        if group != broadcast.WATCH_GROUP:
            groups.append(group)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    return groups


async def test_what_waits_together_is_committed_at_once_in_its_order(game, alice, bob, commits):
    sides = (alice, bob)
    moves = (move_call(game, sides[ply % 2], ply, cell) for ply, cell in enumerate(DRAW))
    assert codes(await run_as_batch(*moves)) == ["ok"] * 9
    assert commits == [9]
    assert [move.cell async for move in game.moves.all()] == list(DRAW)


async def test_a_broadcast_that_fails_keeps_no_other_from_being_sent(
    game, timed_game, alice, bob, monkeypatch, caplog
):
    sent: list[str] = []

    async def group_send(group: str, message: dict) -> None:
        if group == broadcast.game_group(game.pk):
            raise ConnectionError("the layer is away")
        sent.append(group)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    moves = (move_call(game, alice, 0, 4), move_call(timed_game, alice, 0, 4))
    assert codes(await run_as_batch(*moves)) == ["ok", "ok"]
    async with asyncio.timeout(20):
        while broadcast.game_group(timed_game.pk) not in sent:
            await asyncio.sleep(0)
    assert "A broadcast failed" in caplog.text


async def test_refused_moves_cost_nobody_the_commit_and_are_not_logged(
    game, alice, bob, commits, caplog
):
    answers = await run_as_batch(
        move_call(game, alice, 0, 4),
        move_call(game, alice, 1, 0),
        move_call(game, bob, 1, 4),
        move_call(game, bob, 1, 0),
    )
    assert codes(answers) == ["ok", "not_your_turn", "cell_taken", "ok"]
    assert answers[2].message["state"]["ply"] == 1
    assert commits == [2]
    assert caplog.text == ""


async def test_a_move_that_a_constraint_forbids_is_a_refusal_like_others(
    game, timed_game, alice, bob, commits, caplog
):
    await game.moves.acreate(ply=1, cell=0)
    answers = await run_as_batch(
        move_call(timed_game, alice, 0, 4),
        move_call(game, alice, 0, 4),
        move_call(game, bob, 1, 8),
        move_call(timed_game, bob, 1, 0),
    )
    assert codes(answers) == ["ok", "ok", "stale_move", "ok"]
    assert commits == [1 + 3]
    assert caplog.text == ""


def refuse(game: Game) -> None:
    raise errors.StaleMove


def fail(game: Game) -> None:
    raise ValueError("after the move")


def break_constraint(game: Game) -> None:
    Move.objects.create(game=game, ply=0, cell=7)


@pytest.mark.parametrize(
    ("end", "error"),
    [(refuse, errors.StaleMove), (fail, ValueError), (break_constraint, DatabaseError)],
)
async def test_one_that_fails_is_undone_alone_and_never_broadcast(
    game, alice, bob, broadcasts, end, error
):
    calls: list[str] = []

    @transaction.atomic
    def play_and_fail() -> None:
        calls.append("made")
        services.play_move(game.pk, bob.pk, ply=1, cell=0)
        end(game)

    results = await run_as_batch(
        move_call(game, alice, 0, 4), play_and_fail, move_call(game, bob, 1, 8)
    )
    assert isinstance(results[1], error)
    assert codes(results[::2]) == ["ok", "ok"]
    assert [move.cell async for move in game.moves.all()] == [4, 8]
    assert calls == ["made"], "Nothing is redone."
    await asyncio.sleep(0)
    assert broadcasts == [broadcast.game_group(game.pk)] * 2


def roll_back() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK")
        cursor.execute("SELECT nonsense")


@pytest.mark.parametrize("undo", [roll_back, partial(transaction.set_rollback, True)])
async def test_if_all_of_a_batch_is_undone_nobody_is_told_that_it_is_stored(
    game, alice, bob, broadcasts, undo
):
    results = await run_as_batch(move_call(game, alice, 0, 4), undo, move_call(game, bob, 1, 8))
    assert all(isinstance(result, DatabaseError) for result in results)
    assert codes(await run_as_batch(move_call(game, alice, 0, 4))) == ["ok"]
    assert [move.cell async for move in game.moves.all()] == [4]
    await asyncio.sleep(0)
    assert broadcasts == [broadcast.game_group(game.pk)]


async def test_a_commit_that_fails_fails_all_and_broadcasts_nothing(
    game, alice, bob, broadcasts, monkeypatch
):
    def fail(self) -> None:
        raise DatabaseError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(DatabaseWrapper, "_commit", fail)
        results = await run_as_batch(move_call(game, alice, 0, 4), move_call(game, bob, 1, 0))
    assert [str(result) for result in results] == ["disk full"] * 2
    assert await Move.objects.acount() == 0
    assert codes(await run_as_batch(move_call(game, alice, 0, 4))) == ["ok"]
    await asyncio.sleep(0)
    assert broadcasts == [broadcast.game_group(game.pk)]


async def test_an_error_after_the_commit_leaves_no_call_without_an_answer(game, alice):
    def fail() -> None:
        raise ValueError("after the commit")

    async with asyncio.timeout(20):
        results = await run_as_batch(
            lambda: transaction.on_commit(fail), move_call(game, alice, 0, 4), Game.objects.count
        )
    assert [str(result) for result in results] == ["after the commit"] * 3
    assert codes(await run_as_batch(move_call(game, alice, 0, 4))) == ["ok"]


async def test_a_connection_that_was_lost_is_opened_anew(game, alice):
    def lose() -> None:
        connection.connection.close()

    await run_as_batch(lose)
    await run_as_batch(Game.objects.count)
    assert codes(await run_as_batch(move_call(game, alice, 0, 4))) == ["ok"]


async def test_what_nobody_waits_for_any_more_is_not_done(game: Game):
    is_free, calls = threading.Event(), []
    before = in_database(is_free.wait)()
    given_up, other = (in_database(calls.append)(name) for name in ("given up", "other"))
    given_up.cancel()
    is_free.set()
    await asyncio.gather(before, other)
    assert calls == ["other"]
