"""A new password, and the codes for one that is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Player
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
    codes = client.get("/account/codes/").context["codes"]
    assert len(codes) == 10
    client.post("/account/codes/")
    assert client.get("/account/codes/").context["codes"] == []
    lost, form = Client(), {"name": "ALICE", "code": f"{codes[3][:5]} {codes[3][5:]}"}
    link = lost.post("/account/lost-password/", form)["Location"]
    page = lost.get(link, follow=True)
    new = {"password1": "three other words", "password2": "three other words"}
    assert lost.post(page.context["action_url"], new).status_code == 302
    assert visitor(lost) == alice
    assert visitor(client) is None
    assert "do not belong together" in Client().post("/account/lost-password/", form).text
    assert "does not work any more" in Client().get(link, follow=True).text


ASKED = "/account/password/again/?next=%2Faccount%2Fcodes%2F"


def test_who_has_just_signed_up_sees_the_codes_but_not_for_long(settings: Any):
    client = Client()
    sign_up(client, "Grace")
    for _ in range(2):
        assert len(client.get("/account/codes/").context["codes"]) == 10
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert client.get("/account/codes/")["Location"] == ASKED
    assert client.post("/account/codes/")["Location"] == "/"


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
    assert len(here.get("/account/codes/").context["codes"]) == 10
    assert there.get("/account/codes/")["Location"] == ASKED


def test_new_codes_are_made_after_the_password_alone(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    old = [*RecoveryCodes(account_of(alice)).unused.values()]
    client.post("/account/codes/")
    asked = client.post("/account/codes/", {"renew": ""})["Location"]
    assert asked == ASKED
    assert client.post(asked, {"password": "wrong"}).status_code == 200
    assert client.post(asked, {"password": PASSWORD}).status_code == 302
    new = client.get("/account/codes/").context["codes"]
    assert len(new) == 10
    assert not {*new} & {*old}


def test_codes_that_people_have_written_down_go_on_working(alice: Player):
    codes = RecoveryCodes(account_of(with_account(alice)))
    codes.row.data["seed"] = "ab" * 40
    codes.row.save()
    assert [*codes.unused.values()][:2] == ["0631127622", "5778515582"]
    assert codes.use("5778515582")
    assert not codes.use("5778515582")
    assert len(codes.unused) == 9
