import sqlite3
from collections.abc import Iterator

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection, connections

from games.bus.db_queue import in_database
from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, Move, Player
from games.play import services
from games.protocol import PlayMove
from games.sockets.commands import answer
from tests.sockets.sockets import connected

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


# Moves of gomoku that put no more than two marks of a kind in a row.
MARKS = [[cell for cell in range(225) if (cell % 15 // 2 + cell // 15) % 2 == n] for n in (0, 1)]
CELLS = [cell for pair in zip(*MARKS, strict=False) for cell in pair]


@pytest.fixture
async def configure(monkeypatch: pytest.MonkeyPatch):
    options = connections.settings["default"]["OPTIONS"]

    async def change(**changes: object) -> None:
        for name, value in changes.items():
            monkeypatch.setitem(options, name, value)
        await in_database(lambda: connection.close())()

    yield change
    monkeypatch.undo()
    await in_database(lambda: connection.close())()


@pytest.fixture
def other() -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    yield database
    database.close()


async def test_a_move_while_the_file_is_locked_is_saved_when_it_is_sent_again(
    game: Game, alice: Player, other: sqlite3.Connection, configure, caplog
):
    await configure(timeout=0.05)
    async with connected(game, alice) as x:
        await x.has_no_message()
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            assert (await x.request("move", ply=0, cell=4))["code"] == "not_saved"
        other.execute("ROLLBACK")
        assert (await x.request("move", ply=0, cell=4))["type"] == "ok"
    assert await Move.objects.acount() == 1
    assert [record.message for record in caplog.records] == [
        "The database does not save: database is locked"
    ]


async def test_on_a_full_disk_nothing_is_confirmed_that_is_not_saved(alice, other, configure):
    gomoku = BOARDS["gomoku"].variant
    create = database_sync_to_async(services.create_game)
    game = await create(host=alice, mark=Mark.X, guest=alice, variant=gomoku)
    # The limit cannot be below what the file has, and so is that. Pages that tests before this one
    # have left empty would take more moves than a game has.
    other.execute("VACUUM")
    await configure(init_command="PRAGMA journal_mode=WAL; PRAGMA max_page_count=1;")
    confirmed: list[int] = []
    with pytest.raises(OperationalError, match="full"):
        await play(game, alice, CELLS, confirmed)
    assert [move.cell async for move in game.moves.all()] == confirmed
    await configure(init_command="PRAGMA journal_mode=WAL;")
    await play(game, alice, CELLS[: len(confirmed) + 1], confirmed)


async def play(game: Game, player: Player, cells: list[int], confirmed: list[int]) -> None:
    for ply in range(len(confirmed), len(cells)):
        move = PlayMove(f"m{ply}", ply, cells[ply])
        answered = await in_database(answer)(game.pk, player.pk, move)
        assert answered.message["type"] == "ok"
        confirmed.append(cells[ply])
