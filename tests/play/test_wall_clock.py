import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.play import services
from tests.playing import play, use_time
from tests.timed_games import about, is_lost_on_time, time_left


@pytest.fixture
def set_wall_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    time_of_day, django_time = time.time, timezone.now

    def jump(seconds: float) -> None:
        monkeypatch.setattr("time.time", lambda: time_of_day() + seconds)
        monkeypatch.setattr(timezone, "now", lambda: django_time() + timedelta(seconds=seconds))

    return jump


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_it_ends_no_game_and_gives_nobody_time(timed_game, alice, bob, set_wall_clock, seconds):
    play(timed_game, 0, 4)
    use_time(timed_game, 100)
    set_wall_clock(seconds)
    services.end_overdue_games()
    services.bring_up_to_date(timed_game.pk)
    assert time_left(timed_game) == {"X": about(82), "O": 182}
    play(timed_game, 8)
    assert time_left(timed_game) == {"X": about(84), "O": about(182)}
    use_time(timed_game, 183)
    services.end_overdue_games()
    assert is_lost_on_time(timed_game, winner="X")
