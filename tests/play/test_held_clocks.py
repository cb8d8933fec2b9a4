from __future__ import annotations

import pytest

from games.models import Game, Player
from games.play import heartbeat, services
from tests.playing import play, reload, use_time
from tests.timed_games import about, seconds_to_deadline, time_left

pytestmark = pytest.mark.django_db

RETURN = heartbeat.RETURN_WITHIN.total_seconds()


def test_a_clock_stands_still_until_its_player_is_back(timed_game: Game, alice: Player):
    play(timed_game, 0, 4)
    use_time(timed_game, 100)
    left = seconds_to_deadline(timed_game)
    services.hold_clock(timed_game.pk, {alice.pk})
    assert time_left(timed_game)["X"] == about(left)
    assert seconds_to_deadline(timed_game) == about(left + RETURN)
    services.note_seen(reload(timed_game), alice.pk)
    assert seconds_to_deadline(timed_game) == about(left)


def test_a_clock_stands_still_for_ten_seconds_at_most(timed_game: Game, alice: Player):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    services.hold_clock(timed_game.pk, {alice.pk})
    use_time(timed_game, RETURN + 60)
    assert time_left(timed_game)["X"] == about(left - 60)
    play(timed_game, 8)
    assert time_left(timed_game)["X"] == about(left - 60 + 2)


def test_a_move_of_who_is_back_costs_no_time_that_was_held(timed_game: Game, alice: Player):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    services.hold_clock(timed_game.pk, {alice.pk})
    play(timed_game, 8)
    assert time_left(timed_game)["X"] == about(left + 2)


def test_the_clock_of_who_stays_runs_on(timed_game: Game, bob: Player):
    play(timed_game, 0, 4)
    before = reload(timed_game)
    services.hold_clock(timed_game.pk, {bob.pk})
    assert reload(timed_game).deadline_at == before.deadline_at
