"""The sockets' work: what waits together is committed together, then answered, then told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import DatabaseError, connection, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from games import protocol, services
from games.models import Game, Move, Player
from games.realtime import broadcast
from games.realtime.commands import Answer, answer
from games.realtime.db_queue import in_database
from tests.playing import DRAW

pytestmark = pytest.mark.django_db(transaction=True)


async def together(*calls: Callable[[], Any]) -> list[Any]:
    """Do all this as one group, and return what came of each."""
    return await asyncio.gather(*(in_database(call)() for call in calls), return_exceptions=True)


def moving(game: Game, player: Player, ply: int, cell: int) -> Callable[[], Answer]:
    return lambda: answer(game.pk, player.pk, protocol.PlayMove("k", ply, cell))


def kinds(answers: list[Answer]) -> list[str]:
    return [answer.message.get("code", answer.message["type"]) for answer in answers]


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moves that stood in the database at each commit of any connection."""
    seen: list[int] = []
    commit = DatabaseWrapper._commit

    def note(self: Any) -> None:
        seen.append(Move.objects.count())
        commit(self)

    monkeypatch.setattr(DatabaseWrapper, "_commit", note)
    return seen


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rooms that are told something."""
    heard: list[str] = []

    async def group_send(group: str, message: dict) -> None:
        if group != broadcast.WATCHERS:
            heard.append(group)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    return heard


async def test_what_waits_together_is_committed_at_once_in_its_order(game, alice, bob, commits):
    sides = (alice, bob)
    moves = (moving(game, sides[ply % 2], ply, cell) for ply, cell in enumerate(DRAW))
    assert kinds(await together(*moves)) == ["ok"] * 9
    assert commits == [9]
    assert [move.cell async for move in game.moves.all()] == list(DRAW)


async def test_what_comes_alone_is_committed_alone(game, alice, bob, commits):
    assert kinds(await together(moving(game, alice, 0, 4))) == ["ok"]
    assert kinds(await together(moving(game, bob, 1, 0))) == ["ok"]
    assert commits == [1, 2]


async def test_one_that_is_refused_keeps_no_other_from_its_answer(game, alice, bob):
    answers = await together(
        moving(game, alice, 0, 4),
        moving(game, alice, 1, 0),
        moving(game, bob, 1, 4),
        moving(game, bob, 1, 0),
    )
    assert kinds(answers) == ["ok", "not_your_turn", "cell_taken", "ok"]
    assert answers[2].message["state"]["ply"] == 1


async def test_one_that_fails_is_undone_alone_and_never_told(game, alice, bob, told):
    @transaction.atomic
    def fail() -> None:
        services.play_move(game.pk, bob.pk, ply=1, cell=0)
        raise ValueError("after the move")

    results = await together(moving(game, alice, 0, 4), fail, moving(game, bob, 1, 8))
    assert isinstance(results[1], ValueError)
    assert kinds(results[::2]) == ["ok", "ok"]
    assert [move.cell async for move in game.moves.all()] == [4, 8]
    await asyncio.sleep(0)
    assert told == [broadcast.room(game.pk)] * 2


async def test_one_that_breaks_a_constraint_is_undone_alone(game, alice, bob):
    @transaction.atomic
    def fail() -> None:
        services.play_move(game.pk, bob.pk, ply=1, cell=0)
        Move.objects.create(game=game, ply=0, cell=7)

    results = await together(moving(game, alice, 0, 4), fail, moving(game, bob, 1, 8))
    assert isinstance(results[1], DatabaseError)
    assert kinds(results[::2]) == ["ok", "ok"]
    assert [move.cell async for move in game.moves.all()] == [4, 8]


@pytest.mark.parametrize("statement", ["ROLLBACK", "SELECT 1"])
async def test_where_the_database_itself_fails_each_has_another_go_alone(
    game, alice, bob, told, statement
):
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            cursor.execute("SELECT nonsense")

    results = await together(moving(game, alice, 0, 4), fail, moving(game, bob, 1, 8))
    assert isinstance(results[1], DatabaseError)
    assert kinds(results[::2]) == ["ok", "ok"]
    assert [move.cell async for move in game.moves.all()] == [4, 8]
    await asyncio.sleep(0)
    assert told == [broadcast.room(game.pk)] * 2


async def test_nothing_is_rolled_back_without_a_word(game, alice, bob):
    def give_up() -> None:
        if connection.in_atomic_block:
            transaction.set_rollback(True)

    results = await together(moving(game, alice, 0, 4), give_up, moving(game, bob, 1, 8))
    assert kinds(results[::2]) == ["ok", "ok"]
    assert [move.cell async for move in game.moves.all()] == [4, 8]


async def test_a_commit_that_fails_fails_all_and_tells_nobody(game, alice, bob, told, monkeypatch):
    def fail(self: Any) -> None:
        raise DatabaseError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(DatabaseWrapper, "_commit", fail)
        results = await together(moving(game, alice, 0, 4), moving(game, bob, 1, 0))
    assert [str(result) for result in results] == ["disk full"] * 2
    assert await Move.objects.acount() == 0
    assert kinds(await together(moving(game, alice, 0, 4))) == ["ok"]
    await asyncio.sleep(0)
    assert told == [broadcast.room(game.pk)]


async def test_nobody_is_told_or_answered_before_the_commit(game, alice, bob, monkeypatch):
    seen: list[str] = []
    commit = DatabaseWrapper._commit

    async def group_send(group: str, message: dict) -> None:
        if group != broadcast.WATCHERS:
            seen.append("told")

    def note(self: Any) -> None:
        commit(self)
        seen.append("committed")

    async def play(*move: Any) -> None:
        await in_database(moving(*move))()
        seen.append("answered")

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    monkeypatch.setattr(DatabaseWrapper, "_commit", note)
    await asyncio.gather(play(game, alice, 0, 4), play(game, bob, 1, 0))
    await asyncio.sleep(0)
    assert seen == ["committed", "answered", "answered", "told", "told"]


async def test_who_gives_up_waiting_spoils_nothing_for_the_rest(game, alice, bob):
    first = in_database(moving(game, alice, 0, 4))()
    second = in_database(moving(game, bob, 1, 0))()
    first.cancel()
    assert kinds([await second]) == ["ok"]


async def test_a_connection_that_was_lost_is_opened_anew(game, alice):
    def lose() -> None:
        connection.connection.close()

    await together(lose)
    await together(Game.objects.count)
    assert kinds(await together(moving(game, alice, 0, 4))) == ["ok"]
