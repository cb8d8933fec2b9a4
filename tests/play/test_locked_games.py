from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine import clock
from games.models import Game, Player
from games.play import services
from tests.locked import locked
from tests.playing import play, reload, use_time
from tests.timed_games import LONGER_THAN_ANY_CLOCK, is_lost_on_time, start_timed_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_a_locked_game_keeps_no_other_from_being_ended(alice: Player, bob: Player):
    for _ in range(3):
        game = play(start_timed_game(alice, bob), 0, 4)
        use_time(game, LONGER_THAN_ANY_CLOCK)
    first, *others = Game.objects.overdue(clock.now())  # in the order in which they are ended
    with locked(first):
        services.end_overdue_games()
        assert all(is_lost_on_time(game) for game in others)
    assert not is_lost_on_time(first)
    services.end_overdue_games()
    assert is_lost_on_time(first)


def test_a_locked_game_keeps_no_other_from_being_closed(game: Game, timed_game: Game):
    Game.objects.update(touched_at=game.touched_at - timedelta(days=100))
    with locked(game):
        assert services.close_stale_games() == 1
        assert reload(timed_game).status == Game.Status.CLOSED
    assert services.close_stale_games() == 1
