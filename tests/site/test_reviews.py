"""A server reviews the games that ended although nobody asks for it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.processes import wait_until
from tests.reviews import O_LOSES_ON_MOVE_4
from tests.server import Server, manage, open_database

CODE = f"""
from games import services
from games.engine import Mark
from games.models import Player

person = Player.objects.create(name="Ada")
game = services.create_game(host=person, mark=Mark.X, guest=person)
for ply, cell in enumerate({O_LOSES_ON_MOVE_4}):
    services.play_move(game.pk, person.pk, ply=ply, cell=cell)
"""


def test_a_game_that_ended_is_reviewed(tmp_path: Path):
    def complete() -> list[tuple[str, int]]:
        with open_database(tmp_path) as database:
            of_reviews = "FROM games_review WHERE is_complete"
            return database.execute(f"SELECT moves, o_lost {of_reviews}").fetchall()

    with Server(tmp_path) as server:
        status, output = manage("shell", "--no-imports", "-c", CODE, data=tmp_path)
        assert status == 0, output
        wait_until(complete)
        [(moves, lost)] = complete()
        server.stop()
        assert "Traceback" not in server.output
    assert [move["cell"] for move in json.loads(moves)] == list(O_LOSES_ON_MOVE_4)
    assert lost == 1
