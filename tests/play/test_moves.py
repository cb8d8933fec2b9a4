import pytest

from games.models import Game, Move, Player
from games.play import errors, services
from tests.playing import play, reload


def test_the_constraints_have_the_last_word(game: Game, alice: Player):
    Move.objects.create(game=game, ply=0, cell=8)  # by a hand that skipped the services
    with pytest.raises(errors.StaleMove):
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert reload(game).ply == 0


def test_a_move_that_cannot_be_shown_is_not_stored(game: Game, alice: Player, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(Game, "claim_in", None)
        with pytest.raises(TypeError):
            services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert reload(game).record == []
    assert play(game, 4).record == [4]


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
