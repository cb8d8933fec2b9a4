"""What one visitor who asks for too much does to the moves of all others.

Twenty games of others are played, each with four moves a second, while one address asks for pages,
lessons, answers to puzzles, games set up with many moves, animations or logins: 30 a second, which
is what nginx lets through, and then as fast as 50 connections are answered. It is the address of
this machine, so that none of the limits on what an address may do helps.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlencode

from games.ai import puzzle_book
from games.engine import BOARDS, write_moves
from tests.server_games import run
from tests.tools.bench import figures
from tests.tools.bench.clients import spawn
from tests.tools.bench.installation import Installation
from tests.tools.bench.moves import play
from tests.tools.bench.pages import TOKEN
from tests.tools.bench.rooms import Address

CONNECTIONS = 50
RATES = (30, None)  # requests a second, None for as many as are answered
SLOTS, ROUNDS, PAUSE = 20, 4, 0.25  # seconds between two moves of a game

FINISHED_GAMES = """
import json
from games import services
from games.engine import BOARDS, Mark
from games.models import Player

def finished_game():
    x, o = Player.objects.create(name="X"), Player.objects.create(name="O")
    variant = BOARDS["gomoku"].variant
    opening = services.read_opening(OPENING, variant)
    game = services.create_game(host=x, mark=Mark.X, guest=o, variant=variant, opening=opening)
    services.resign(game.pk, x.pk)
    return game.pk

print(json.dumps([finished_game() for _ in range(40)]))
"""


def _opening() -> str:
    """Return 190 moves of gomoku that leave two rows empty and make no three in a row."""
    marked = range(WIDTH * 13)
    x, o = ([c for c in marked if (c % WIDTH // 2 + c // WIDTH) % 2 == side] for side in (0, 1))
    cells = itertools.chain.from_iterable(zip(x, o, strict=False))
    return write_moves(list(itertools.islice(cells, 190)), GOMOKU)


GOMOKU = BOARDS["gomoku"].variant
WIDTH = GOMOKU.width
OPENING = _opening()
NEW_GAME = {"opponent": "friend", "board": "gomoku", "side": "X", "moves": OPENING}
Form = dict[str, str]
# What is asked for in turn: paths, and the fields of the form that is posted there.
KINDS: dict[str, tuple[list[str], Form | None]] = {
    "pages": (["/"], None),
    "lessons": (["/learn/forks/", "/learn/replies/", "/learn/mistakes/"], None),
    "answers": ([f"/puzzles/{id}/answer/" for id in puzzle_book.all_puzzles()], {"cell": "0"}),
    "openings": (["/g/"], NEW_GAME),
    "animations": ([], None),  # of games that are made for it
    "logins": (["/admin/login/"], {"username": "staff", "password": "not this"}),
}


def abuse(installation: Installation) -> None:
    """Measure the moves of others in quiet and beside each kind of request at each rate."""
    code = FINISHED_GAMES.replace("OPENING", repr(OPENING))
    games = run(code, installation.data, **installation.environment)
    _measure("quiet", installation)
    for (kind, (paths, form)), rate in itertools.product(KINDS.items(), RATES):
        paths = paths or [f"/g/{game_id}/animation.gif" for game_id in games]
        with _Visitor(installation.addresses[0], paths, form, rate) as visitor:
            name = f"{kind}, {f'{rate} a second' if rate else 'as many as are answered'}"
            _measure(name, installation, visitor)


def _measure(name: str, installation: Installation, visitor: _Visitor | None = None) -> None:
    during = visitor.asking() if visitor else nullcontext()
    played = play(installation, slots=SLOTS, rounds=ROUNDS, pause=PAUSE, during=during)
    worst = figures.seconds(max(played.times))
    print(f"{name}: {figures.percentiles(played.times)}, {worst} at most", flush=True)
    if visitor:
        answers = ", ".join(f"{n} with {status}" for status, n in sorted(visitor.answered.items()))
        print(f"    answered meanwhile: {answers}", flush=True)


class _Visitor(AbstractContextManager["_Visitor"]):
    """A process that asks for too much.

    :param rate: requests a second; None for as many as are answered.
    """

    def __init__(
        self, address: Address, paths: list[str], form: Form | None, rate: int | None
    ) -> None:
        self.answered: Counter[int] = Counter()  # how often with which status
        self._pipe, theirs = spawn.Pipe()
        requests = [_request(path, form) for path in paths]
        self._process = spawn.Process(target=_run, args=(theirs, address, requests, rate))
        self._process.start()
        self._pipe.recv()

    @contextmanager
    def asking(self) -> Iterator[None]:
        self._pipe.send("begin")
        yield
        self._pipe.send("stop")
        self.answered = self._pipe.recv()

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()


def _request(path: str, form: Form | None) -> bytes:
    body = urlencode(form or {})
    lines = [
        f"{'POST' if form else 'GET'} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: csrftoken={TOKEN}",
        f"X-CSRFToken: {TOKEN}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def _run(pipe: Connection, *arguments: Any) -> None:
    pipe.send("ready")
    pipe.recv()
    pipe.send(asyncio.run(_ask_until(pipe, *arguments)))


async def _ask_until(
    pipe: Connection, address: Address, requests: list[bytes], rate: int | None
) -> Counter[int]:
    """Ask until something comes through the pipe, and return how often which status came."""
    answered: Counter[int] = Counter()
    due = _due(requests, rate)
    connections = [_ask(address, due, answered) for _ in range(CONNECTIONS)]
    tasks = [asyncio.ensure_future(connection) for connection in connections]
    await asyncio.to_thread(pipe.recv)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    return answered


def _due(requests: list[bytes], rate: int | None) -> Iterator[tuple[float, bytes]]:
    """Yield requests without end, each with the time of the event loop when it is to be sent."""
    began = asyncio.get_running_loop().time()
    for number, request in enumerate(itertools.cycle(requests)):
        yield began + (number / rate if rate else 0), request


async def _ask(
    address: Address, due: Iterator[tuple[float, bytes]], answered: Counter[int]
) -> None:
    """Send what is due next, and so on, on a connection that is opened again when it is closed."""
    loop = asyncio.get_running_loop()
    while True:
        reader, writer = await asyncio.open_connection(*address)
        with closing(writer), suppress(OSError, EOFError):
            while True:
                at, request = next(due)
                await asyncio.sleep(max(0, at - loop.time()))
                writer.write(request)
                answered[await _receive_status(reader)] += 1


async def _receive_status(reader: asyncio.StreamReader) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"(?i)content-length: (\d+)", head):
        await reader.readexactly(int(length[1]))
    return int(head.split()[1])
