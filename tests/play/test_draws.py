import pytest

from games.engine import Mark
from games.models import Game, GameEvent, Player
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import play, reload


def request_of(game: Game) -> object:
    return snapshots.take(reload(game))["draw"]


def test_both_agree_to_a_draw(game: Game, alice: Player, bob: Player):
    play(game, 4)
    services.draw(game.pk, alice.pk, ply=1, message_id="offer")
    assert request_of(game) == {"by": "X", "is_declined": False, "declined_to": None}
    drawn = services.draw(game.pk, bob.pk, ply=1, message_id="yes")
    assert (drawn.status, drawn.winner, drawn.reason) == ("finished", "", "agreed")
    assert services.draw(game.pk, bob.pk, ply=1).version == drawn.version
    words = [snapshots.state_for(drawn, who)["words"] for who in (alice.pk, None)]
    assert words == ["It's a draw. You both agreed.", "It's a draw. Both players agreed."]


def test_after_a_no_a_draw_is_offered_again_only_after_the_next_move(game, alice, bob):
    services.draw(game.pk, alice.pk, ply=0)
    declined = services.decline(game.pk, bob.pk, kind="draw", ply=0)
    assert request_of(game) == {"by": None, "is_declined": True, "declined_to": "X"}
    assert services.decline(game.pk, bob.pk, kind="draw", ply=0).version == declined.version
    for player in (alice, bob):
        with pytest.raises(errors.DrawDeclined):
            services.draw(game.pk, player.pk, ply=0)
    play(game, 4)
    assert services.draw(game.pk, alice.pk, ply=1).draw_by == "X"


def test_who_offers_may_think_again_and_is_told_of_no_refusal(game: Game, alice: Player):
    services.draw(game.pk, alice.pk, ply=0)
    services.decline(game.pk, alice.pk, kind="draw", ply=0)
    assert request_of(game) == {"by": None, "is_declined": True, "declined_to": None}
    kinds = list(GameEvent.objects.values_list("kind", flat=True))
    assert kinds == ["draw_offered", "draw_withdrawn"]


def test_the_next_move_ends_an_offer_and_a_late_yes_ends_nothing(game, alice, bob):
    services.draw(game.pk, bob.pk, ply=0)
    play(game, 4)
    assert request_of(game) == {"by": None, "is_declined": False, "declined_to": None}
    with pytest.raises(errors.StaleMove):
        services.draw(game.pk, alice.pk, ply=0)
    with pytest.raises(errors.NotOffered):
        services.decline(game.pk, alice.pk, kind="draw", ply=0)


@pytest.mark.parametrize("opponent", ["computer", "alice"])
def test_no_draw_is_offered_to_the_computer_nor_at_a_shared_screen(request, alice, opponent):
    guest = request.getfixturevalue(opponent)
    game = services.create_game(host=alice, mark=Mark.X, guest=guest)
    assert request_of(game) is None
    with pytest.raises(errors.NoDraw):
        services.draw(game.pk, alice.pk, ply=0)
