import logging

import pytest
from django.db import transaction

from games.models import Game, Player
from games.ops.digests import digest
from tests.metrics import counted
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_counted_when_it_ends_and_is_stored(game: Game, alice: Player):
    name, labels = "tictactoe_games_ended_total", {"board": "classic", "ending": "line"}
    play(game, *X_WINS[:-1])
    with counted(name, 0, **labels), transaction.atomic():
        play(game, X_WINS[-1])
        transaction.set_rollback(True)
    with counted(name, 1, **labels):
        play(game, X_WINS[-1])


def test_the_end_of_a_game_is_one_line_without_a_name(computer_game: Game, alice, caplog):
    caplog.set_level(logging.INFO, "games")
    play(computer_game, *X_WINS)
    [line] = [record for record in caplog.records if record.name == "games.play.telemetry"]
    assert line.getMessage().startswith(
        f"A game ended: game={digest(computer_game.pk)} board=classic level=champion plies=5 "
        "ending=line seconds="
    )
    assert line.facts["plies"] == 5
    assert alice.name not in caplog.text
    assert computer_game.pk not in caplog.text
