"""Pages and new games a second, one request after the other."""

from __future__ import annotations

import time
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.bench import figures
from tests.bench.games import Seats, create_games
from tests.bench.installation import Installation

PAGES = 300  # requests
GAMES = 300
GAMES_EACH = 5  # of a player, who may start 10 a minute
TOKEN = "t" * 32  # against cross-site requests: the cookie and the header agree
NEW_GAME = urlencode({"opponent": "friend", "board": "classic", "side": "X"})


def pages(installation: Installation) -> None:
    seats = create_games(installation.data, 1, **installation.environment)[0]
    for name, path in (("first page", "/"), ("game page", f"/g/{seats.game_id}/")):
        headers = [{"Cookie": seats.cookies[0]}] * PAGES
        _measure(installation, name, "GET", path, headers, status=200)


def new_games(installation: Installation) -> None:
    count = GAMES // GAMES_EACH // 2
    seats = create_games(installation.data, count, **installation.environment)
    headers = [_headers(cookie) for cookie in _cookies(seats) for _ in range(GAMES_EACH)]
    _measure(installation, "new games", "POST", "/g/", headers, status=302)


def _headers(cookie: str) -> dict[str, str]:
    return {
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def _cookies(games: list[Seats]) -> list[str]:
    return [cookie for seats in games for cookie in seats.cookies]


def _measure(
    installation: Installation,
    name: str,
    method: str,
    path: str,
    headers: list[dict[str, str]],
    *,
    status: int,
) -> None:
    connection = HTTPConnection(*installation.addresses[0])
    before = installation.usage()
    times = [_request(connection, method, path, each, status) for each in headers]
    used = (installation.usage() - before).seconds
    print(f"{name}: {len(times) / sum(times):.0f} a second, {figures.percentiles(times)};")
    each = {part: seconds / len(times) for part, seconds in used.items()}
    print(f"    CPU for each: {figures.parts(each)}")


def _request(
    connection: HTTPConnection, method: str, path: str, headers: dict[str, str], status: int
) -> float:
    began = time.perf_counter()
    connection.request(method, path, NEW_GAME if method == "POST" else None, headers)
    response = connection.getresponse()
    response.read()
    assert response.status == status, f"{path} was answered with {response.status}."
    return time.perf_counter() - began
