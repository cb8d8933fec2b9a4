"""The clock of a game in which moves are taken back."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.play import services
from tests.playing import play, reload, use_time
from tests.timed_games import (
    about,
    running_clock,
    seconds_to_deadline,
    start_timed_game,
    time_left,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def undo_game(alice: Player, bob: Player) -> Game:
    return start_timed_game(alice, bob, allows_undo=True)


def take_back(game: Game, asker: Player, other: Player) -> None:
    ply = reload(game).ply
    services.undo(game.pk, asker.pk, ply=ply)
    services.undo(game.pk, other.pk, ply=ply)


def test_each_keeps_the_time_they_have_used(undo_game: Game, alice: Player, bob: Player):
    play(undo_game, 0, 4)
    use_time(undo_game, 100)
    play(undo_game, 8)
    use_time(undo_game, 50)
    take_back(undo_game, alice, bob)
    assert (running_clock(undo_game), seconds_to_deadline(undo_game)) == ("X", about(82))
    assert time_left(undo_game)["O"] == about(132)


def test_what_a_move_added_goes_with_it(undo_game: Game, alice: Player, bob: Player):
    play(undo_game, 0, 4, 8)
    assert time_left(undo_game) == pytest.approx({"X": 184, "O": 182}, abs=0.9)
    for asker, other in ((alice, bob), (bob, alice), (alice, bob)):
        take_back(undo_game, asker, other)
    assert time_left(undo_game) == pytest.approx({"X": 180, "O": 180}, abs=0.9)


def test_back_at_the_first_moves_no_time_runs(undo_game: Game, alice: Player, bob: Player):
    play(undo_game, 0, 4)
    take_back(undo_game, alice, bob)
    assert (running_clock(undo_game), reload(undo_game).deadline_at) == (None, None)
    play(undo_game, 0, 4)
    assert running_clock(undo_game) == "X"


def test_a_move_that_is_made_anew_has_all_of_its_seconds(alice: Player, bob: Player):
    timed_game = start_timed_game(alice, bob, "30s", allows_undo=True)
    play(timed_game, 0, 4, 8)
    use_time(timed_game, 25)
    take_back(timed_game, alice, bob)
    assert (running_clock(timed_game), seconds_to_deadline(timed_game)) == ("X", about(30))
    play(timed_game, 8)
    assert (running_clock(timed_game), seconds_to_deadline(timed_game)) == ("O", about(30))


def test_asking_and_declining_stop_no_clock(undo_game: Game, alice: Player, bob: Player):
    play(undo_game, 0, 4, 8)
    before = reload(undo_game).deadline_at
    services.undo(undo_game.pk, alice.pk, ply=3)
    services.decline(undo_game.pk, bob.pk, ply=3)
    assert reload(undo_game).deadline_at == before
