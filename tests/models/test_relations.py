"""How the two people of a game know each other: a fact that rematches keep, and nothing guesses."""

import pytest

from games.engine import Mark
from games.models import Game, Player, Relation
from games.people.friends import chat, views
from games.people.friends import services as friends
from games.people.profiles import achievements
from games.play import errors, services
from games.presentation import snapshots
from tests.people.lobby.seeks import two_who_met
from tests.playing import DRAW, X_WINS, create_game, play, reload, url

pytestmark = pytest.mark.django_db


def rematch(game: Game, times: int = 1) -> Game:
    for _ in range(times):
        game = services.rematch(play(game, *X_WINS).pk, game.x_id)
    return reload(game)


@pytest.fixture
def strangers_rematch(alice: Player, bob: Player) -> Game:
    return rematch(two_who_met(alice, bob), times=2)


def test_it_is_told_by_how_a_game_began(alice: Player, bob: Player, computer: Player):
    assert two_who_met(alice, bob).relation == Relation.STRANGERS
    assert services.create_game(host=alice, mark=Mark.X).relation == Relation.FRIENDS
    for opponent in (alice, computer):
        assert create_game(alice, opponent).relation is None


def test_strangers_stay_strangers_in_rematches(browse, alice, bob, strangers_rematch: Game):
    game = strangers_rematch
    assert (game.kind, game.relation) == (None, "strangers")
    with pytest.raises(chat.NoChat):
        chat.send_message(game.pk, alice.pk, text="I know where you live")
    with pytest.raises(errors.AlwaysPublic):
        services.set_public(game.pk, alice.pk, is_public=False)
    with pytest.raises(friends.NotToBeInvited):
        friends.invite(alice, game.pk, address=None, mark=Mark.X)
    assert not friends.recent_opponents(alice)
    assert not views.FRIENDS.applies(game)
    assert snapshots.summary(game)["is_timed"]  # nobody comes back some day
    page = browse(alice).get(url(game)).text
    assert '<input name="text"' not in page
    assert 'name="is_public"' not in page
    play(game, *DRAW)
    assert not achievements.COLLECTED[1].counts(bob).get(achievements.DRAW)


def test_friends_stay_friends_in_rematches(alice: Player, bob: Player):
    game = rematch(create_game(alice, bob))
    chat.send_message(game.pk, alice.pk, text="Well done")
    assert services.set_public(game.pk, alice.pk, is_public=False).is_public is False
    assert not snapshots.summary(game)["is_timed"]
