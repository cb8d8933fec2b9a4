"""Pages, static files and new games, one request after the other."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.http_requests import ask
from tests.server_games import COOKIE, run
from tests.tools.bench.installation import Installation, parts, percentiles

REQUESTS = 300  # for each page
GAMES_EACH = 5  # of a player, who may start 10 a minute
TOKEN = "t" * 32  # against cross-site requests: the cookie and the header agree
NEW_GAME = urlencode({"opponent": "friend", "board": "classic", "side": "X"})

OWN_GAMES = (
    COOKIE
    + """
import json
from games.ai.computer_players import OPPONENTS
from games.models import Player
from tests.past_games import past_games

me, *others = [Player.objects.create(name=f"Player {number}") for number in range(60)]
levels = [Player.objects.of_level(opponent) for opponent in OPPONENTS.values()]
past_games(me, [*levels, *others], 10_000)
for seed, other in enumerate(others[:3]):
    past_games(other, levels, 10_000, seed=seed)
print(json.dumps(cookie(me)))
"""
)
PROFILE = """
import json
from games.models import Player
from tests.accounts import with_account
from tests.tools.bench.record import store_games

ada = with_account(Player.objects.create(name="Ada"))
store_games(100_000, of=ada)
print(json.dumps(ada.get_profile_url()))
"""
OWN_GAMES_PAGES = """
    /games/ /games/?before=1767240000000000-a /games/?opponent=champion&result=won
    /games/?board=gomoku /games/statistics/
"""
OWN_GAMES_REQUESTS = 25  # for each page, as statistics may be asked for 30 times a minute

RECORD = """
import json
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from games.models import Player
from tests.tools.bench.record import store_games

store_games(COUNT)
client = Client()
client.force_login(get_user_model().objects.create_superuser("bench"))
cookie = client.cookies[settings.SESSION_COOKIE_NAME]
print(json.dumps([Player.objects.get(level="easy").pk, f"{cookie.key}={cookie.value}"]))
"""
# Pages of the record: lists with their last pages and with each filter and search.
RECORD_PAGES = """
    player/1/change/ player/{level}/change/
    game/ game/?p=400 game/?o=8 game/?o=8&p=400 game/?player={level} game/?board=gomoku
    game/?opponent=easy game/?opponent=person game/?opponent=itself
    game/?result=X game/?result=draw game/?result=closed game/?reason__exact=expired
    game/?hints=yes game/?mistakes=yes game/?mistakes=no game/?mistakes=unknown
    game/?board=gomoku&opponent=easy&result=X&hints=yes
    game/?board=6x6&opponent=menace&result=draw&mistakes=no
    game/?q=nosuchgame game/?q=lucky+lemur game/?q=l game/?q=computer+(easy
    player/ player/?o=4 player/?q=lucky player/?kind=computer
"""
RECORD_REQUESTS = 10  # for each page

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


def own_games(installation: Installation) -> None:
    """Measure the pages of somebody who has played 10,000 games, in a table with 40,000."""
    cookie = run(OWN_GAMES, installation.data, **installation.environment)
    for path in OWN_GAMES_PAGES.split():
        request_all(installation, path, [{"Cookie": cookie}] * OWN_GAMES_REQUESTS)


def profile(installation: Installation) -> None:
    """Measure the profile of somebody who has played 100,000 games."""
    path = run(PROFILE, installation.data, **installation.environment)
    request_all(installation, path, [{}] * REQUESTS)


def admin(installation: Installation, games: int = 100_000) -> None:
    """Measure the admin in a record of so many games.

    The aim is that each page takes less than 200 ms of the server's and the database's CPU time.
    """
    code = RECORD.replace("COUNT", str(games))
    level, cookie = run(code, installation.data, **installation.environment)
    paths = (f"/admin/games/{page}" for page in RECORD_PAGES.format(level=level).split())
    for path in ("/admin/", *paths):
        request_all(installation, path, [{"Cookie": cookie}] * RECORD_REQUESTS)


def request_all(
    installation: Installation, path: str, headers: Sequence[Headers], body: str | None = None
) -> dict[str, float]:
    """Ask for a page with each of these headers, or post the body; return the CPU time for each."""
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
