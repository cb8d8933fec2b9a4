"""Who is paired with whom, who is not, and what becomes of those who do not come."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine import clock
from games.models import Game, Player
from games.people.lobby import services
from games.people.moderation.models import Block
from games.play import errors
from games.play import services as play_services
from games.presentation import snapshots
from tests.people.lobby.seeks import (
    come,
    find,
    forget_meetings,
    let_first_move_pass,
    people,
    seek,
    set_seen,
    two_who_met,
)
from tests.playing import X_WINS, play, player_to_move, reload
from tests.timed_games import seconds_to_deadline, time_left

pytestmark = pytest.mark.django_db


def words_for(game: Game, player: Player | None) -> str:
    return snapshots.state_for(reload(game), player.pk if player else None)["words"]


def next_for(game: Game, player: Player | None) -> str | None:
    return snapshots.state_for(reload(game), player.pk if player else None)["next"]


# Pairs


def test_the_second_joins_the_first(alice: Player, bob: Player):
    waiting = find(alice)
    assert (waiting.status, waiting.kind, waiting.is_public) == ("waiting", "open", True)
    game = find(bob)
    assert (game.pk, game.status) == (waiting.pk, "playing")
    assert {game.x, game.o} == {alice, bob}
    assert [event.kind for event in game.events.all()] == ["joined"]


def test_who_waits_longest_is_joined_first(alice: Player, bob: Player, charlie: Player):
    first, second = find(alice, "gomoku"), find(bob, "5x5")
    assert find(charlie, any_board=True).pk == first.pk
    assert reload(second).status == "waiting"


def test_boards_and_clocks_are_kept_apart(alice: Player, bob: Player, charlie: Player):
    games = {find(alice).pk, find(bob, "gomoku").pk, find(charlie, control="3+2").pk}
    assert len(games) == 3
    assert not Game.objects.filter(status="playing").exists()


def test_who_comes_for_any_board_plays_on_that_of_who_waits(alice: Player, bob: Player):
    find(alice, "gomoku")
    assert find(bob, any_board=True).variant_code == "15x15x5"


def test_nobody_is_paired_with_themselves(alice: Player):
    game = find(alice)
    assert find(alice).pk == game.pk
    other = find(alice, "gomoku")
    assert other.status == "waiting"
    assert (reload(game).status, reload(game).reason) == ("closed", "stopped")


def test_a_second_press_leads_to_the_game_that_the_first_has_found(alice: Player, bob: Player):
    find(alice)
    game = find(bob)
    assert [find(bob).pk, find(alice, "gomoku").pk] == [game.pk] * 2
    play(game, 0, 4)
    assert find(bob).pk != game.pk


@pytest.mark.parametrize(("seconds", "is_paired"), [(5, True), (16, False), (None, False)])
def test_a_host_who_was_not_seen_is_not_paired(alice, bob, seconds, is_paired: bool):
    waiting = find(alice)
    set_seen(waiting, seconds)
    assert (find(bob).pk == waiting.pk) == is_paired


def test_who_was_away_is_passed_over_and_found_again(alice: Player, bob: Player):
    waiting = find(alice)
    set_seen(waiting, 20)
    other = find(bob)
    assert other.status == "waiting"
    come(waiting, alice)
    assert services.pair_waiting() == 1
    assert next_for(other, bob) == waiting.pk
    assert words_for(other, bob) == "Somebody waits to play with you."
    assert reload(waiting).status == "playing"
    assert services.pair_waiting() == 0


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_has_blocked_the_other_is_kept_apart(alice: Player, bob: Player, blocker: int):
    both = [alice, bob]
    Block.objects.create(blocker=both[blocker], blocked=both[1 - blocker])
    assert find(alice).pk != find(bob).pk
    assert services.pair_waiting() == 0


def test_who_has_just_met_meets_again_only_if_nobody_else_waits(
    alice: Player, bob: Player, charlie: Player
):
    play(two_who_met(alice, bob), *X_WINS)
    waiting, other = find(alice), find(charlie, "gomoku")
    assert find(bob, any_board=True).pk == other.pk  # though Alice has waited longer
    play(reload(other), 0, 1)
    assert find(bob).pk == waiting.pk


def test_who_missed_the_other_does_not_meet_them_again_at_once(alice: Player, bob: Player):
    find(alice)
    game = find(bob)
    come(game, bob)
    services.give_way(game.pk, alice.pk)
    assert services.pair_waiting() == 0
    forget_meetings()
    assert services.pair_waiting() == 1


def test_who_missed_the_other_and_asks_again_is_here(alice: Player, bob: Player):
    find(alice)
    game = find(bob)
    come(game, bob)
    again = services.give_way(game.pk, alice.pk)
    play_services.withdraw(again.pk, alice.pk)
    assert find(alice).pk == next_for(game, bob)


def test_of_several_whom_one_has_just_met_nobody_is_chosen(
    alice: Player, bob: Player, charlie: Player
):
    for other in (bob, charlie):
        play(two_who_met(alice, other), *X_WINS)
    find(bob), find(charlie, "gomoku")
    assert find(alice, any_board=True).status == "waiting"


def test_who_missed_the_other_comes_after_somebody_new(alice: Player, bob: Player, charlie: Player):
    find(alice)
    game = find(bob)
    come(game, bob)
    again = services.give_way(game.pk, alice.pk)
    play_services.withdraw(again.pk, alice.pk)
    other = find(charlie, "gomoku")
    assert find(alice, any_board=True).pk == other.pk  # though Bob has waited longer


# First moves


def test_each_first_move_has_half_a_minute_that_costs_nothing(alice: Player, bob: Player):
    find(alice, control="3+2")
    game = find(bob, control="3+2")
    assert seconds_to_deadline(game) == pytest.approx(30, abs=2)
    play(game, 0)
    assert seconds_to_deadline(game) == pytest.approx(30, abs=2)
    play(game, 4)
    assert time_left(game) == {"X": pytest.approx(182, abs=1), "O": pytest.approx(182, abs=1)}


def test_without_a_clock_nothing_runs_after_the_first_moves(alice: Player, bob: Player):
    game = two_who_met(alice, bob)
    clock_shown = snapshots.summary(game)["clock"]
    assert clock_shown
    assert (clock_shown["running"], clock_shown["total"]) == ("X", 30_000)
    game = play(game, 0, 4)
    assert (game.deadline_at, snapshots.summary(game)["clock"]) == (None, None)
    assert play(game, 1, 3, 2).reason == "line"


@pytest.mark.parametrize("moves", [(), (0,)])
def test_who_came_in_vain_is_first_in_the_queue_again(
    alice: Player, bob: Player, moves: tuple[int, ...]
):
    waiting = find(alice)
    game = play(two_who_met(alice, bob), *moves)
    late = player_to_move(game)
    [came] = {alice, bob} - {late}
    let_first_move_pass(game)
    play_services.bring_up_to_date(game.pk)
    game = reload(game)
    assert (game.status, game.reason, game.winner) == ("closed", "no_show", "")
    again = game.goes_on_in
    assert again.status == "waiting"
    assert again.marks_of(came.pk)
    assert again.seek.since == waiting.seek.since
    assert (
        words_for(game, came) == f"{late} made no move in time. You are first in the queue again."
    )
    assert words_for(game, late) == "You made no move in time, so this game is closed."
    assert words_for(game, None) == f"{late} made no move in time."
    assert [next_for(game, each) for each in (came, late, None)] == [again.pk, None, None]


def test_whoever_waits_is_found_at_once_for_who_came_in_vain(alice, bob, charlie):
    game = two_who_met(alice, bob)
    late = player_to_move(game)
    [came] = {alice, bob} - {late}
    waiting = find(charlie)
    let_first_move_pass(game)
    play_services.end_overdue_games()
    assert next_for(game, came) == waiting.pk
    assert {reload(waiting).x, reload(waiting).o} == {charlie, came}


def test_who_has_gone_too_is_not_in_the_queue(alice: Player, bob: Player):
    for is_seen in (False, True):
        game = find(alice) and find(bob)
        if is_seen:
            set_seen(game, 20)
        let_first_move_pass(game)
        play_services.end_overdue_games()
        assert reload(game).goes_on_in is None
        forget_meetings()


# Calls


def test_who_does_not_come_when_called_waits_again_behind_the_other(alice: Player, bob: Player):
    waiting = find(alice)
    game = find(bob)
    come(game, bob)
    again = services.give_way(game.pk, alice.pk)
    assert again.status == "waiting"
    assert again.seek.since > waiting.seek.since
    first = Game.objects.get(pk=next_for(game, bob))
    assert first.seek.since == waiting.seek.since
    assert words_for(game, bob) == "Alice made no move in time. You are first in the queue again."
    with pytest.raises(services.NobodyWaits):
        services.give_way(game.pk, alice.pk)


def test_who_has_come_does_not_give_way(alice: Player, bob: Player, charlie: Player):
    game = two_who_met(alice, bob)
    with pytest.raises(services.NobodyWaits):
        services.give_way(game.pk, alice.pk)
    with pytest.raises(errors.NotYourGame):
        services.give_way(game.pk, charlie.pk)
    assert reload(game).status == "playing"


# Ends of a search


def test_a_search_that_found_somebody_is_not_cancelled(alice: Player, bob: Player):
    game = find(alice) and find(bob)
    with pytest.raises(errors.NotWaiting, match="Somebody has joined already"):
        play_services.withdraw(game.pk, alice.pk)


def test_games_are_removed_whose_host_has_gone(alice: Player, bob: Player, charlie: Player):
    gone, here, new = find(alice), find(bob, "gomoku"), find(charlie, "5x5")
    find(first := people(2)[0], "6x6")
    play(find(people(1)[0], "6x6"), 0)
    set_seen(gone, 61)
    set_seen(here, 5)
    Game.objects.exclude(pk=new.pk).update(touched_at=clock.now() - timedelta(seconds=61))
    set_seen(new, None)
    assert services.remove_abandoned() == 1
    assert {game.pk for game in Game.objects.filter(status="waiting")} == {here.pk, new.pk}
    assert Game.objects.of(first).filter(status="playing").exists()


def test_who_is_forgotten_waits_no_longer(alice: Player, bob: Player):
    waiting = find(alice)
    play_services.forget_player(alice)
    assert reload(waiting).status == "closed"
    assert find(bob).pk != waiting.pk


# Others, and limits


def test_who_waits_with_another_clock_is_counted(alice: Player, bob: Player, charlie: Player):
    game = find(alice, "connect-four", "3+2")
    assert words_for(game, alice) == "Waiting for somebody to play Connect Four"
    assert services.other_clock(game) is None
    find(bob, "connect-four", "10+5")
    find(charlie, "gomoku")
    set_seen(find(people(1)[0], "connect-four"), 16)
    assert services.other_clock(game) == {"control": "10+5", "count": 1}
    find(Player.objects.create(), "5x5", "1+1", any_board=True)
    assert services.other_clock(game)["count"] == 2


def test_who_is_kept_apart_is_not_counted(alice: Player, bob: Player):
    alice.blocks.create(blocked=bob)
    own, other = find(alice, control="10s"), find(bob, control="30s")
    assert services.other_clock(own) is services.other_clock(other) is None


def test_looking_for_somebody_has_a_limit(alice: Player):
    for _ in range(20):
        services.find_opponent(alice, seek(), address="192.0.2.1")
    with pytest.raises(errors.TooMany):
        services.find_opponent(alice, seek(), address="192.0.2.1")
