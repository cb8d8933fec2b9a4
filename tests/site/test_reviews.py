"""A server reviews the games that ended although nobody asks for it."""

from __future__ import annotations

import json

from tests.processes import wait_until
from tests.reviews import O_LOSES_ON_MOVE_4
from tests.server import Server, manage, open_database

CODE = f"""
from games.play import services
from games.engine import Mark
from games.models import Player

person = Player.objects.create(name="Ada")
game = services.create_game(host=person, mark=Mark.X, guest=person)
for ply, cell in enumerate({O_LOSES_ON_MOVE_4}):
    services.play_move(game.pk, person.pk, ply=ply, cell=cell)
print(game.pk)
"""


def test_a_game_that_ended_is_reviewed(server: Server):
    before = len(server.output)
    status, output = manage("shell", "--no-imports", "-c", CODE, data=server.data)
    assert status == 0, output

    def complete() -> list[tuple[str, int]]:
        with open_database(server.data) as database:
            of_game = "FROM games_review WHERE is_complete AND game_id = ?"
            query = f"SELECT moves, o_lost {of_game}"
            return database.execute(query, [output.split()[-1]]).fetchall()

    wait_until(complete)
    [(moves, lost)] = complete()
    assert "Traceback" not in server.output[before:]
    assert [move["cell"] for move in json.loads(moves)] == list(O_LOSES_ON_MOVE_4)
    assert lost == 1
