"""The admin in a record of 100,000 games with a million moves (``--games`` for others).

The aim is that each page takes less than 200 ms of the server's and the database's CPU time.
"""

from __future__ import annotations

import sys

from tests.server import popen
from tests.tools.bench.installation import Installation
from tests.tools.bench.pages import report, request_all

REQUESTS = 10  # for each page
LAST = 400  # page of a list that is counted no further
CODE = """
import time
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from games.models import Player
from games.sessions import STAFF_SINCE, SessionStore
from tests.tools.bench.record import store_games

store_games({games})
user = get_user_model().objects.create_superuser("bench")
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session[STAFF_SINCE] = time.time()
session.save()
print(Player.objects.get(level="easy").pk)
print(f"{{settings.SESSION_COOKIE_NAME}}={{session.session_key}}")
"""
GAMES, PLAYERS = "/admin/games/game/", "/admin/games/player/"
PAGES = {
    "the start page": "/admin/",
    "a person's page": f"{PLAYERS}1/change/",
    "a level's page": f"{PLAYERS}{{level}}/change/",
    "a level's games": f"{GAMES}?player={{level}}",
    "games": GAMES,
    "the last page of them": f"{GAMES}?p={LAST}",
    "the oldest games": f"{GAMES}?o=8",
    "the last page from the oldest": f"{GAMES}?o=8&p={LAST}",
    "games on Gomoku": f"{GAMES}?board=gomoku",
    "games against Easy": f"{GAMES}?opponent=easy",
    "games against people": f"{GAMES}?opponent=person",
    "games of the computer with itself": f"{GAMES}?opponent=itself",
    "games that X won": f"{GAMES}?result=X",
    "draws": f"{GAMES}?result=draw",
    "games that were closed": f"{GAMES}?result=closed",
    "games that nobody joined": f"{GAMES}?reason__exact=expired",
    "games with hints": f"{GAMES}?hints=yes",
    "games with mistakes": f"{GAMES}?mistakes=yes",
    "games without mistakes": f"{GAMES}?mistakes=no",
    "games not reviewed": f"{GAMES}?mistakes=unknown",
    "all filters, of few games": f"{GAMES}?board=gomoku&opponent=easy&result=X&hints=yes",
    "all filters, of none": f"{GAMES}?board=6x6&opponent=menace&result=draw&mistakes=no",
    "no game of that id or name": f"{GAMES}?q=nosuchgame",
    "games by a name": f"{GAMES}?q=lucky+lemur",
    "games by many names": f"{GAMES}?q=l",
    "games by a level's name": f"{GAMES}?q=computer+(easy",
    "players": PLAYERS,
    "the oldest players": f"{PLAYERS}?o=4",
    "players by a name": f"{PLAYERS}?q=lucky",
    "the computer's players": f"{PLAYERS}?kind=computer",
}


def admin(installation: Installation) -> None:
    level, cookie = _store_record(installation)
    headers = [{"Cookie": cookie}] * REQUESTS
    for name, path in PAGES.items():
        address = path.format(level=level)
        report(name, request_all(installation, "GET", address, headers, status=200))


def _store_record(installation: Installation) -> list[str]:
    """Fill the database, and return the id of a level and the cookie of a member of staff."""
    code = CODE.format(games=installation.plan.games)
    command = ["shell", "--no-imports", "-c", code]
    with popen(command, installation.data, **installation.environment) as process:
        output, _ = process.communicate()
    if process.returncode:
        sys.exit(output)
    return output.splitlines()[-2:]
