"""The pages of somebody who has played 10,000 games, in a table with 40,000."""

from __future__ import annotations

import sys

from tests.server import manage
from tests.tools.bench.installation import Installation
from tests.tools.bench.pages import report, request_all

REQUESTS = 25  # for each page, as statistics may be asked for 30 times a minute
CODE = """
from django.conf import settings
from games.ai.computer_players import OPPONENTS
from games.models import Player
from games.sessions import PLAYER, SessionStore
from tests.past_games import past_games

me, *others = [Player.objects.create(name=f"Player {number}") for number in range(60)]
levels = [Player.objects.of_level(opponent) for opponent in OPPONENTS.values()]
past_games(me, [*levels, *others], 10_000)
for seed, other in enumerate(others[:3]):
    past_games(other, levels, 10_000, seed=seed)
session = SessionStore()
session[PLAYER] = me.pk
session.save()
print(f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
"""
PAGES = {
    "own games": "/games/",
    "own games, far back": "/games/?before=1767240000000000-a",
    "won against the champion": "/games/?opponent=champion&result=won",
    "own games on a board never played": "/games/?board=gomoku",
    "statistics": "/games/statistics/",
}


def own_games(installation: Installation) -> None:
    status, output = manage(
        "shell", "--no-imports", "-c", CODE, data=installation.data, **installation.environment
    )
    if status:
        sys.exit(output)
    headers = [{"Cookie": output.splitlines()[-1]}] * REQUESTS
    for name, path in PAGES.items():
        report(name, request_all(installation, "GET", path, headers, status=200))
