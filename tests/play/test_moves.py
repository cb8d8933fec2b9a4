from __future__ import annotations

import pytest

from games.engine import Mark, Variant
from games.models import Game, Move, Player, names
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import DRAW, O_WINS, X_WINS, is_unchanged, play, reload

pytestmark = pytest.mark.django_db


# Creating and joining


def test_a_game_without_a_guest_waits(invitation: Game, alice: Player):
    assert invitation.status == Game.Status.WAITING
    assert (invitation.x, invitation.o) == (alice, None)


def test_joining_takes_the_free_seat_and_starts_the_game(invitation: Game, bob: Player):
    game = services.join_game(invitation.pk, bob)
    assert (game.o, game.status) == (bob, Game.Status.PLAYING)
    assert reload(game).version == invitation.version + 1


def test_the_host_may_play_either_side(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.O)
    assert services.join_game(game.pk, bob).x == bob


def test_a_game_may_be_made_with_its_first_move(alice: Player, computer: Player):
    game = services.create_game_with_move(host=alice, guest=computer, cell=4)
    assert (game.x, game.o, game.record, game.turn) == (alice, computer, [4], Mark.O)


@pytest.mark.parametrize(("cell", "error"), [(3, errors.NotLowest), (99, errors.NoSuchCell)])
def test_a_wrong_first_move_makes_no_game(alice: Player, computer: Player, cell: int, error):
    board = Variant(7, 6, 4, drop=True)
    with pytest.raises(error):
        services.create_game_with_move(host=alice, guest=computer, cell=cell, variant=board)
    assert not Game.objects.exists()


def test_nobody_moves_before_a_friend_has_joined(alice: Player):
    with pytest.raises(errors.NotStarted):
        services.create_game_with_move(host=alice, cell=4)
    assert not Game.objects.exists()


def test_joining_again_changes_nothing(invitation: Game, alice: Player, bob: Player):
    game = services.join_game(invitation.pk, bob)
    services.join_game(invitation.pk, bob)
    services.join_game(invitation.pk, alice)
    assert is_unchanged(game)


def test_it_refuses_a_third_player(game: Game, charlie: Player):
    with pytest.raises(errors.SeatTaken):
        services.join_game(game.pk, charlie)
    assert is_unchanged(game)


def test_two_people_may_share_a_screen(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert game.is_hot_seat
    assert play(game, *X_WINS).winner == "X"


def test_any_variant_can_be_played(alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, variant=Variant(4, 3, 3))
    assert snapshots.take(play(game, 8, 0, 9, 1, 10))["outcome"] == {
        "winner": "X",
        "reason": "line",
        "line": [8, 9, 10],
    }


# Moves


def test_a_move_is_stored_with_the_game(game: Game, alice: Player):
    after = services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert str(after.board) == ".../.X./..."
    assert list(after.moves.values_list("ply", "cell")) == [(0, 4)]
    assert snapshots.take(reload(game)) == snapshots.take(after)
    assert after.version == game.version + 1


@pytest.mark.parametrize(
    ("cells", "winner", "reason"),
    [(X_WINS, "X", "line"), (O_WINS, "O", "line"), (DRAW, "", "full")],
)
def test_the_last_move_ends_the_game(game: Game, cells: tuple[int, ...], winner: str, reason: str):
    after = play(game, *cells)
    assert (after.status, after.winner, after.reason) == ("finished", winner, reason)
    assert after.finished_at is not None


def test_a_small_board_is_filled_although_nobody_can_complete_a_line(game: Game):
    before = play(game, 6, 3, 4, 8, 0, 2, 5, 7)
    assert (before.board.is_dead, before.status) == (True, "playing")
    assert play(game, 1).reason == "full"


def test_the_same_move_again_gets_the_same_answer_and_changes_nothing(game: Game, alice: Player):
    after = services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert services.play_move(game.pk, alice.pk, ply=0, cell=4).version == after.version
    after = play(game, 0)
    services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert is_unchanged(after)


def test_the_move_that_ended_the_game_may_be_repeated(game: Game, alice: Player):
    after = play(game, *X_WINS)
    services.play_move(game.pk, alice.pk, ply=4, cell=2)
    assert is_unchanged(after)


@pytest.mark.parametrize(
    ("who", "ply", "cell", "refusal"),
    [
        ("bob", 2, 4, errors.NotYourTurn),
        ("alice", 0, 5, errors.StaleMove),
        ("bob", 0, 0, errors.StaleMove),  # the opponent's own move is not his
        ("alice", 3, 5, errors.StaleMove),
        ("alice", 2, 0, errors.CellTaken),
        ("alice", 2, 9, errors.NoSuchCell),
        ("alice", 2, 65_536, errors.NoSuchCell),
        ("charlie", 2, 5, errors.NotYourGame),
    ],
)
def test_it_refuses_a_wrong_move(request, game: Game, who: str, ply: int, cell: int, refusal):
    game = play(game, 0, 1)
    with pytest.raises(refusal):
        services.play_move(game.pk, request.getfixturevalue(who).pk, ply=ply, cell=cell)
    assert is_unchanged(game)


def test_the_constraints_have_the_last_word(game: Game, alice: Player):
    Move.objects.create(game=game, ply=0, cell=8)  # by a hand that skipped the services
    with pytest.raises(errors.StaleMove):
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert reload(game).ply == 0


def test_a_move_that_cannot_be_shown_is_not_stored(game: Game, alice: Player, monkeypatch):
    """Else it would be there, and nobody would be told."""
    with monkeypatch.context() as broken:
        broken.setattr(Game, "claim_in", None)
        with pytest.raises(TypeError):
            services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert reload(game).record == []
    assert play(game, 4).record == [4]


def test_it_refuses_a_move_before_the_friend_has_joined(invitation: Game, alice: Player):
    with pytest.raises(errors.NotStarted):
        services.play_move(invitation.pk, alice.pk, ply=0, cell=0)


def test_it_refuses_a_move_after_the_end(game: Game, bob: Player):
    after = play(game, *X_WINS)
    with pytest.raises(errors.GameOver):
        services.play_move(game.pk, bob.pk, ply=5, cell=8)
    assert is_unchanged(after)


def test_no_change_is_made_to_a_game_that_does_not_exist(alice: Player):
    for change in (services.join_game, services.resign, services.rematch):
        with pytest.raises(errors.NoSuchGame):
            change("nothing", alice)


def test_every_refusal_has_its_own_code_and_a_sentence():
    everywhere = errors.Refused.__subclasses__()
    own = [refusal for refusal in everywhere if refusal.__module__ == errors.__name__]
    assert own
    assert len({refusal.code for refusal in own}) == len(own)
    assert all(refusal.message.endswith(".") for refusal in own)
    assert all(getattr(errors, refusal.__name__) is refusal for refusal in own)


# Resigning


def test_resigning_gives_the_game_to_the_opponent(game: Game, alice: Player):
    after = services.resign(game.pk, alice.pk)
    assert (after.status, after.winner, after.reason) == ("finished", "O", "resigned")
    assert snapshots.take(after)["outcome"] == {"winner": "O", "reason": "resigned", "line": []}


def test_one_may_resign_out_of_turn(game: Game, bob: Player):
    assert services.resign(game.pk, bob.pk).winner == "X"


def test_at_a_shared_screen_whose_turn_it_is_resigns(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    play(game, 0)
    assert services.resign(game.pk, alice.pk).winner == "X"


def test_resigning_again_changes_nothing(game: Game, alice: Player, bob: Player):
    after = services.resign(game.pk, alice.pk)
    assert services.resign(game.pk, alice.pk).version == after.version
    with pytest.raises(errors.GameOver):
        services.resign(game.pk, bob.pk)
    assert is_unchanged(after)


def test_it_refuses_to_resign_what_is_not_being_played(game: Game, alice: Player, charlie: Player):
    with pytest.raises(errors.NotYourGame):
        services.resign(game.pk, charlie.pk)
    play(game, *X_WINS)
    with pytest.raises(errors.GameOver):
        services.resign(game.pk, alice.pk)


# Rematch


def test_a_rematch_swaps_sides_and_carries_the_score(game: Game, alice: Player, bob: Player):
    play(game, *X_WINS)
    following = services.rematch(game.pk, bob.pk)
    assert (following.x, following.o, following.status) == (bob, alice, "playing")
    assert following.score() == {"X": 0, "O": 1, "draws": 0}
    play(following, *DRAW)
    third = services.rematch(following.pk, alice.pk)
    assert third.score() == {"X": 1, "O": 0, "draws": 1}


def test_there_is_one_rematch_however_often_it_is_asked_for(game: Game, alice: Player, bob: Player):
    play(game, *X_WINS)
    following = services.rematch(game.pk, alice.pk)
    assert services.rematch(game.pk, bob.pk) == following
    assert services.rematch(game.pk, alice.pk) == following
    assert snapshots.take(reload(game))["next"] == following.pk
    assert Game.objects.count() == 2


def test_it_refuses_a_rematch_of_a_game_that_goes_on(game: Game, alice: Player, charlie: Player):
    with pytest.raises(errors.NotOver):
        services.rematch(game.pk, alice.pk)
    play(game, *X_WINS)
    with pytest.raises(errors.NotYourGame):
        services.rematch(game.pk, charlie.pk)


def test_at_a_shared_screen_the_two_keep_their_names_when_sides_swap(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    assert [game.seat_name("X"), game.seat_name("O")] == ["Player 1", "Player 2"]
    play(game, *X_WINS)
    following = services.rematch(game.pk, alice.pk)
    assert [following.seat_name("X"), following.seat_name("O")] == ["Player 2", "Player 1"]
    assert following.score() == {"X": 0, "O": 1, "draws": 0}


# Names


def test_a_name_can_be_changed(alice: Player):
    services.rename_player(alice, name="  Al   ice ")
    alice.refresh_from_db()
    assert alice.name == "Al ice"


def test_a_new_name_is_shown_in_the_games_that_go_on(game: Game, invitation: Game, alice: Player):
    services.rename_player(alice, name="Grace")
    for open_game in (game, invitation):
        assert reload(open_game).version == open_game.version + 1
        assert reload(open_game).seat_name("X") == "Grace"
    play(game, *X_WINS)
    finished = reload(game).version
    services.rename_player(alice, name="Alice")
    assert reload(game).version == finished


def test_a_wrong_name_is_refused_and_the_old_one_kept(alice: Player):
    with pytest.raises(names.InvalidName):
        services.rename_player(alice, name="")
    alice.refresh_from_db()
    assert alice.name == "Alice"
