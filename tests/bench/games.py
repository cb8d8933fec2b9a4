"""Games to measure with, written straight into a server's database."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.server import manage

CODE = """
import json, sys
from django.conf import settings
from django.db import transaction
from games import services
from games.engine import Mark
from games.models import Player
from games.sessions import PLAYER, SessionStore

def cookie(player):
    session = SessionStore()
    session[PLAYER] = player.pk
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"

with transaction.atomic():
    x, o = Player.objects.create(name="X"), Player.objects.create(name="O")
    cookies = [cookie(x), cookie(o)]
    games = [services.create_game(host=x, mark=Mark.X, guest=o).pk for _ in range(COUNT)]
print(json.dumps({"games": games, "cookies": cookies}))
"""


@dataclass(frozen=True)
class Seats:
    """A game of two, and the cookies by which each of them is known."""

    game_id: str
    cookies: tuple[str, str]


def prepare(data: Path, count: int) -> list[Seats]:
    """Make so many games between the same two people."""
    code = CODE.replace("COUNT", str(count))
    status, output = manage("shell", "--no-imports", "-c", code, data=data)
    if status:
        sys.exit(output)
    made = json.loads(output.splitlines()[-1])
    x, o = made["cookies"]
    return [Seats(game_id, (x, o)) for game_id in made["games"]]
