from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import Mark
from games.models import Game, HiddenName, Player, Transfer, names
from games.play import errors, people, services
from games.presentation import snapshots
from games.web import players
from games.web.sessions import SessionStore, sign_in
from tests.playing import X_WINS, play, reload


@pytest.mark.django_db(transaction=True)
def test_a_name_is_shown_in_a_few_games_a_transaction(alice: Player, bob: Player):
    for _ in range(2 * people.BATCH_SIZE + 1):
        services.create_game(host=alice, mark=Mark.X, guest=bob)
    with CaptureQueriesContext(connection) as queries:
        services.rename_player(alice, name="Grace")
    assert [query["sql"] for query in queries].count("COMMIT") == 1 + 3
    assert set(Game.objects.values_list("version", flat=True)) == {2}


def test_names_are_limited_for_visitors_and_not_for_staff(alice: Player):
    for _ in range(20):
        services.rename_player(alice, name="Grace")
    for _ in range(10):
        services.rename_player(alice, name="Grace", address="192.0.2.7")
    with pytest.raises(errors.RateLimited):
        services.rename_player(alice, name="Ada", address="192.0.2.7")
    alice.refresh_from_db()
    assert alice.name == "Grace"


def test_who_has_a_hidden_name_gets_another_which_open_games_show(game: Game, alice: Player):
    services.hide_name(alice)
    alice.refresh_from_db()
    assert alice.name != "Alice"
    assert names.clean(alice.name) == alice.name
    assert reload(game).version == game.version + 1
    assert reload(game).seat_name("X") == alice.name


@pytest.mark.parametrize("name", ["Alice", "aLICE", "A l i c e", "\u0410lice"])
def test_nobody_takes_a_hidden_name_nor_one_that_looks_like_it(alice, bob, name: str):
    services.hide_name(alice)
    for player in (alice, bob):
        with pytest.raises(errors.NameHidden):
            services.rename_player(player, name=name)
    services.rename_player(alice, name="Alicia")
    assert HiddenName.objects.get().name == "Alice"


def test_a_hidden_name_of_signs_alone_hides_no_other(alice: Player, bob: Player):
    services.rename_player(alice, name="***")
    services.hide_name(alice)
    services.rename_player(bob, name="+++")
    with pytest.raises(errors.NameHidden):
        services.rename_player(bob, name="***")


def test_a_name_that_was_changed_meanwhile_is_not_hidden(alice: Player):
    services.rename_player(Player.objects.get(pk=alice.pk), name="Grace")
    with pytest.raises(errors.NameChanged):
        services.hide_name(alice)
    alice.refresh_from_db()
    assert alice.name == "Grace"
    assert not HiddenName.objects.exists()


def test_name_and_identity_go_and_the_games_stay(game: Game, alice: Player, bob: Player):
    play(game, *X_WINS)
    device = SessionStore()
    sign_in(device, alice.credential)
    services.offer_transfer(alice)
    services.forget_player(alice)
    alice.refresh_from_db()
    assert (alice.name, alice.token) == (names.FORMER, "")
    assert alice.forgotten_at is not None
    assert players.id_in(device) is None
    assert not Transfer.objects.exists()
    assert reload(game).seat_name("X") == names.FORMER
    assert (reload(game).winner, reload(game).o) == ("X", bob)


def test_who_was_forgotten_plays_no_rematch(game: Game, alice: Player, bob: Player):
    play(game, *X_WINS)
    assert snapshots.state_for(reload(game), bob.pk)["may_rematch"]
    services.forget_player(alice)
    with pytest.raises(errors.OpponentLeft):
        services.rematch(game.pk, bob.pk)
    state = snapshots.state_for(reload(game), bob.pk)
    assert not state["may_rematch"]
    words = "X was faster. Three in a row. The other player has left for good."
    assert state["words"] == words
    assert "good" not in snapshots.state_for(reload(game), None)["words"]
    assert not Game.objects.exclude(pk=game.pk).exists()


def test_open_games_are_resigned_and_invitations_withdrawn(game, invitation, alice, computer):
    alone = services.create_game(host=alice, mark=Mark.X, guest=alice)
    against = services.create_game(host=alice, mark=Mark.O, guest=computer)
    services.forget_player(alice)
    assert (reload(game).winner, reload(game).reason) == ("O", Game.Reason.RESIGNED)
    assert reload(invitation).reason == Game.Reason.WITHDRAWN
    assert reload(against).winner == "X"
    assert reload(alone).status == Game.Status.FINISHED


def test_a_request_from_before_gives_no_name_back(alice: Player):
    services.forget_player(Player.objects.get(pk=alice.pk))
    with pytest.raises(errors.SignedOut):
        services.rename_player(alice, name="Ada", address="192.0.2.1")
    alice.refresh_from_db()
    assert alice.name == names.FORMER


def create_old_player(**fields: object) -> Player:
    player = Player.objects.create(**fields)
    Player.objects.filter(pk=player.pk).update(created_at=timezone.now() - timedelta(hours=25))
    return player


def test_people_who_never_played_are_removed_after_a_day(game: Game, computer: Player):
    Player.objects.update(created_at=timezone.now() - timedelta(days=9))
    new, old = Player.objects.create(name="New"), create_old_player(name="Old")
    services.offer_transfer(old)
    assert services.purge() == 1
    assert set(Player.objects.all()) == {game.x, game.o, computer, new}
    assert services.purge() == 0


def test_people_with_an_account_stay_before_they_have_played(db):
    player = create_old_player(user=User.objects.create_user("ada"))
    assert services.purge() == 0
    assert player.has_account


def test_spent_links_and_expired_sessions_are_removed(alice: Player, bob: Player):
    services.accept_transfer(services.offer_transfer(alice))
    services.offer_transfer(alice)
    Transfer.objects.filter(used_at=None).update(created_at=timezone.now() - timedelta(hours=1))
    services.offer_transfer(bob)
    for player in (alice, bob):
        session = SessionStore()
        sign_in(session, player.credential)
        session.save()
    Session.objects.filter(pk=session.session_key).update(expire_date=timezone.now())
    services.purge()
    assert [transfer.player for transfer in Transfer.objects.all()] == [bob]
    assert Session.objects.count() == 1
