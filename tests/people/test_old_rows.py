from datetime import timedelta

import pytest

from games.engine import clock
from games.models import Game, Player
from games.models.moves import ProcessedMessage
from games.ops import periodic_tasks
from games.people.friends.models import Invitation, Notification
from games.people.friends.notifications import remove_old_notifications
from games.people.friends.services import remove_old_invitations
from games.people.lobby.models import Seek
from games.people.lobby.services import remove_old_seeks
from games.play import services
from tests.people.lobby.seeks import two_who_met
from tests.playing import X_WINS, play

YEAR, TWO_DAYS = timedelta(days=365), timedelta(days=2)


def test_each_is_a_periodic_task():
    assert {remove_old_seeks, remove_old_invitations, remove_old_notifications, services.purge} <= {
        *periodic_tasks.TASKS
    }


def test_notifications_of_yesterday(game: Game, alice: Player, bob: Player):
    for player, ago in ((alice, TWO_DAYS), (bob, timedelta(minutes=5))):
        Notification.objects.create(game=game, player=player, kind="turn", at=clock.now() - ago)
    assert remove_old_notifications() == 1
    assert Notification.objects.get().player == bob


def test_invitations_that_ended(invitation: Game, game: Game, bob: Player):
    for each in (invitation, game):
        Invitation.objects.create(game=each, player=bob)
    assert remove_old_invitations() == 0
    Game.objects.update(touched_at=clock.now() - TWO_DAYS)
    assert remove_old_invitations() == 1
    assert Invitation.objects.get().game == invitation


def test_what_was_looked_for_in_games_that_are_over(alice: Player, bob: Player):
    game = two_who_met(alice, bob)
    Seek.objects.update(since=clock.now() - YEAR)
    assert remove_old_seeks() == 0
    services.resign(game.pk, alice.pk)
    assert remove_old_seeks() == 1
    assert Game.objects.get() == game


def test_messages_to_games_that_ended_a_day_ago(game: Game, alice: Player):
    ProcessedMessage.objects.create(game=game, player=alice, message="a")
    services.purge()
    play(game, *X_WINS)
    services.purge()
    assert ProcessedMessage.objects.exists()
    Game.objects.update(finished_at=clock.now() - TWO_DAYS)
    services.purge()
    assert not ProcessedMessage.objects.exists()


def test_so_many_at_a_time(game: Game, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(periodic_tasks, "REMOVED_AT_ONCE", 1)
    for player in (alice, bob):
        Notification.objects.create(
            game=game, player=player, kind="turn", at=clock.now() - TWO_DAYS
        )
    assert [remove_old_notifications() for _ in range(3)] == [1, 1, 0]
