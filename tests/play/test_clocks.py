import pytest
from django.utils import timezone

from games.computer import replies
from games.engine import Mark
from games.models import Game, Player
from games.people.friends.chat import send_message
from games.play import errors, heartbeat, services
from games.presentation import snapshots
from tests.exhibitions import fake_clock
from tests.playing import X_WINS, play, reload, use_time
from tests.timed_games import about, running_clock, seconds_to_deadline, start_timed_game, time_left


def test_the_clock_waits_for_the_friend_who_joins(alice: Player, bob: Player):
    invitation = services.create_game(host=alice, mark=Mark.X, control="5s")
    game = services.join_game(invitation.pk, bob)
    assert (running_clock(game), time_left(game)) == (None, {"X": 5, "O": 5})


def test_a_move_has_all_of_its_seconds_however_long_the_last_one_took(alice, bob):
    timed_game = start_timed_game(alice, bob, "30s")
    play(timed_game, 0, 4)
    use_time(timed_game, 25)
    assert time_left(timed_game) == {"X": about(5), "O": 30}
    play(timed_game, 8)
    use_time(timed_game, 20)
    play(timed_game, 2)
    assert time_left(timed_game) == {"X": about(30), "O": 30}


def test_the_computer_has_all_the_time_it_needs(alice: Player, computer: Player):
    timed_game = start_timed_game(alice, computer, "5s")
    play(timed_game, 0)
    for cell in (8, 1):
        replies.reply(timed_game.pk)
        assert running_clock(timed_game) == "X"
        assert seconds_to_deadline(timed_game) == about(5)
        if (
            reload(timed_game).status == Game.Status.PLAYING
            and cell not in snapshots.take(reload(timed_game))["moves"]
        ):
            play(timed_game, cell)
            assert (running_clock(timed_game), reload(timed_game).deadline_at) == (None, None)


@pytest.mark.parametrize("end", ["board", "resign", "claim"])
def test_the_end_stops_the_clock(timed_game: Game, alice: Player, bob: Player, end: str):
    play(timed_game, *X_WINS[:4])
    use_time(timed_game, 100)
    if end == "board":
        play(timed_game, X_WINS[4])
    elif end == "resign":
        services.resign(timed_game.pk, alice.pk)
    else:
        Game.objects.update(touched_at=timezone.now() - services.DOUBLE_CLICK * 5)
        services.claim(timed_game.pk, bob.pk, result="win")
    assert (running_clock(timed_game), reload(timed_game).deadline_at) == (None, None)
    assert time_left(timed_game)["X"] == about(86 if end == "board" else 84)
    assert time_left(timed_game)["O"] == about(184)


def test_looking_joining_and_being_seen_move_no_deadline(timed_game, alice, bob):
    play(timed_game, 0, 4)
    before = reload(timed_game).deadline_at
    services.bring_up_to_date(timed_game.pk)
    services.join_game(timed_game.pk, bob)
    services.note_seen(reload(timed_game), alice.pk)
    services.rename_player(alice, name="Grace")
    send_message(timed_game.pk, alice.pk, text=":wow:")
    with pytest.raises(errors.CellTaken):
        services.play_move(timed_game.pk, alice.pk, ply=2, cell=4)
    assert reload(timed_game).deadline_at == before


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
    with fake_clock():
        play(undo_game, 0, 4, 8)
        assert time_left(undo_game) == {"X": 184, "O": 182}
        for asker, other in ((alice, bob), (bob, alice), (alice, bob)):
            take_back(undo_game, asker, other)
        assert time_left(undo_game) == {"X": 180, "O": 180}


def test_back_at_the_first_moves_no_time_runs(undo_game: Game, alice: Player, bob: Player):
    play(undo_game, 0, 4)
    take_back(undo_game, alice, bob)
    assert (running_clock(undo_game), reload(undo_game).deadline_at) == (None, None)
    play(undo_game, 0, 4)
    assert running_clock(undo_game) == "X"


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
