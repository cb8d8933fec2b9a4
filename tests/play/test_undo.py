import pytest

from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import play, reload


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)


def test_the_asker_may_think_again(game: Game, alice: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    withdrawn = services.decline(game.pk, alice.pk, ply=1)
    undo = {"by": None, "is_declined": True, "declined_to": None}
    assert snapshots.summary(withdrawn)["undo"] == undo


def ask_and_agree(game: Game, asker: Player, other: Player) -> None:
    asked = services.undo(game.pk, asker.pk, ply=reload(game).ply, message_id="ask")
    services.undo(game.pk, other.pk, ply=asked.ply, message_id="yes")


def test_the_same_id_from_another_player_is_another_message(game, alice, bob):
    ask_and_agree(play(game, 0), alice, bob)
    play(game, 8)
    assert services.undo(game.pk, alice.pk, ply=1, message_id="yes").undo_by == "X"


def test_the_id_of_a_message_says_nothing_about_other_moves(game, alice, bob):
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m")
    ask_and_agree(game, alice, bob)
    services.play_move(game.pk, alice.pk, ply=0, cell=5, message_id="m")
    assert reload(game).record == [5]


def test_a_no_that_comes_late_declines_nothing_else(game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, alice.pk, ply=2)
    services.decline(game.pk, bob.pk, ply=2, message_id="no")
    play(game, 8)
    ask_and_agree(game, alice, bob)  # two moves again
    asked = services.undo(game.pk, alice.pk, ply=2)
    assert services.decline(game.pk, bob.pk, ply=2, message_id="no").version == asked.version
    assert reload(game).undo_by == "X"


def test_asking_is_no_yes_to_what_the_other_asks_for_meanwhile(game: Game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, bob.pk, ply=2)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, alice.pk, ply=1)


def test_on_a_shared_screen_a_late_request_takes_nothing_back(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice, allows_undo=True)
    play(game, 0, 4)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, alice.pk, ply=1)
