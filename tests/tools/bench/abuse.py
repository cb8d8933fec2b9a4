"""What one visitor who asks for too much does to the moves of all others.

Twenty games of others are played, each with four moves a second, while one address asks for pages,
lessons, answers to puzzles, games set up with many moves, pictures or logins: 30 a second, which
is what nginx lets through, and then as fast as 50 connections are answered. It is the address of
this machine, which only the limit of passwords holds, and each request is that of another newcomer,
so that the limits of a person do not help either. Most logins and many pictures are refused
all the same.
"""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from urllib.parse import urlencode

from games.engine import BOARDS, write_moves
from games.study.puzzles import book
from tests.server import Server
from tests.server_games import run
from tests.tools.bench.installation import Installation, percentiles, seconds
from tests.tools.bench.moves import During, play
from tests.tools.bench.pages import TOKEN

CONNECTIONS = 50
RATES = (30, None)  # requests a second, None for as many as are answered
BEFORE = 1  # seconds for which it asks before the games begin
SLOTS, ROUNDS, PAUSE = 20, 4, 0.25  # seconds between two moves of a game

_newcomers = itertools.count()

FINISHED_GAMES = """
import json
from games.play import services
from games.engine import BOARDS, Mark
from games.models import Player

def finished_game():
    x, o = Player.objects.create(name="X"), Player.objects.create(name="O")
    variant = BOARDS["gomoku"].variant
    opening = services.read_opening("OPENING", variant)
    game = services.create_game(host=x, mark=Mark.X, guest=o, variant=variant, opening=opening)
    services.resign(game.pk, x.pk)
    return game.pk

print(json.dumps([finished_game() for _ in range(40)]))
"""


def opening() -> str:
    variant = BOARDS["gomoku"].variant
    width, marked = variant.width, range(variant.width * 13)
    x, o = ([c for c in marked if (c % width // 2 + c // width) % 2 == side] for side in (0, 1))
    cells = itertools.chain.from_iterable(zip(x, o, strict=False))
    return write_moves(list(itertools.islice(cells, 190)), variant)


def abuse(installation: Installation) -> None:
    _measure("quiet", installation)
    for (kind, requests), rate in itertools.product(_requests(installation).items(), RATES):
        answered = Counter[int]()
        asking = _asking(installation.servers[0], _due(requests, rate), answered)
        speed = f"{rate} a second" if rate else "as many as are answered"
        _measure(f"{kind}, {speed}", installation, asking)
        answers = ", ".join(f"{count} with {status}" for status, count in sorted(answered.items()))
        print(f"    answered meanwhile: {answers}", flush=True)


def _measure(name: str, installation: Installation, during: During | None = None) -> None:
    games = installation.create_games(SLOTS * ROUNDS)
    times = play(installation, games, slots=SLOTS, pause=PAUSE, during=during).times
    print(f"{name}: {percentiles(times)}, {seconds(max(times))} at most", flush=True)


def _requests(installation: Installation) -> dict[str, list[bytes]]:
    finished = FINISHED_GAMES.replace("OPENING", opening())
    games = run(finished, installation.data, **installation.environment)
    puzzles = book.all_puzzles()
    new_game = {"opponent": "friend", "board": "gomoku", "side": "X", "moves": opening()}
    return {
        "pages": [_request("/")],
        "lessons": [_request(f"/learn/{name}/") for name in ("forks", "replies", "mistakes")],
        "answers": [_request(f"/puzzles/{id}/answer/", cell="0") for id in puzzles],
        "openings": [_request("/g/", **new_game)],
        "pictures": [_request(f"/g/{id}/picture.png") for id in games],
        "logins": [_request("/admin/login/", username="staff", password="not this")],
    }


def _request(path: str, **form: str) -> bytes:
    body = urlencode(form)
    lines = [
        f"{'POST' if form else 'GET'} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: csrftoken={TOKEN}",
        f"X-CSRFToken: {TOKEN}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


Due = Iterator[tuple[float, bytes]]


def _due(requests: Iterable[bytes], rate: int | None) -> Due:
    for number, request in enumerate(itertools.cycle(requests)):
        token = f"{next(_newcomers):0{len(TOKEN)}}"
        yield (number / rate if rate else 0), request.replace(TOKEN.encode(), token.encode())


@asynccontextmanager
async def _asking(server: Server, due: Due, answered: Counter[int]) -> AsyncIterator[None]:
    began = asyncio.get_running_loop().time()
    tasks = [asyncio.create_task(_ask(server, began, due, answered)) for _ in range(CONNECTIONS)]
    await asyncio.sleep(BEFORE)
    yield
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _ask(server: Server, began: float, due: Due, answered: Counter[int]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        reader, writer = await asyncio.open_connection(server.host, server.port)
        with closing(writer), suppress(OSError, EOFError):
            while True:
                after, request = next(due)
                await asyncio.sleep(max(0, began + after - loop.time()))
                writer.write(request)
                answered[await _receive_status(reader)] += 1


async def _receive_status(reader: asyncio.StreamReader) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"(?i)content-length: (\d+)", head):
        await reader.readexactly(int(length[1]))
    return int(head.split()[1])
