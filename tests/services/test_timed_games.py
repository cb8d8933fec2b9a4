"""Games with a clock: when it runs, what it shows, and what ends when it has run out."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async as database
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import clock, services
from games.engine import Mark
from games.models import Game, Player
from games.presentation import snapshots
from games.realtime import live_games, replies
from games.services import errors
from tests.playing import X_WINS, fresh, play, think
from tests.realtime.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)

ALL_THE_TIME = 1000


def about(seconds: float) -> object:
    return pytest.approx(seconds, abs=2)


def started(host: Player, guest: Player, control: str = "3+2", **options: bool) -> Game:
    return services.create_game(host=host, mark=Mark.X, guest=guest, control=control, **options)


@pytest.fixture
def timed(alice: Player, bob: Player) -> Game:
    """Alice plays X, Bob plays O, three minutes each and two seconds a move."""
    return started(alice, bob)


@pytest.fixture
def late(timed: Game) -> Game:
    """Each has moved, and X's time has run out; nobody has looked yet."""
    play(timed, 0, 4)
    think(timed, ALL_THE_TIME)
    assert Game.objects.get(pk=timed.pk).status == Game.Status.PLAYING
    return timed


def left(game: Game) -> dict[str, float]:
    clock = snapshots.summary(fresh(game))["clock"]
    assert clock
    return {mark: milliseconds / 1000 for mark, milliseconds in clock["left"].items()}


def running(game: Game) -> str | None:
    clock = snapshots.summary(fresh(game))["clock"]
    assert clock
    return clock["running"]


def to_deadline(game: Game) -> float:
    deadline = fresh(game).deadline_at
    assert deadline
    return (deadline - timezone.now()).total_seconds()


# While it is played


def test_without_a_clock_there_is_none(game: Game):
    play(game, 0, 4, 8)
    assert snapshots.summary(fresh(game))["clock"] is None
    assert fresh(game).deadline_at is None


def test_the_first_move_of_each_is_free(timed: Game):
    for cell in (0, 4):
        assert running(timed) is None
        assert fresh(timed).deadline_at is None
        play(timed, cell)
    assert running(timed) == "X"
    assert to_deadline(timed) == about(182)


def test_the_clock_waits_for_the_friend_who_joins(alice: Player, bob: Player):
    invitation = services.create_game(host=alice, mark=Mark.X, control="5s")
    game = services.join_game(invitation.pk, bob)
    assert (running(game), left(game)) == (None, {"X": 5, "O": 5})


def test_the_time_of_whoever_is_to_move_runs(timed: Game):
    play(timed, 0, 4)
    think(timed, 100)
    assert left(timed) == {"X": about(82), "O": 182}


def test_a_move_stops_the_time_and_brings_more(timed: Game):
    play(timed, 0, 4)
    think(timed, 100)
    play(timed, 8)
    assert left(timed) == {"X": about(84), "O": about(182)}
    assert (running(timed), to_deadline(timed)) == ("O", about(182))


def test_a_move_has_all_of_its_seconds_however_long_the_last_one_took(alice, bob):
    timed = started(alice, bob, "30s")
    play(timed, 0, 4)
    think(timed, 25)
    assert left(timed) == {"X": about(5), "O": 30}
    play(timed, 8)
    think(timed, 20)
    play(timed, 2)
    assert left(timed) == {"X": about(30), "O": 30}


def test_the_computer_has_all_the_time_it_needs(alice: Player, computer: Player):
    timed = started(alice, computer, "5s")
    play(timed, 0)
    for cell in (8, 1):
        replies.reply(timed.pk)
        assert running(timed) == "X"
        assert to_deadline(timed) == about(5)
        if (
            fresh(timed).status == Game.Status.PLAYING
            and cell not in snapshots.take(fresh(timed))["moves"]
        ):
            play(timed, cell)
            assert (running(timed), fresh(timed).deadline_at) == (None, None)


@pytest.mark.parametrize("end", ["board", "resign", "claim"])
def test_the_end_stops_the_clock(timed: Game, alice: Player, bob: Player, end: str):
    play(timed, *X_WINS[:4])
    think(timed, 100)
    if end == "board":
        play(timed, X_WINS[4])
    elif end == "resign":
        services.resign(timed.pk, alice.pk)
    else:
        Game.objects.update(touched_at=timezone.now() - services.DOUBLE_CLICK * 5)
        services.claim(timed.pk, bob.pk, result="win")
    assert (running(timed), fresh(timed).deadline_at) == (None, None)
    assert left(timed)["X"] == about(86 if end == "board" else 84)
    assert left(timed)["O"] == about(184)


def test_a_restart_moves_no_deadline(timed: Game):
    play(timed, 0, 4)
    before = fresh(timed).deadline_at
    connection.close()
    services.end_overdue_games()
    assert services.find_game(timed.pk).deadline_at == before


def test_looking_joining_and_being_seen_move_no_deadline(timed: Game, alice: Player, bob: Player):
    play(timed, 0, 4)
    before = fresh(timed).deadline_at
    services.bring_up_to_date(timed.pk)
    services.join_game(timed.pk, bob)
    services.note_seen(timed.pk, alice.pk)
    services.rename_player(alice, name="Grace")
    services.react(timed.pk, alice.pk, reaction="wow")
    with pytest.raises(errors.CellTaken):
        services.play_move(timed.pk, alice.pk, ply=2, cell=4)
    assert fresh(timed).deadline_at == before


# Out of time


def is_lost_on_time(game: Game, winner: str = "O") -> bool:
    stored = Game.objects.get(pk=game.pk)
    ending = (stored.status, stored.reason, stored.winner, stored.deadline_at)
    return ending == ("finished", "time", winner, None)


def get_page(game: Game) -> None:
    Client().get(game.get_absolute_url())


def get_json(game: Game) -> None:
    response = Client().get(game.get_absolute_url(), headers={"accept": "application/json"})
    assert response.json()["outcome"] == {"winner": "O", "reason": "time", "line": []}


def bring_up_to_date(game: Game) -> None:
    assert services.bring_up_to_date(game.pk).is_over


def sweep(_: Game) -> None:
    services.end_overdue_games()


@pytest.mark.parametrize("look", [get_page, get_json, bring_up_to_date, sweep])
def test_it_is_stored_by_whatever_comes_first(late: Game, look: Callable[[Game], None]):
    version = fresh(late).version
    look(late)
    look(late)
    assert is_lost_on_time(late)
    assert fresh(late).version == version + 1
    assert left(late)["X"] == 0


def test_finding_a_game_changes_nothing(late: Game, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = services.find_game(late.pk)
    assert (found.status, found.version) == (Game.Status.PLAYING, fresh(late).version)
    with pytest.raises(errors.NoSuchGame):
        services.find_game("nothing")


@pytest.mark.parametrize(
    "write",
    [
        lambda game, x, o: services.play_move(game.pk, x.pk, ply=2, cell=8),
        lambda game, x, o: services.resign(game.pk, o.pk),
        lambda game, x, o: services.claim(game.pk, o.pk, result="draw"),
        lambda game, x, o: services.undo(game.pk, o.pk, ply=2),
        lambda game, x, o: services.decline(game.pk, o.pk, ply=2),
    ],
)
def test_no_change_comes_after_it(late: Game, alice: Player, bob: Player, write):
    with pytest.raises(errors.GameOver):
        write(late, alice, bob)
    assert is_lost_on_time(late)


def test_what_may_be_done_after_the_end_may_be_done(late: Game, alice: Player, bob: Player):
    services.react(late.pk, bob.pk, reaction="well_played")
    assert is_lost_on_time(late)


def test_the_rematch_may_be_the_first_to_come(late: Game, alice: Player):
    following = services.rematch(late.pk, alice.pk)
    assert is_lost_on_time(late)
    assert following.score() == {"X": 1, "O": 0, "draws": 0}
    assert left(following) == {"X": 180, "O": 180}


def test_to_join_or_withdraw_it_is_too_late(
    late: Game, alice: Player, bob: Player, charlie: Player
):
    assert services.join_game(late.pk, bob).reason == "time"
    with pytest.raises(errors.SeatTaken):
        services.join_game(late.pk, charlie)
    with pytest.raises(errors.NotWaiting):
        services.withdraw(late.pk, alice.pk)
    assert is_lost_on_time(late)


@pytest.mark.parametrize("change", ["join", "withdraw", "rename"])
def test_whatever_else_comes_first_fails_on_nothing(late, alice, bob, charlie, change):
    if change == "join":
        with pytest.raises(errors.SeatTaken):
            services.join_game(late.pk, charlie)
    elif change == "withdraw":
        with pytest.raises(errors.NotWaiting):
            services.withdraw(late.pk, alice.pk)
    else:
        services.rename_player(alice, name="Grace")
        services.end_overdue_games()
    assert is_lost_on_time(late)


def test_a_move_that_was_made_in_time_is_answered_the_same(late: Game, bob: Player):
    assert services.play_move(late.pk, bob.pk, ply=1, cell=4).ply == 2
    assert is_lost_on_time(late)


def test_the_sweep_ends_no_game_that_has_time(late: Game, alice: Player, bob: Player, game: Game):
    early = play(started(alice, bob), 0, 4)
    free = started(alice, bob)
    before = {other.pk: fresh(other).version for other in (early, free, game)}
    services.end_overdue_games()
    services.end_if_overdue("nothing")
    services.end_if_overdue(early.pk)
    assert is_lost_on_time(late)
    assert {pk: Game.objects.get(pk=pk).version for pk in before} == before


def test_o_can_be_late_too(timed: Game):
    play(timed, 0, 4, 8)
    think(timed, ALL_THE_TIME)
    services.end_overdue_games()
    assert is_lost_on_time(timed, winner="X")


def test_against_the_computer_the_computer_wins(alice: Player, computer: Player):
    timed = play(started(alice, computer), 0, 4)
    think(timed, ALL_THE_TIME)
    game = services.bring_up_to_date(timed.pk)
    assert snapshots.state_for(game, alice.pk)["words"] == "You ran out of time: the computer wins"


def test_a_game_that_was_lost_while_the_server_was_off_for_weeks_is_lost_on_time(late: Game):
    long_ago = timezone.now() - services.DOUBLE_CLICK * 100_000
    Game.objects.update(touched_at=long_ago, deadline_at=long_ago)
    services.close_stale_games()
    services.end_overdue_games()
    assert is_lost_on_time(late)


# A wall clock that is set while games are played


@pytest.fixture
def set_wall_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the wall clock of this process forward by so many seconds, or back."""
    time_of_day, django_time = time.time, timezone.now

    def jump(seconds: float) -> None:
        monkeypatch.setattr("time.time", lambda: time_of_day() + seconds)
        monkeypatch.setattr(timezone, "now", lambda: django_time() + timedelta(seconds=seconds))

    return jump


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_it_takes_no_game_from_the_watch_page(timed, set_wall_clock, seconds):
    set_wall_clock(seconds)
    assert live_games.choose() == [timed]
    play(timed, *X_WINS)
    assert live_games.choose([timed.pk]) == [timed]


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_it_ends_no_game_and_gives_nobody_time(timed, alice, bob, set_wall_clock, seconds):
    play(timed, 0, 4)
    think(timed, 100)
    set_wall_clock(seconds)
    services.end_overdue_games()
    services.bring_up_to_date(timed.pk)
    assert left(timed) == {"X": about(82), "O": 182}
    play(timed, 8)
    assert left(timed) == {"X": about(84), "O": about(182)}
    think(timed, 183)
    services.end_overdue_games()
    assert is_lost_on_time(timed, winner="X")


def test_it_does_not_make_a_player_gone(game: Game, bob: Player, set_wall_clock):
    set_wall_clock(3600)
    with pytest.raises(errors.TooEarly):
        services.claim(game.pk, bob.pk, result="win")
    assert services.close_stale_games() == 0


def test_a_sign_of_life_counts_after_the_wall_clock_was_set_back(game, alice, bob, set_wall_clock):
    services.note_seen(game.pk, alice.pk)
    Game.objects.update(touched_at=clock.now() - services.DOUBLE_CLICK * 3)
    Game.objects.update(x_seen_at=clock.now() - services.DOUBLE_CLICK)
    set_wall_clock(-3600)
    services.note_seen(game.pk, alice.pk)
    with pytest.raises(errors.TooEarly, match="60 seconds"):
        services.claim(game.pk, bob.pk, result="win")


def test_a_process_that_starts_reads_the_wall_clock(set_wall_clock):
    set_wall_clock(3600)
    assert (clock.ProcessClock().now() - clock.now()).total_seconds() == about(3600)


# Taking back


@pytest.fixture
def friendly(alice: Player, bob: Player) -> Game:
    return started(alice, bob, allows_undo=True)


def take_back(game: Game, asker: Player, other: Player) -> None:
    ply = fresh(game).ply
    services.undo(game.pk, asker.pk, ply=ply)
    services.undo(game.pk, other.pk, ply=ply)


def test_each_keeps_the_time_they_have_used(friendly: Game, alice: Player, bob: Player):
    play(friendly, 0, 4)
    think(friendly, 100)
    play(friendly, 8)
    think(friendly, 50)
    take_back(friendly, alice, bob)
    assert (running(friendly), to_deadline(friendly)) == ("X", about(82))
    assert left(friendly)["O"] == about(132)


def test_what_a_move_added_goes_with_it(friendly: Game, alice: Player, bob: Player):
    play(friendly, 0, 4, 8)
    assert left(friendly) == pytest.approx({"X": 184, "O": 182}, abs=0.9)
    for asker, other in ((alice, bob), (bob, alice), (alice, bob)):
        take_back(friendly, asker, other)
    assert left(friendly) == pytest.approx({"X": 180, "O": 180}, abs=0.9)


def test_back_at_the_first_moves_no_time_runs(friendly: Game, alice: Player, bob: Player):
    play(friendly, 0, 4)
    take_back(friendly, alice, bob)
    assert (running(friendly), fresh(friendly).deadline_at) == (None, None)
    play(friendly, 0, 4)
    assert running(friendly) == "X"


def test_a_move_that_is_made_anew_has_all_of_its_seconds(alice: Player, bob: Player):
    timed = started(alice, bob, "30s", allows_undo=True)
    play(timed, 0, 4, 8)
    think(timed, 25)
    take_back(timed, alice, bob)
    assert (running(timed), to_deadline(timed)) == ("X", about(30))
    play(timed, 8)
    assert (running(timed), to_deadline(timed)) == ("O", about(30))


def test_asking_and_declining_stop_no_clock(friendly: Game, alice: Player, bob: Player):
    play(friendly, 0, 4, 8)
    before = fresh(friendly).deadline_at
    services.undo(friendly.pk, alice.pk, ply=3)
    services.decline(friendly.pk, bob.pk, ply=3)
    assert fresh(friendly).deadline_at == before


def test_who_is_asked_can_run_out_of_time(friendly: Game, alice: Player, bob: Player):
    play(friendly, 0, 4, 8)
    services.undo(friendly.pk, alice.pk, ply=3)
    think(friendly, ALL_THE_TIME)
    with pytest.raises(errors.GameOver):
        services.undo(friendly.pk, bob.pk, ply=3)
    assert is_lost_on_time(friendly, winner="X")


# Over the socket


@pytest.mark.parametrize("look", ["connect", "sync", "ping"])
async def test_a_look_over_the_socket_stores_it(timed: Game, alice: Player, look: str):
    await database(play)(timed, 0, 4)
    if look == "connect":
        await database(think)(timed, ALL_THE_TIME)
    async with connected(timed, alice) as x:
        if look != "connect":
            assert x.state["clock"]["running"] == "X"
            await database(think)(timed, ALL_THE_TIME)
            await x.request(look)
        while x.state["status"] != "finished":
            await x.receive()
        assert x.state["words"] == "You ran out of time: Bob wins"
        assert x.state["clock"] == {
            "control": "3+2",
            "left": {"X": 0, "O": 182_000},
            "running": None,
        }
    assert await database(is_lost_on_time)(timed)


async def test_a_move_that_comes_too_late_is_refused_with_the_true_state(timed, alice, bob):
    await database(play)(timed, 0, 4)
    async with connected(timed, alice) as x, connected(timed, bob) as o:
        await database(think)(timed, ALL_THE_TIME)
        answer = await x.request("move", ply=2, cell=8)
        assert (answer["type"], answer["code"]) == ("no", "game_over")
        assert answer["state"]["outcome"] == {"winner": "O", "reason": "time", "line": []}
        assert (await o.receive())["words"] == "Alice ran out of time: you win"


async def test_the_sweep_tells_the_room(timed: Game, alice: Player):
    await database(play)(timed, 0, 4)
    async with connected(timed, alice) as x, connected(timed, None) as watcher:
        await database(think)(timed, ALL_THE_TIME)
        await database(services.end_overdue_games)()
        for socket in (x, watcher):
            assert (await socket.receive())["outcome"]["reason"] == "time"


@pytest.mark.parametrize("type", ["time", "call_time", "timeout"])
async def test_nobody_can_say_that_time_is_up(timed: Game, bob: Player, type: str):
    await database(play)(timed, 0, 4)
    async with connected(timed, bob) as o:
        assert (await o.request(type))["code"] == "unknown_type"
    assert (await Game.objects.aget(pk=timed.pk)).status == "playing"
