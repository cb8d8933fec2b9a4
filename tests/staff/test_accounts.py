"""What staff see of accounts, and what they do to them."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from tests.accounts import with_account
from tests.people.accounts.accounts import account_of, sign_in, signed_in, visitor
from tests.staff.staff import member

pytestmark = pytest.mark.django_db

PLAYERS = "/admin/games/player/"


def act(staff: Client, action: str, *players: Player):
    chosen = [str(player.pk) for player in players]
    data = {"action": action, "_selected_action": chosen, "confirmed": "yes"}
    return staff.post(PLAYERS, data, follow=True)


def test_accounts_are_listed_among_the_players(alice: Player, bob: Player, charlie: Player):
    with_account(alice)
    signed_in(with_account(bob))
    act(staff := member("Moderators"), "lock_accounts", bob)
    page = staff.get(PLAYERS).text
    assert "signed in last never" in page
    assert page.count("locked, since") == 1
    for kind, listed in (("account", {alice, bob}), ("locked", {bob})):
        assert set(staff.get(f"{PLAYERS}?kind={kind}").context["cl"].queryset) == listed
    assert "since" in staff.get(f"{PLAYERS}{alice.pk}/change/").text


def test_moderators_lock_and_unlock_an_account(alice: Player, bob: Player):
    client = signed_in(with_account(alice))
    staff = member("Moderators")
    assert "Lock out: 2 done." in act(staff, "lock_accounts", alice, bob).text
    assert client.get("/").status_code == sign_in(Client(), "Alice").status_code == 403
    assert "Unlock: 2 done." in act(staff, "unlock_accounts", alice, bob).text
    assert visitor(signed_in(alice)) == alice
    log = [entry.change_message for entry in LogEntry.objects.order_by("pk")]
    assert log == ["Locked out."] * 2 + ["Unlocked."] * 2


def test_a_link_from_staff_leads_to_a_new_password_once(alice: Player):
    with_account(alice)
    page = act(member("Moderators"), "make_password_link", alice).text
    assert LogEntry.objects.get().change_message == "Made a link to a new password."
    link = re.search(r"http://testserver(/account/password/[\w/-]+/)", page)[1]
    lost = Client()
    form = lost.get(link, follow=True).context["action_url"]
    new = {"password1": "three other words", "password2": "three other words"}
    assert lost.post(form, new).status_code == 302
    assert visitor(lost) == alice
    assert "does not work any more" in Client().get(link, follow=True).text


def test_nobody_gets_at_the_account_of_a_member_of_staff(alice: Player):
    with_account(alice)
    User.objects.filter(pk=account_of(alice).pk).update(is_staff=True)
    staff = member("Moderators")
    for action in ("lock_accounts", "make_password_link"):
        assert "/account/password/" not in act(staff, action, alice).text
    assert account_of(alice).is_active
    assert not LogEntry.objects.exists()


def test_accounts_are_no_members_of_staff_and_no_secret_is_shown(admin_client, alice: Player):
    with_account(alice)
    listed = admin_client.get("/admin/auth/user/").context["cl"].queryset
    assert [user.username for user in listed] == ["admin"]
    for page in ("mfa/authenticator", "account/emailaddress", "usersessions/usersession"):
        assert admin_client.get(f"/admin/{page}/").status_code == 404
