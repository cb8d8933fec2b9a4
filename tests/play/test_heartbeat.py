"""Time in which no server process could act is added to all that runs in games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from math import inf

import pytest

from games.engine import clock
from games.models import Game, Heartbeat, Player
from games.people.lobby import services as matching
from games.play import errors, game_cache, heartbeat, services
from games.protocol import PlayMove
from games.sockets.commands import answer
from tests.people.lobby.seeks import find, two_who_met
from tests.playing import play, reload, use_time
from tests.timed_games import about, is_lost_on_time, seconds_to_deadline, time_left

pytestmark = pytest.mark.django_db

AWAY = timedelta(minutes=5)
RETURN = heartbeat.RETURN_WITHIN.total_seconds()


@pytest.fixture(autouse=True)
def serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process serve for the length of a test, from just now."""
    monkeypatch.setattr(heartbeat, "_beaten_at", inf)
    heartbeat.beat()


def go_away(away: timedelta = AWAY) -> None:
    """Let so much time pass without a beat, for all that is stored and for this process."""
    Heartbeat.objects.update(at=clock.now() - away)
    fields = ("touched_at", "x_seen_at", "o_seen_at", "deadline_at")
    for game in Game.objects.all():
        for field in fields:
            if at := getattr(game, field):
                setattr(game, field, at - away)
        game.save(update_fields=fields)
    game_cache.clear()
    heartbeat.expect()


def look(game: Game) -> None:
    services.bring_up_to_date(game.pk)


def sweep(game: Game) -> None:
    services.end_overdue_games()


def move(game: Game) -> None:
    play(game, 8)


@pytest.mark.parametrize("act", [look, sweep, move])
def test_a_clock_stands_still(timed_game: Game, act: Callable[[Game], None]):
    play(timed_game, 0, 4)
    use_time(timed_game, 60)
    go_away()
    act(timed_game)
    assert not is_lost_on_time(timed_game)
    assert time_left(timed_game)["X"] == about(3 * 60 - 60 + (2 if act is move else 0))


def test_who_has_hardly_any_time_left_may_come_back_first(timed_game: Game):
    play(timed_game, 0, 4)
    use_time(timed_game, 3 * 60 - 1)
    go_away()
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(RETURN)


def test_a_first_move_waits(alice: Player, bob: Player):
    game = two_who_met(alice, bob)
    left = seconds_to_deadline(game)
    go_away()
    services.end_overdue_games()
    assert reload(game).status == Game.Status.PLAYING
    assert seconds_to_deadline(game) == about(left)


def test_nobody_is_taken_for_away(timed_game: Game, alice: Player, bob: Player):
    game = timed_game
    play(game, 0)
    services.note_seen(reload(game), bob.pk)
    go_away()
    with pytest.raises(errors.TooEarly):
        services.claim(game.pk, alice.pk, result=services.WIN)
    assert reload(game).claim_in() == about(60)
    services.note_seen(reload(game), bob.pk)
    assert not reload(game).events.filter(kind="away").exists()


def test_a_place_in_the_queue_is_kept(alice: Player, bob: Player):
    waiting = find(alice)
    go_away()
    assert matching.remove_abandoned() == 0
    assert find(bob) == waiting


def test_open_pages_and_cached_games_hear_of_it(timed_game: Game):
    play(timed_game, 0, 4)
    version = reload(timed_game).version
    go_away()
    heartbeat.beat()
    assert reload(timed_game).version == version + 1


def test_it_is_added_once(timed_game: Game):
    play(timed_game, 0, 4)
    go_away()
    heartbeat.beat()
    left = seconds_to_deadline(timed_game)
    heartbeat.expect()  # as another process does
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(left)


def test_nothing_is_added_while_another_process_goes_on(timed_game: Game, caplog):
    play(timed_game, 0, 4)
    before = reload(timed_game)
    Heartbeat.objects.update(at=clock.now() - heartbeat.GAP / 2)
    heartbeat.expect()
    with caplog.at_level(logging.WARNING):
        heartbeat.beat()
    after = reload(timed_game)
    assert (after.deadline_at, after.version) == (before.deadline_at, before.version)
    assert caplog.records == []


def test_games_in_which_nothing_runs_stay_as_they_are(game: Game):
    Game.objects.update(touched_at=clock.now() - timedelta(days=1))
    version, touched_at = reload(game).version, reload(game).touched_at
    go_away(timedelta())
    Heartbeat.objects.update(at=clock.now() - AWAY)
    heartbeat.beat()
    assert (reload(game).version, reload(game).touched_at) == (version, touched_at)


def test_a_clock_set_back_on_the_wall_adds_nothing(timed_game: Game):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    Heartbeat.objects.update(at=clock.now() + AWAY)
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(left)
    assert Heartbeat.objects.get().at > clock.now()


def test_it_is_logged_once(timed_game: Game, caplog):
    play(timed_game, 0, 4)
    go_away()
    with caplog.at_level(logging.WARNING):
        heartbeat.beat()
        heartbeat.beat()
    [record] = caplog.records
    assert record.getMessage() == ("Nobody could act for 300.0 s, which was added to 1 games")


def test_a_move_that_waits_too_long_for_the_database_again_is_to_be_sent_again(
    timed_game: Game, alice: Player, monkeypatch
):
    monkeypatch.setattr(heartbeat, "GAP", -AWAY)  # Each beat is too old when the move is made.
    answered = answer(timed_game.pk, alice.pk, PlayMove("m", 0, 0)).message
    assert (answered["type"], answered["code"]) == ("no", "not_saved")
    monkeypatch.undo()
    assert answer(timed_game.pk, alice.pk, PlayMove("m", 0, 0)).message["type"] == "ok"
