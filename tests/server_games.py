"""Games that are written directly into a server's database."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.server import manage

COOKIE = """
from django.conf import settings
from games.web.sessions import PLAYER, SessionStore

def cookie(player):
    session = SessionStore()
    session[PLAYER] = player.pk
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
"""
CODE = (
    COOKIE
    + """
import json
from django.db import transaction
from games.play import services
from games.engine import Mark
from games.models import Player

def game():
    x, o = Player.objects.create(name="X"), Player.objects.create(name="O")
    id = services.create_game(host=x, mark=Mark.X, guest=o, control=CONTROL).pk
    return {"game_id": id, "cookies": [cookie(x), cookie(o)]}

with transaction.atomic():
    print(json.dumps([game() for _ in range(COUNT)]))
"""
)


@dataclass(frozen=True)
class Seats:
    game_id: str
    cookies: tuple[str, str]


def create_games(data: Path, count: int, *, control: str = "", **environment: str) -> list[Seats]:
    code = CODE.replace("COUNT", str(count)).replace("CONTROL", repr(control))
    made = run(code, data, **environment)
    return [Seats(game["game_id"], tuple(game["cookies"])) for game in made]


def run(code: str, data: Path, **environment: str):
    command = ("shell", "--no-imports", "-c", code)
    status, output = manage(*command, data=data, timeout=None, **environment)
    if status:
        sys.exit(output)
    return json.loads(output.splitlines()[-1])
