from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from games.models import Player
from games.people.accounts.services import lock
from games.people.moderation.models import Restriction
from games.people.moderation.restrictions import silence
from tests.accounts import with_account
from tests.staff.staff import member

pytestmark = pytest.mark.django_db

LIST = "/admin/games/restriction/"


def test_viewers_read_the_list_and_change_nothing(alice: Player):
    staff = member("Viewers")
    silence(alice, 7)
    assert "Alice" in staff.get(LIST).text
    assert staff.post(f"{LIST}{Restriction.objects.get().pk}/delete/").status_code == 403


def test_a_lock_that_is_deleted_is_over(alice: Player, bob: Player):
    with_account(alice)
    silence(bob, 7)
    for player in Player.objects.people():
        lock(player, 7)
    staff = member("Moderators")
    rows = [str(row.pk) for row in Restriction.objects.all()]
    for row in rows[:1]:
        assert staff.post(f"{LIST}{row}/delete/", {"post": "yes"}).status_code == 302
    action = {"action": "delete_selected", "_selected_action": rows[1:], "post": "yes"}
    assert staff.post(LIST, action).status_code == 302
    assert not Restriction.objects.exists()
    assert not User.objects.filter(is_active=False).exists()
