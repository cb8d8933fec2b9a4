"""Pages, static files and new games, one request after the other."""

import json
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.http_requests import ask
from tests.tools.bench.installation import Installation, parts, percentiles

REQUESTS = 300  # for each page
GAMES_EACH = 5  # of a player, who may start 10 a minute
TOKEN = "t" * 32  # against cross-site requests: the cookie and the header agree
NEW_GAME = urlencode({"opponent": "friend", "board": "classic", "side": "X"})

Headers = dict[str, str]


def pages(installation: Installation) -> None:
    manifest = json.loads((installation.data / "static" / "staticfiles.json").read_text())
    style = f"/static/{manifest['paths']['css/base.css']}"
    [seats] = installation.create_games(1)
    request_all(installation, "/", [{"Cookie": seats.cookies[0]}] * REQUESTS)
    game_page(installation)
    request_all(installation, style, [{"Accept-Encoding": "br"}] * REQUESTS)


def game_page(installation: Installation) -> dict[str, float]:
    [seats] = installation.create_games(1)
    headers = [{"Cookie": seats.cookies[0]}] * REQUESTS
    return request_all(installation, f"/g/{seats.game_id}/", headers)


def new_games(installation: Installation) -> dict[str, float]:
    games = installation.create_games(REQUESTS // GAMES_EACH // 2)
    cookies = [cookie for seats in games for cookie in seats.cookies] * GAMES_EACH
    headers = [
        {
            "Cookie": f"{cookie}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        for cookie in cookies
    ]
    return request_all(installation, "/g/", headers, NEW_GAME)


def request_all(
    installation: Installation, path: str, headers: Sequence[Headers], body: str | None = None
) -> dict[str, float]:
    server, times = installation.servers[0], []
    connection = HTTPConnection(server.host, server.port)
    with installation.meter() as used:
        for each in headers:
            times.append(_request(connection, path, body, each))
    print(f"{path}: {len(times) / sum(times):.0f} a second, {percentiles(times)};")
    print(f"    CPU for each: {parts(used.each(len(times)))}", flush=True)
    return used.each(len(times))


def _request(connection: HTTPConnection, path: str, body: str | None, headers: Headers) -> float:
    began = time.perf_counter()
    status = ask(connection, path, body, **headers).status
    assert status == (302 if body else 200), f"{path} was answered with {status}."
    return time.perf_counter() - began
