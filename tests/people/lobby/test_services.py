from datetime import timedelta

import pytest

from games.engine import Mark, clock
from games.models import Game, Player
from games.people.friends.chat import send_message
from games.people.lobby import services
from games.people.lobby.models import Seek
from games.people.moderation.models import Block
from games.play import errors
from games.play import services as play_services
from games.play.services import note_seen
from games.presentation import snapshots
from tests.people.lobby.seeks import (
    come,
    find,
    let_first_move_pass,
    people,
    set_seen,
    stop_looking,
    two_who_met,
)
from tests.playing import play, player_to_move, reload, use_time
from tests.timed_games import seconds_to_deadline, time_left


def words_for(game: Game, player: Player | None) -> str:
    return snapshots.state_for(reload(game), player.pk if player else None)["words"]


def next_for(game: Game, player: Player | None) -> str | None:
    return snapshots.state_for(reload(game), player.pk if player else None)["next"]


def test_the_second_joins_the_first(alice: Player, bob: Player):
    waiting = find(alice)
    assert (waiting.status, waiting.kind, waiting.is_public) == ("waiting", "open", True)
    game = find(bob)
    assert (game.pk, game.status) == (waiting.pk, "called")
    assert {game.x, game.o} == {alice, bob}
    assert words_for(game, None) == "Calling both players…"
    note_seen(waiting, alice.pk)  # a sign from before the call is no coming
    assert reload(game).awaited == list(Mark)
    come(game, alice, bob)
    assert reload(game).status == "playing"
    assert [event.kind for event in game.events.all()] == ["joined", "arrived", "arrived"]


def test_who_waits_longest_is_joined_first(alice: Player, bob: Player, charlie: Player):
    first, second = find(alice, "gomoku"), find(bob, "5x5")
    game = find(charlie, any_board=True)
    assert (game.pk, game.variant_code) == (first.pk, "15x15x5")
    assert reload(second).status == "waiting"


def test_boards_and_clocks_are_kept_apart(alice: Player, bob: Player, charlie: Player):
    games = {find(alice).pk, find(bob, "gomoku").pk, find(charlie, control="3+2").pk}
    assert len(games) == 3
    assert not Game.objects.exclude(status="waiting").exists()


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
    come(game, alice, bob)
    assert find(bob).pk == game.pk
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
    assert reload(waiting).status == "called"
    assert services.pair_waiting() == 0


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_has_blocked_the_other_is_kept_apart(alice: Player, bob: Player, blocker: int):
    both = [alice, bob]
    Block.objects.create(blocker=both[blocker], blocked=both[1 - blocker])
    assert find(alice).pk != find(bob).pk
    assert services.pair_waiting() == 0


@pytest.mark.parametrize("is_asked_again", [True, False])
def test_a_missed_call_loses_ones_place_and_keeps_nobody_apart(alice, bob, is_asked_again: bool):
    for _ in range(3):
        game = missed_call(alice, bob)
        again = Game.objects.get(pk=next_for(game, bob))
        assert not Seek.objects.waiting().of_any([alice.pk]).exists()
        if is_asked_again:
            assert find(alice).pk == again.pk
        else:
            play_services.withdraw(again.pk, bob.pk)
            assert find(alice).pk == find(bob).pk
        play_services.withdraw(Game.objects.get(status="called").pk, alice.pk)
        stop_looking(bob)


def test_each_first_move_has_20_seconds_that_costs_nothing(alice: Player, bob: Player):
    game = two_who_met(alice, bob, control="3+2")
    assert seconds_to_deadline(game) == pytest.approx(20, abs=2)
    play(game, 0)
    assert seconds_to_deadline(game) == pytest.approx(20, abs=2)
    play(game, 4)
    assert time_left(game) == {"X": pytest.approx(182, abs=1), "O": pytest.approx(182, abs=1)}


@pytest.mark.parametrize("moves", [(), (0,)])
def test_who_came_in_vain_is_first_in_the_queue_again(alice, bob, moves: tuple[int, ...]):
    waiting = find(alice)
    game = play(two_who_met(alice, bob), *moves)
    late = player_to_move(game)
    [came] = {alice, bob} - {late}
    let_first_move_pass(game)
    play_services.bring_up_to_date(game.pk)
    game = reload(game)
    assert (game.status, game.reason, game.winner) == ("closed", "no_show", "")
    again = game.next_game
    assert again.status == "waiting"
    assert again.marks_of(came.pk)
    assert again.seek.since == waiting.seek.since
    assert words_for(game, came) == f"{late} made no move in time. We keep looking."
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
    game = two_who_met(alice, bob)
    set_seen(game, 20)
    let_first_move_pass(game)
    play_services.end_overdue_games()
    assert reload(game).next_game is None


def missed_call(called: Player, other: Player) -> Game:
    find(called)
    game = find(other)
    come(game, other)
    let_first_move_pass(game)
    play_services.end_overdue_games()
    return reload(game)


@pytest.mark.parametrize("mark", Mark)
def test_before_both_have_come_nobody_has_a_turn_or_a_clock(alice, bob, mark: Mark):
    find(alice, control="3+2")
    game = find(bob, control="3+2")
    came = game.seat(mark)
    [called] = {alice, bob} - {came}
    for _ in range(2):
        come(game, came)
    told = snapshots.state_for(reload(game), came.pk)
    assert (told["status"], told["clock"], told["awaited"]) == ("called", None, [mark.opponent])
    assert told["words"] == f"Calling {called}…"
    assert 19_000 < told["call"] <= 20_000
    assert words_for(game, called) == f"{came} waits for you"
    assert words_for(game, None) == f"Calling {called}…"
    for act in (play_services.resign, lambda id, who: send_message(id, who, text=":hm:")):
        with pytest.raises(errors.NotStarted):
            act(game.pk, came.pk)
    with pytest.raises(errors.NotStarted):
        play(game, 0)
    use_time(game, 10)
    come(game, called)
    assert seconds_to_deadline(game) == pytest.approx(20, abs=2)  # for the first move
    turn = game.turn is mark
    assert (words_for(game, came) == "Your turn") is turn
    assert Game.objects.live_count() == 1


@pytest.mark.parametrize("is_on_turn", [True, False])
def test_who_did_not_come_is_said_so_whoever_had_the_first_move(alice, bob, is_on_turn: bool):
    game = missed_call(alice, bob)
    while (game.turn in game.marks_of(bob.pk)) is not is_on_turn:  # sides are drawn by lot
        stop_looking(bob)
        game = missed_call(alice, bob)
    assert (game.status, game.reason) == ("closed", "no_show")
    assert words_for(game, bob) == "Alice did not come. We keep looking."
    assert words_for(game, alice) == "You did not come."
    assert words_for(game, None) == "Alice did not come."
    first = Game.objects.get(pk=next_for(game, bob))
    assert first.seek.since == game.seek.since
    assert next_for(game, alice) is next_for(game, None) is None


def test_who_is_called_may_say_no(alice: Player, bob: Player):
    game = find(alice) and find(bob)
    come(game, bob)
    for _ in range(2):
        play_services.withdraw(game.pk, alice.pk)
    assert words_for(game, bob) == "Alice did not come. We keep looking."
    assert Game.objects.get(status="waiting").marks_of(bob.pk)


def test_who_stops_calling_leaves_the_other_in_the_queue(alice: Player, bob: Player):
    game = find(alice) and find(bob)
    come(game, bob)
    play_services.withdraw(game.pk, bob.pk)
    assert words_for(game, bob) == "You stopped looking for somebody."
    assert words_for(game, alice) == "Bob could not wait any longer. We keep looking."
    waiting = Game.objects.get(pk=next_for(game, alice))
    assert waiting.seek.since == game.seek.since
    assert next_for(game, bob) is None
    assert find(bob).pk == waiting.pk


def test_a_call_to_which_nobody_comes_puts_nobody_in_the_queue(alice: Player, bob: Player):
    game = find(alice) and find(bob)
    let_first_move_pass(game)
    play_services.bring_up_to_date(game.pk)
    assert words_for(game, bob) == "Nobody came, so this game is closed."
    assert not Game.objects.filter(status="waiting").exists()


def test_a_search_that_found_somebody_is_not_cancelled(alice: Player, bob: Player):
    game = two_who_met(alice, bob)
    with pytest.raises(errors.NotWaiting, match="Somebody has joined already"):
        play_services.withdraw(game.pk, alice.pk)


def test_games_are_removed_whose_host_has_gone(alice: Player, bob: Player, charlie: Player):
    gone, here, new = find(alice), find(bob, "gomoku"), find(charlie, "5x5")
    find(first := people(2)[0], "6x6")
    come(begun := find(other := people(1)[0], "6x6"), first, other)
    play(begun, 0)
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
