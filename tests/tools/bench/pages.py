"""Pages, static files and new games a second, one request after the other."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.server_games import Seats, create_games
from tests.tools.bench import figures
from tests.tools.bench.installation import Installation, Usage

PAGES = 300  # requests
GAMES = 300
GAMES_EACH = 5  # of a player, who may start 10 a minute
TOKEN = "t" * 32  # against cross-site requests: the cookie and the header agree
NEW_GAME = urlencode({"opponent": "friend", "board": "classic", "side": "X"})


@dataclass(frozen=True)
class Served:
    """The time of each request, and what one uses."""

    times: list[float]
    usage: Usage


def pages(installation: Installation) -> None:
    report("first page", fetch(installation, lambda seats: "/"))
    report("game page", fetch_games(installation))
    report("style sheet", fetch_style(installation))


def new_games(installation: Installation) -> None:
    report("new games", begin_games(installation))


def fetch_games(installation: Installation) -> Served:
    return fetch(installation, lambda seats: f"/g/{seats.game_id}/")


def fetch(installation: Installation, path: Callable[[Seats], str]) -> Served:
    seats = create_games(installation.data, 1, **installation.environment)[0]
    headers = [{"Cookie": seats.cookies[0]}] * PAGES
    return request_all(installation, "GET", path(seats), headers, status=200)


def fetch_style(installation: Installation) -> Served:
    manifest = json.loads((installation.data / "static" / "staticfiles.json").read_text())
    path = manifest["paths"]["css/base.css"]
    headers = [{"Accept-Encoding": "br"}] * PAGES
    return request_all(installation, "GET", f"/static/{path}", headers, status=200)


def begin_games(installation: Installation) -> Served:
    count = GAMES // GAMES_EACH // 2
    seats = create_games(installation.data, count, **installation.environment)
    headers = [_headers(cookie) for cookie in _cookies(seats) for _ in range(GAMES_EACH)]
    return request_all(installation, "POST", "/g/", headers, status=302)


def report(name: str, served: Served) -> None:
    times = served.times
    print(f"{name}: {len(times) / sum(times):.0f} a second, {figures.percentiles(times)};")
    print(f"    CPU for each: {figures.parts(served.usage.seconds)}")


def _headers(cookie: str) -> dict[str, str]:
    return {
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def _cookies(games: list[Seats]) -> list[str]:
    return [cookie for seats in games for cookie in seats.cookies]


def request_all(
    installation: Installation,
    method: str,
    path: str,
    headers: list[dict[str, str]],
    *,
    status: int,
) -> Served:
    connection = HTTPConnection(*installation.addresses[0])
    before = installation.usage()
    times = [_request(connection, method, path, each, status) for each in headers]
    return Served(times, (installation.usage() - before) / len(times))


def _request(
    connection: HTTPConnection, method: str, path: str, headers: dict[str, str], status: int
) -> float:
    began = time.perf_counter()
    connection.request(method, path, NEW_GAME if method == "POST" else None, headers)
    response = connection.getresponse()
    response.read()
    assert response.status == status, f"{path} was answered with {response.status}."
    return time.perf_counter() - began
