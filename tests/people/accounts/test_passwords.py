"""A new password, and the codes for one that is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from games.people.accounts import services
from games.people.accounts.recovery_codes import RecoveryCodes
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import (
    account_of,
    sign_in,
    sign_up,
    signed_in,
    visitor,
    write_password_again,
)

pytestmark = pytest.mark.django_db


def test_a_new_password_ends_the_other_browsers(alice: Player):
    with_account(alice)
    here, there = signed_in(alice), signed_in(alice)
    data = {"oldpassword": PASSWORD, "password1": "three other words"}
    response = here.post("/account/password/", {**data, "password2": data["password1"]})
    assert response["Location"] == "/account/"
    assert visitor(here) == alice
    assert visitor(there) is None
    assert sign_in(Client(), "Alice", data["password1"]).status_code == 302


def test_a_code_lets_in_once_and_leads_to_a_new_password(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    write_password_again(client)
    [code] = client.get("/account/codes/").context["codes"]
    assert re.fullmatch(r"([A-Z2-7]{4} ){3}[A-Z2-7]{4}", code)
    assert client.post("/account/codes/", {"next": "/games/"})["Location"] == "/games/"
    assert client.get("/account/codes/").context["codes"] == []
    misread = code.lower().replace("o", "0").replace("i", "1").replace("b", "8").replace(" ", "-")
    lost, form = Client(), {"name": "ALICE", "code": misread}
    link = lost.post("/account/lost-password/", form)["Location"]
    page = lost.get(link, follow=True)
    new = {"password1": "three other words", "password2": "three other words"}
    assert lost.post(page.context["action_url"], new).status_code == 302
    assert visitor(lost) == alice
    assert visitor(client) is None
    assert "do not belong together" in Client().post("/account/lost-password/", form).text
    assert "does not work any more" in Client().get(link, follow=True).text


NEW = {"password1": "three other words", "password2": "three other words"}


def link_by_code(client: Client, player: Player) -> str:
    [code] = RecoveryCodes(account_of(player)).unused
    return client.post("/account/lost-password/", {"name": player.name, "code": code})["Location"]


def test_a_code_is_not_spent_before_the_new_password_is_set(alice: Player):
    with_account(alice)
    lost = Client()
    for _ in range(2):
        page = lost.get(link_by_code(lost, alice), follow=True)
        assert len(RecoveryCodes(account_of(alice)).unused) == 1
        assert "do not match" not in page.text
    elsewhere = signed_in(alice)
    data = {"oldpassword": PASSWORD, "password1": "yet three words"}
    elsewhere.post("/account/password/", {**data, "password2": data["password1"]})
    assert len(RecoveryCodes(account_of(alice)).unused) == 1
    assert lost.post(page.context["action_url"], NEW).status_code == 302
    assert RecoveryCodes(account_of(alice)).unused == []
    assert visitor(lost) == alice
    assert visitor(elsewhere) is None
    assert account_of(alice).check_password(NEW["password1"])


def test_two_who_have_come_by_one_code_do_not_both_set_a_password(alice: Player):
    with_account(alice)
    first, second = Client(), Client()
    pages = [client.get(link_by_code(client, alice), follow=True) for client in (first, second)]
    key = second.session["_password_reset_key"]
    assert first.post(pages[0].context["action_url"], NEW).status_code == 302
    other = {"password1": "some other words", "password2": "some other words"}
    assert "does not work any more" in second.post(pages[1].context["action_url"], other).text
    with pytest.raises(services.LinkUsed):
        services.set_password(account_of(alice), other["password1"], key=key)
    assert account_of(alice).check_password(NEW["password1"])


def test_a_key_of_a_code_is_of_its_account_alone(alice: Player, bob: Player):
    link = link_by_code(Client(), with_account(alice))
    forged = link.replace(
        *(user_pk_to_url_str(account_of(p)) + "-" for p in (alice, with_account(bob)))
    )
    assert forged != link
    assert "does not work any more" in Client().get(forged, follow=True).text


@pytest.mark.parametrize(
    "typed", ["schöne drei Wörter", "scho\u0308ne\u00a0drei\u3000Wo\u0308rter"]
)
def test_a_password_is_the_same_on_every_keyboard(alice: Player, typed: str):
    with_account(alice, "schöne\u2009drei Wörter")
    assert sign_in(Client(), "Alice", typed).status_code == 302
    client = signed_in_by(typed)
    data = {"oldpassword": typed, "password1": "e\u0301tes-vous l\u00e0"}
    changed = client.post("/account/password/", {**data, "password2": data["password1"]})
    assert changed.status_code == 302
    assert sign_in(Client(), "Alice", "étes-vous là").status_code == 302
    assert sign_in(Client(), "Alice", "Étes-vous là").status_code == 200


def signed_in_by(password: str) -> Client:
    client = Client()
    sign_in(client, "Alice", password)
    return client


def test_an_older_hash_is_tried_as_typed(alice: Player):
    with_account(alice)
    typed = "scho\u0308ne drei\u00a0Worte"
    as_typed = MD5PasswordHasher().encode(typed, "salt")
    User.objects.filter(pk=account_of(alice).pk).update(password=as_typed)
    assert sign_in(Client(), "Alice", "schöne drei Worte").status_code == 200
    assert sign_in(Client(), "Alice", typed).status_code == 302


ASKED = "/account/password/again/?next=%2Faccount%2Fcodes%2F"


def test_who_has_just_signed_up_sees_the_codes_but_not_for_long(settings: Any):
    client = Client()
    sign_up(client, "Grace")
    for _ in range(2):
        assert len(client.get("/account/codes/").context["codes"]) == 1
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert client.get("/account/codes/")["Location"] == ASKED
    assert client.post("/account/codes/")["Location"] == "/"


def test_one_more_code_is_shown_alone_until_there_are_ten(alice: Player):
    client = signed_in(with_account(alice))
    write_password_again(client)
    [first] = client.get("/account/codes/").context["codes"]
    for _ in range(12):
        client.post("/account/codes/")
        shown = client.post("/account/codes/", {"add": ""}, follow=True).context["codes"]
        assert len(shown) < 2
        assert first not in shown
    codes = RecoveryCodes(account_of(alice))
    assert len({*codes.unused}) == 10
    assert "One more code" not in client.get("/account/codes/").text
    assert all(map(codes.use, codes.unused))


def test_a_browser_left_open_shows_no_codes(alice: Player):
    here, there = signed_in(with_account(alice)), Client()
    link = here.post("/device/").context["link"].removeprefix("http://testserver")
    there.post(link)
    for client in (here, there):
        assert visitor(client) == alice
        for answer in (
            client.get("/account/codes/"),
            client.post("/account/codes/", {"renew": ""}),
        ):
            assert answer["Location"] == ASKED
    write_password_again(here)
    assert len(here.get("/account/codes/").context["codes"]) == 1
    assert there.get("/account/codes/")["Location"] == ASKED


def test_new_codes_are_made_after_the_password_alone(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    old = RecoveryCodes(account_of(alice)).unused
    client.post("/account/codes/")
    asked = client.post("/account/codes/", {"renew": ""})["Location"]
    assert asked == ASKED
    assert client.post(asked, {"password": "wrong"}).status_code == 200
    assert client.post(asked, {"password": PASSWORD}).status_code == 302
    client.post("/account/codes/")
    codes = RecoveryCodes(account_of(alice))
    assert len(codes.unused) == 1
    assert not any(map(codes.use, old))


def test_codes_that_people_have_written_down_go_on_working(alice: Player):
    account = account_of(with_account(alice))
    codes = RecoveryCodes(account)
    codes.row.data = {"seed": "ab" * 40, "used_mask": 0, "viewed_at": 1.0}
    codes.row.save()
    codes = RecoveryCodes(account)
    assert [*codes.unused][:2] == ["0631127622", "5778515582"]
    assert codes.use("57785 15582")
    assert not codes.use("5778515582")
    assert (len(codes.unused), codes.unseen, codes.may_have_more) == (9, [], False)


def test_ten_codes_that_nobody_has_seen_become_one(alice: Player):
    account = account_of(with_account(alice))
    row = RecoveryCodes(account).row
    row.data = {"seed": "ab" * 40, "used_mask": 0}
    row.save()
    assert len(RecoveryCodes(account).unseen) == 1
