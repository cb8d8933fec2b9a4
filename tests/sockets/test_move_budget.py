import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import connection

import games
from games.bus import broadcast, db_queue
from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.sockets.sockets import GameSocket, connected

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = str(Path(games.__file__).parent)


class Costs(NamedTuple):
    calls: int  # of functions of ``games``, each time a coroutine goes on included
    statements: int  # of SQL
    frames: int  # sent to all players
    bytes: int  # of them


# What was counted on 26 November 2026, with 3 % more calls and bytes.
BETWEEN_PEOPLE = {
    "sqlite": Costs(calls=320, statements=4, frames=2, bytes=830),
    "postgresql": Costs(calls=320, statements=2, frames=2, bytes=830),
}
WITH_REPLY = {
    "sqlite": Costs(calls=580, statements=10, frames=2, bytes=804),
    "postgresql": Costs(calls=560, statements=6, frames=2, bytes=804),
}
OPENING = (0, 4, 1)  # O has but one move that does not lose


class Meter:
    def __init__(self) -> None:
        self.modules: list[str] = []  # of each function that was called
        self.statements: list[str] = []
        self.frames: list[str] = []

    def note_call(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(GAMES):
            self.modules.append(frame.f_code.co_filename.removeprefix(GAMES))

    def note_statement(self, execute, sql: str, *arguments):
        self.statements.append(sql)
        return execute(sql, *arguments)

    def start_in_thread(self) -> None:
        connection.execute_wrappers.append(self.note_statement)
        sys.setprofile(self.note_call)

    @contextmanager
    def counting(self) -> Iterator[None]:
        self.modules.clear()
        self.statements.clear()
        sys.setprofile(self.note_call)
        try:
            yield
        finally:
            sys.setprofile(None)

    @property
    def costs(self) -> Costs:
        sizes = map(len, self.frames)
        return Costs(len(self.modules), len(self.statements), len(self.frames), sum(sizes))

    def require_at_most(self, limit: Costs) -> None:
        is_within = all(spent <= most for spent, most in zip(self.costs, limit, strict=True))
        calls = "\n".join(
            f"{count:5} {name}" for name, count in Counter(self.modules).most_common()
        )
        details = "\n".join([calls, *self.statements, *self.frames])
        assert is_within, f"{self.costs} is more than {limit}:\n{details}"


@pytest.fixture
def meter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Meter]:
    # Of messages that other tests left there, each that is too old would be a call.
    async_to_sync(get_channel_layer().flush)()
    meter = Meter()
    executor = ThreadPoolExecutor(1, "metered", meter.start_in_thread)
    monkeypatch.setattr(db_queue, "_executor", executor)
    # The page of live games is told at each move, and not when a fifth of a second has passed.
    monkeypatch.setattr(broadcast, "NOTICE_EVERY", 0.0)
    yield meter
    executor.submit(connection.close)
    executor.shutdown()


async def test_a_move_between_two_people(alice: Player, bob: Player, meter: Meter):
    for game in [await create_game(alice, bob), await create_game(alice, bob)]:
        async with connected(game, alice, "?states") as x, connected(game, bob, "?states") as o:
            await wait_until_all_are_here(x, o)
            for ply, (mover, cell) in enumerate(zip([x, o, x], OPENING, strict=True)):
                await measure(meter, mover, ply, cell, last_ply=ply + 1, players=[x, o])
    meter.require_at_most(BETWEEN_PEOPLE[connection.vendor])


async def test_a_move_and_the_reply_of_the_computer(alice: Player, computer: Player, meter: Meter):
    for game in [await create_game(alice, computer), await create_game(alice, computer)]:
        async with connected(game, alice, "?states") as x:
            await wait_until_all_are_here(x)
            for ply in (0, 2):
                await measure(meter, x, ply, OPENING[ply], last_ply=ply + 2, players=[x])
    meter.require_at_most(WITH_REPLY[connection.vendor])


@database_sync_to_async
def create_game(x: Player, o: Player) -> Game:
    # As by link and against the computer; that a game is listed costs bytes.
    return services.create_game(host=x, mark=Mark.X, guest=o, is_public=False)


async def wait_until_all_are_here(*sockets: GameSocket) -> None:
    seats = dict.fromkeys("XO"[: len(sockets)], "here")
    for socket in sockets:
        await socket.receive_presence(seats=seats)


async def measure(
    meter: Meter,
    mover: GameSocket,
    ply: int,
    cell: int,
    *,
    last_ply: int,
    players: list[GameSocket],
) -> None:
    others = asyncio.all_tasks()
    with meter.counting():
        await mover.send_json_to({"type": "move", "id": "k", "ply": ply, "cell": cell})
        meter.frames = [text for each in players for text in await receive_until(each, last_ply)]
        while started := asyncio.all_tasks() - others:
            await asyncio.wait(started)
    meter.frames += [text for each in players for text in waiting_frames(each)]


async def receive_until(socket: GameSocket, ply: int) -> list[str]:
    frames = [(await socket.receive_output())["text"]]
    while json.loads(frames[-1]).get("ply") != ply:
        frames.append((await socket.receive_output())["text"])
    return frames


def waiting_frames(socket: GameSocket) -> list[str]:
    queue = socket.output_queue
    return [queue.get_nowait()["text"] for _ in range(queue.qsize())]
