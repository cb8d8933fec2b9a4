"""What is counted and logged of games."""

from __future__ import annotations

import logging

import pytest
from django.db import transaction

from games.engine import Mark
from games.models import Game, Player
from games.ops.digests import digest
from games.play import errors, services
from tests.metrics import counted
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db(transaction=True)

STARTED, ENDED = "tictactoe_games_started_total", "tictactoe_games_ended_total"
MOVES = "tictactoe_moves_total"


def test_a_game_is_counted_when_it_starts_with_each_move_and_when_it_ends(alice, bob):
    with counted(STARTED, 1, board="classic"):
        game = services.create_game(host=alice, mark=Mark.X, guest=bob)
    with (
        counted(MOVES, 5, player="person"),
        counted(ENDED, 1, board="classic", ending="line"),
        counted(STARTED, 0, board="classic"),
    ):
        play(game, *X_WINS)
    with counted(STARTED, 1, board="classic"):
        services.rematch(game.pk, alice.pk)


def test_a_game_with_a_friend_starts_when_the_friend_joins(alice, bob):
    with counted(STARTED, 0, board="classic"):
        invitation = services.create_game(host=alice, mark=Mark.X)
    with counted(STARTED, 1, board="classic"):
        services.join_game(invitation.pk, bob)


def test_a_move_that_comes_again_or_is_refused_is_not_counted(game: Game, alice: Player):
    play(game, 4)
    with counted(MOVES, 0, player="person"):
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
        with pytest.raises(errors.Refused):
            services.play_move(game.pk, alice.pk, ply=1, cell=0)


def test_what_is_rolled_back_is_not_counted(game: Game, alice: Player):
    with counted(MOVES, 0, player="person"), transaction.atomic():
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
        transaction.set_rollback(True)


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
