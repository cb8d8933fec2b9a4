"""Time in which no server process could act is added to all that runs in games."""

import asyncio
import logging
import math
import re
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bus.db_queue import THREADS, in_database
from games.engine import clock
from games.models import Game, Heartbeat, Player
from games.people.lobby import services as matching
from games.play import errors, game_cache, heartbeat, services
from games.protocol import PlayMove
from games.sockets.commands import answer
from tests.people.lobby.seeks import find, two_who_met
from tests.playing import play, reload, use_time
from tests.timed_games import about, is_lost_on_time, seconds_to_deadline, time_left

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = timedelta(minutes=5)
RETURN = heartbeat.RETURN_WITHIN.total_seconds()


@pytest.fixture(autouse=True)
def serving(monkeypatch: pytest.MonkeyPatch) -> None:
    become(monkeypatch)


def become(monkeypatch: pytest.MonkeyPatch, *, wall_clock: timedelta = timedelta()) -> None:
    wall = time.time() + wall_clock.total_seconds() - time.monotonic()
    monkeypatch.setattr(
        clock, "wall_clock", lambda: datetime.fromtimestamp(wall + time.monotonic(), UTC)
    )
    for name in (
        "_beaten_at",
        "_last_time",
        "_last_row",
        "_played_at",
        "_is_visited",
        "_differs",
        "_expected_at",
    ):
        monkeypatch.setattr(heartbeat, name, getattr(heartbeat, name))
    monkeypatch.setattr(heartbeat, "_played_at", -math.inf)
    monkeypatch.setattr(clock, "_clock", clock.ProcessClock())
    heartbeat.expect()
    heartbeat.beat()


def go_away(away: timedelta = AWAY) -> None:
    Heartbeat.objects.update(at=clock.now() - away, seconds=None)
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
    services.end_overdue_games()  # which waits for the next beat
    heartbeat.beat()
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
    heartbeat.beat()
    services.end_overdue_games()
    assert reload(game).status == Game.Status.PLAYING
    assert seconds_to_deadline(game) == about(left)


def test_nobody_is_taken_for_away(timed_game: Game, alice: Player, bob: Player):
    game = timed_game
    play(game, 0)
    services.note_seen(reload(game), bob.pk)
    go_away()
    with pytest.raises(errors.RateLimited):
        services.claim(game.pk, alice.pk, result=services.WIN)
    assert reload(game).claim_in() == about(60)
    services.note_seen(reload(game), bob.pk)
    assert not reload(game).events.filter(kind="away").exists()


def test_a_place_in_the_queue_is_kept(alice: Player, bob: Player):
    waiting = find(alice)
    go_away()
    assert matching.remove_abandoned() == 0
    assert find(bob) == waiting


def test_it_is_added_once(timed_game: Game, monkeypatch):
    play(timed_game, 0, 4)
    go_away()
    heartbeat.beat()
    left = seconds_to_deadline(timed_game)
    become(monkeypatch)  # another process
    assert seconds_to_deadline(timed_game) == about(left)


def test_nothing_is_added_while_another_process_goes_on(timed_game: Game, caplog, monkeypatch):
    play(timed_game, 0, 4)
    before = reload(timed_game)
    Heartbeat.objects.update(at=clock.now() - heartbeat.GAP / 2)
    with caplog.at_level(logging.WARNING):
        become(monkeypatch)
    after = reload(timed_game)
    assert (after.deadline_at, after.version) == (before.deadline_at, before.version)
    assert caplog.records == []


def test_a_clock_set_back_on_the_wall_while_nobody_served_gives_nobody_time(timed_game: Game):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    go_away(-AWAY)
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(left)


def test_time_without_the_database_is_added_by_a_process_that_goes_on(timed_game, monkeypatch):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    go_away()
    monkeypatch.setattr(heartbeat, "_last_time", clock.now() - AWAY)
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(left)


def test_a_move_that_waits_too_long_for_the_database_again_is_to_be_sent_again(
    timed_game: Game, alice: Player, monkeypatch
):
    monkeypatch.setattr(heartbeat, "GAP", -AWAY)  # Each beat is too old when the move is made.
    answered = answer(timed_game.pk, alice.pk, PlayMove("m", 0, 0)).message
    assert (answered["type"], answered["code"]) == ("no", "not_saved")
    monkeypatch.undo()
    assert answer(timed_game.pk, alice.pk, PlayMove("m", 0, 0)).message["type"] == "ok"


def test_time_in_which_somebody_could_act_is_not_added(timed_game: Game):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    Heartbeat.objects.update(at=clock.now() - AWAY, seconds=None)
    heartbeat.expect()
    heartbeat.beat()
    assert seconds_to_deadline(timed_game) == about(left)


def writes_of_a_beat() -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        heartbeat.beat()
    return [each["sql"] for each in queries if each["sql"].startswith(("UPDATE", "INSERT"))]


def test_nothing_is_written_while_nobody_plays(game: Game, monkeypatch):
    monkeypatch.setattr(heartbeat, "_played_at", -math.inf)
    assert writes_of_a_beat() == []


@pytest.mark.parametrize("is_seen", [True, False])
def test_a_beat_is_stored_while_somebody_plays(timed_game: Game, alice, is_seen, monkeypatch):
    play(timed_game, 0, 4)
    monkeypatch.setattr(heartbeat, "_played_at", -math.inf)
    if is_seen:
        Game.objects.update(deadline_at=None)
        services.note_seen(reload(timed_game), alice.pk)
    assert len(writes_of_a_beat()) == 1


async def test_a_beat_waits_for_no_calls_of_games():
    goes_on = threading.Event()
    calls = [in_database(goes_on.wait)() for _ in range(2 * THREADS)]
    heartbeat.note_visit()
    try:
        await heartbeat.keep_beating()
    finally:
        goes_on.set()
    await asyncio.gather(*calls)


@pytest.mark.parametrize("is_visited", [True, False])
async def test_after_a_start_the_first_visitor_is_awaited_for_a_while(is_visited, monkeypatch):
    await sync_to_async(heartbeat.expect)()
    await heartbeat.keep_beating()
    assert heartbeat.is_stale()
    if is_visited:
        heartbeat.note_visit()
    else:
        monkeypatch.setattr(heartbeat, "VISITED_WITHIN", 0)
    await heartbeat.keep_beating()
    assert not heartbeat.is_stale()


@pytest.mark.parametrize("step", [timedelta(seconds=15), -timedelta(hours=1)])
def test_a_process_that_starts_takes_the_time_of_the_others(timed_game, step, monkeypatch):
    play(timed_game, 0, 4)
    left = seconds_to_deadline(timed_game)
    heartbeat.beat()
    before = clock.now()
    become(monkeypatch, wall_clock=step)
    assert abs(clock.now() - before) < heartbeat.TOLERATED
    services.end_overdue_games()
    assert time_left(timed_game)["X"] == about(left)


def test_a_process_that_is_behind_another_follows_it(caplog):
    there = clock.now() + AWAY
    Heartbeat.objects.update(at=there)
    heartbeat.beat()
    assert there <= clock.now() < there + heartbeat.TOLERATED
    assert re.search(
        r"The clock of this process was (300|299)\.\d s behind the site's", caplog.text
    )


def test_a_machine_whose_clock_differs_from_the_sites_is_told_of(monkeypatch, caplog):
    heartbeat.beat()
    become(monkeypatch, wall_clock=AWAY)
    assert heartbeat.differs()
    words = r"The clock of this machine is \+(300|299)\.\d s from the site's"
    assert len(re.findall(words, caplog.text)) == 1
    become(monkeypatch)
    assert not heartbeat.differs()
