"""Messages about taking back that come twice, or late."""

from __future__ import annotations

import pytest

from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from tests.playing import play, reload
from tests.undo import ask_and_agree, moves_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """Alice plays X, Bob plays O, and moves may be taken back."""
    return services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)


def test_asking_twice_is_asking_once(game: Game, alice: Player):
    play(game, 0)
    asked = services.undo(game.pk, alice.pk, ply=1, message_id="a")
    for message in ("a", "b", ""):
        assert services.undo(game.pk, alice.pk, ply=1, message_id=message).version == asked.version


def test_agreeing_twice_takes_back_once(game: Game, alice: Player, bob: Player):
    after = ask_and_agree(play(game, 0, 4, 8), alice, bob)
    again = services.undo(game.pk, bob.pk, ply=3, message_id="yes")
    assert again.version == after.version
    play(game, 7)  # now there are three moves again
    services.undo(game.pk, bob.pk, ply=3, message_id="yes")
    assert moves_of(game) == [0, 4, 7]
    assert reload(game).undo_by == ""


def test_declining_twice_changes_nothing(game: Game, alice: Player, bob: Player):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    declined = services.decline(game.pk, bob.pk, ply=1)
    assert services.decline(game.pk, bob.pk, ply=1).version == declined.version


def test_an_answer_that_comes_after_the_next_move_is_refused(game, alice, bob):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1)
    play(game, 4)
    with pytest.raises(errors.StaleMove):
        services.undo(game.pk, bob.pk, ply=1, message_id="yes")
    with pytest.raises(errors.NotAsked):
        services.decline(game.pk, bob.pk, ply=1)
    assert moves_of(game) == [0, 4]


def test_an_asking_that_was_answered_does_not_ask_again_when_it_comes_late(game, alice, bob):
    ask_and_agree(play(game, 0), alice, bob)
    before = play(game, 8)
    assert services.undo(game.pk, alice.pk, ply=1, message_id="ask").version == before.version
    assert reload(game).undo_by == ""


def test_an_asking_that_was_declined_is_answered_the_same_when_it_comes_late(game, alice, bob):
    play(game, 0)
    services.undo(game.pk, alice.pk, ply=1, message_id="ask")
    declined = services.decline(game.pk, bob.pk, ply=1, message_id="no")
    assert services.undo(game.pk, alice.pk, ply=1, message_id="ask").version == declined.version


def test_a_no_that_comes_late_declines_nothing_else(game, alice, bob):
    play(game, 0, 4)
    services.undo(game.pk, alice.pk, ply=2)
    services.decline(game.pk, bob.pk, ply=2, message_id="no")
    play(game, 8)
    ask_and_agree(game, alice, bob)  # two moves again
    asked = services.undo(game.pk, alice.pk, ply=2)
    assert services.decline(game.pk, bob.pk, ply=2, message_id="no").version == asked.version
    assert reload(game).undo_by == "X"


def test_the_same_id_from_another_player_is_another_message(game, alice, bob):
    ask_and_agree(play(game, 0), alice, bob)
    play(game, 8)
    assert services.undo(game.pk, alice.pk, ply=1, message_id="yes").undo_by == "X"


def test_a_move_that_was_taken_back_is_not_played_when_it_comes_late(game, alice, bob):
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m")
    after = ask_and_agree(game, alice, bob)
    assert (
        services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m").version
        == after.version
    )
    assert moves_of(game) == []
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="n")
    assert moves_of(game) == [4]


def test_the_id_of_a_message_says_nothing_about_other_moves(game, alice, bob):
    services.play_move(game.pk, alice.pk, ply=0, cell=4, message_id="m")
    ask_and_agree(game, alice, bob)
    services.play_move(game.pk, alice.pk, ply=0, cell=5, message_id="m")
    assert moves_of(game) == [5]


def test_the_opponents_moves_come_late_as_well(game, alice, bob):
    play(game, 0)
    services.play_move(game.pk, bob.pk, ply=1, cell=4, message_id="m")
    ask_and_agree(game, alice, bob)
    play(game, 8)
    before = reload(game).version
    assert services.play_move(game.pk, bob.pk, ply=1, cell=4, message_id="m").version == before
    assert moves_of(game) == [8]
