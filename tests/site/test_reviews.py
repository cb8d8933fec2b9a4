from __future__ import annotations

import json

from tests.processes import wait_until
from tests.reviews import O_LOSES_ON_MOVE_4
from tests.server import Server, open_database
from tests.visitor import Visitor


def test_a_game_that_ended_is_reviewed(server: Server):
    before, visitor = len(server.output), Visitor()
    game_id = visitor.start(server, opponent="device")
    for ply, cell in enumerate(O_LOSES_ON_MOVE_4):
        visitor.move(server, game_id, ply=ply, cell=cell)

    def complete() -> list[tuple[str, int]]:
        with open_database(server.data) as database:
            of_game = "FROM games_review WHERE is_complete AND game_id = ?"
            return database.execute(f"SELECT moves, o_lost {of_game}", [game_id]).fetchall()

    wait_until(complete)
    [(moves, lost)] = complete()
    assert "Traceback" not in server.output[before:]
    assert [move["cell"] for move in json.loads(moves)] == list(O_LOSES_ON_MOVE_4)
    assert lost == 1
