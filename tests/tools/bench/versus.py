"""What the server's work takes, as a ratio, since on a busy machine a figure alone says little.

Both servers run, and the same client asks one after the other, in pairs, so that what else the
machine does meets both. People come through the public forms and play over sockets; of a state the
client needs no more than type, version and ply.
"""

import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from tests import wheel
from tests.game_pages import open_rooms
from tests.http_requests import Answer, ask
from tests.server import ROOT, Server
from tests.server_games import Seats
from tests.tools.bench import moves
from tests.tools.bench.installation import POSTGRES, Installation, installed
from tests.tools.bench.stock import DEPARTURES

PAIRS = 5
PAIRS_OF_EACH = 3  # where there are many sides
REQUESTS = 100  # for each page
ROOMS, PINGS = 50, 20  # of each page in a room
NEW_GAME = {"opponent": "friend", "board": "classic", "side": "X"}
STOCK = (sys.executable, "-m", "tests.tools.bench.stock")

Measured = dict[str, float]  # by what was measured
Scene = Callable[[Installation], Measured]


def versus(revision: str, database: str) -> None:
    with (
        _checkout(revision, database) as program,
        installed(database, program=program, is_first=True) as other,
        installed(database) as this,
    ):
        _compare({revision: other, "this": this}, [*SCENES, _pings, _pages], PAIRS)


def departures(database: str, *names: str) -> None:
    with ExitStack() as stack:
        sides = {"all of them": stack.enter_context(installed(database))}
        for name in names or DEPARTURES:
            side = installed(database, program=(*STOCK, name))
            sides[f"without {name}"] = stack.enter_context(side)
        _compare(sides, SCENES, PAIRS_OF_EACH)


def _compare(sides: dict[str, Installation], scenes: list[Scene], pairs: int) -> None:
    base, *others = sides
    for scene in scenes:
        measured: dict[str, list[Measured]] = {name: [] for name in sides}
        for number in range(pairs):
            for name in list(sides)[:: -1 if number % 2 else 1]:
                measured[name].append(scene(sides[name]))
        for name in others:
            print(f"{name}, to {base}:{_ratios(measured[name], measured[base])}", flush=True)


def _ratios(these: list[Measured], those: list[Measured]) -> str:
    lines = ""
    for name in these[0]:
        one, other = ([each[name] for each in measured] for measured in (these, those))
        each = [a / b for a, b in zip(one, other, strict=True)]
        medians = f"{statistics.median(one):.4g} to {statistics.median(other):.4g}"
        span = f"{min(each):.2f} to {max(each):.2f}"
        lines += f"\n    {name}: {statistics.median(each):.2f} ({span}), {medians}"
    return lines


# What is measured of a server


def _play(side: Installation, slots: int, rounds: int) -> Measured:
    games = [_new_game(side.servers[0]) for _ in range(slots * rounds)]
    played = moves.play(side, games, slots=slots)
    count, of = len(played.times), f"a move, {slots} at once"
    return {
        f"ms of CPU {of}": played.cpu["servers"] * 1000,
        f"moves a second, {slots} at once": count / played.used.seconds,
        f"bytes {of}": played.bytes / count,
    }


SCENES: list[Scene] = [partial(_play, slots=50, rounds=4), partial(_play, slots=1, rounds=60)]


def _pages(side: Installation) -> Measured:
    seats, server = _new_game(side.servers[0]), side.servers[0]
    measured = {}
    for name, path in {"the first page": "/", "a game's page": f"/g/{seats.game_id}/"}.items():
        with closing(HTTPConnection(server.host, server.port)) as asked, side.meter() as used:
            for _ in range(REQUESTS):
                assert ask(asked, path, Cookie=seats.cookies[0]).status == HTTPStatus.OK
        measured[f"ms of CPU for {name}"] = used.each(REQUESTS)["servers"] * 1000
    return measured


def _pings(side: Installation) -> Measured:
    used = asyncio.run(_ping(side, [_new_game(side.servers[0]) for _ in range(ROOMS)]))
    return {"ms of CPU for a ping": used * 1000}


async def _ping(side: Installation, games: list[Seats]) -> float:
    async with open_rooms(games, *side.servers) as rooms:
        await asyncio.sleep(2)  # until the presence messages have been sent
        with side.meter() as used:
            for _ in range(PINGS):
                pages = [page for room in rooms for page in room.pages]
                await asyncio.gather(*(page.request("ping", visible=True) for page in pages))
    return used.each(PINGS * ROOMS * 2)["servers"]


# Another revision


@contextmanager
def _checkout(revision: str, database: str) -> Iterator[tuple[str, ...]]:
    with tempfile.TemporaryDirectory() as folder:
        source, archive = Path(folder) / "source", Path(folder) / "source.tar"
        git = shutil.which("git") or sys.exit("Needs git.")
        subprocess.run([git, "archive", "-o", archive, revision], cwd=ROOT, check=True)
        shutil.unpack_archive(archive, source)
        extras = "[postgres,redis]" if database == POSTGRES else ""
        script = wheel.install(Path(folder) / "environment", "--editable", f"{source}{extras}")
        yield str(script.with_name("python")), str(source / "manage.py")


# People who come by the public forms


def _new_game(server: Server) -> Seats:
    with closing(HTTPConnection(server.host, server.port)) as connection:
        created = _post(connection, "/g/", NEW_GAME)
        page = created.headers["Location"]
        joined = _post(connection, f"{page}join/", {})
        return Seats(page.split("/")[2], (_cookie(created), _cookie(joined)))


def _post(connection: HTTPConnection, path: str, form: dict[str, str]) -> Answer:
    token = uuid4().hex
    headers = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    answer = ask(connection, path, urlencode(form), **headers)
    assert answer.status == HTTPStatus.FOUND, f"{path} was answered with {answer.status}."
    return answer


def _cookie(answer: Answer) -> str:
    cookies = answer.headers.get_all("Set-Cookie", [])
    [session] = [cookie for cookie in cookies if cookie.startswith("session")]
    return session.split(";")[0]
