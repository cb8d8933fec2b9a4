import pytest

from games.models import Game, Player
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import play, reload

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hint_is_noted_with_its_ply(computer_game: Game, alice: Player):
    game = play(computer_game, 4, 0)
    assert services.find_game_for_hint(game.pk, alice.pk, ply=2).board == game.board
    noted = services.use_hint(game.pk, alice.pk, ply=2)
    assert (noted.hints, noted.version) == (1, game.version + 1)
    assert [str(hint) for hint in noted.hinted.all()] == ["before move 3"]
    assert snapshots.take(noted)["hints"] == 1


def test_a_hint_in_the_same_position_counts_once(computer_game: Game, alice: Player):
    once = services.use_hint(computer_game.pk, alice.pk, ply=0)
    again = services.use_hint(computer_game.pk, alice.pk, ply=0)
    assert (again.hints, again.version) == (1, once.version)


def test_hints_are_not_forgotten_when_moves_are_taken_back(computer_game: Game, alice: Player):
    services.use_hint(play(computer_game, 4, 0).pk, alice.pk, ply=2)
    back = services.undo(computer_game.pk, alice.pk, ply=2)
    assert back.hints == 1
    assert services.use_hint(play(back, 0, 4).pk, alice.pk, ply=2).hints == 2


@pytest.mark.parametrize("service", [services.find_game_for_hint, services.use_hint])
def test_it_is_refused_where_there_is_none(service, computer_game: Game, game: Game, alice, bob):
    with pytest.raises(errors.NoHints):
        service(game.pk, alice.pk, ply=0)
    with pytest.raises(errors.NotYourGame):
        service(computer_game.pk, bob.pk, ply=0)
    with pytest.raises(errors.StaleMove):
        service(computer_game.pk, alice.pk, ply=2)
    services.play_move(computer_game.pk, alice.pk, ply=0, cell=4)
    with pytest.raises(errors.NotYourTurn):
        service(computer_game.pk, alice.pk, ply=1)
    services.resign(computer_game.pk, alice.pk)
    with pytest.raises(errors.GameOver):
        service(computer_game.pk, alice.pk, ply=1)
    with pytest.raises(errors.NoSuchGame):
        service("nothing", alice.pk, ply=1)
    assert reload(computer_game).hints == 0
