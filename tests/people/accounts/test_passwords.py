import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from games.people.accounts import services
from games.people.accounts.recovery_codes import RecoveryCodes
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import (
    NEW_PASSWORD,
    account_of,
    lost,
    sign_in,
    sign_up,
    signed_in,
    visitor,
    write_password_again,
)


def test_a_code_lets_in_once_with_a_new_password(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    write_password_again(client)
    [code] = client.get("/account/codes/").context["codes"]
    assert re.fullmatch(r"([A-Z2-7]{4} ){3}[A-Z2-7]{4}", code)
    assert client.post("/account/codes/", {"next": "/games/"})["Location"] == "/games/"
    assert client.get("/account/codes/").context["codes"] == []
    misread = code.lower().replace("o", "0").replace("i", "1").replace("b", "8").replace(" ", "-")
    browser = Client()
    assert "too short" in lost(browser, "Alice", code, "short").text
    assert "too common" in lost(browser, "Alice", code, "password123").text
    assert lost(browser, "ALICE", misread).status_code == 302
    assert visitor(browser) == alice
    assert visitor(client) is None
    assert account_of(alice).check_password(NEW_PASSWORD)
    assert "do not belong together" in lost(Client(), "Alice", code).text


def test_a_new_password_ends_the_other_browsers(alice: Player):
    with_account(alice)
    here, there = signed_in(alice), signed_in(alice)
    data = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert here.post("/account/password/", data)["Location"] == "/account/"
    assert visitor(here) == alice
    assert visitor(there) is None
    assert sign_in(Client(), "Alice", NEW_PASSWORD).status_code == 302


def test_of_two_who_use_one_code_at_once_one_sets_a_password(alice: Player):
    account = account_of(with_account(alice))
    [code] = RecoveryCodes(account).unused
    assert services.set_password(account, NEW_PASSWORD, code=code)
    assert not services.set_password(account_of(alice), "some other words", code=code)
    assert account_of(alice).check_password(NEW_PASSWORD)


def test_a_code_is_of_its_account_alone_and_outlives_a_new_password(alice: Player, bob: Player):
    [code] = RecoveryCodes(account_of(with_account(alice))).unused
    with_account(bob)
    assert "do not belong together" in lost(Client(), "Bob", code).text
    services.set_password(account_of(alice), "yet three words")
    assert lost(Client(), "Alice", code).status_code == 302


@pytest.mark.parametrize(
    "typed", ["schöne drei Wörter", "scho\u0308ne\u00a0drei\u3000Wo\u0308rter"]
)
def test_a_password_is_the_same_on_every_keyboard(alice: Player, typed: str):
    with_account(alice, "schöne\u2009drei Wörter")
    assert sign_in(Client(), "Alice", typed).status_code == 302
    sign_in(client := Client(), "Alice", typed)
    data = {"oldpassword": typed, "password1": "e\u0301tes-vous l\u00e0"}
    changed = client.post("/account/password/", {**data, "password2": data["password1"]})
    assert changed.status_code == 302
    assert sign_in(Client(), "Alice", "étes-vous là").status_code == 302
    assert sign_in(Client(), "Alice", "Étes-vous là").status_code == 200


def test_an_older_hash_is_tried_as_typed(alice: Player):
    with_account(alice)
    typed = "scho\u0308ne drei\u00a0Worte"
    as_typed = MD5PasswordHasher().encode(typed, "salt")
    User.objects.filter(pk=account_of(alice).pk).update(password=as_typed)
    assert sign_in(Client(), "Alice", "schöne drei Worte").status_code == 200
    assert sign_in(Client(), "Alice", typed).status_code == 302


ASKED = "/account/password/again/?next=%2Faccount%2Fcodes%2F"


def test_who_has_just_signed_up_sees_the_code_but_not_for_long(settings):
    client = Client()
    sign_up(client, "Grace")
    for _ in range(2):
        assert len(client.get("/account/codes/").context["codes"]) == 1
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert client.get("/account/codes/")["Location"] == ASKED
    assert client.post("/account/codes/")["Location"] == "/"


def test_a_browser_left_open_shows_and_makes_no_codes(alice: Player):
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
    old = RecoveryCodes(account_of(alice)).unused
    assert here.post(ASKED, {"password": "wrong"}).status_code == 200
    assert here.post(ASKED, {"password": PASSWORD}).status_code == 302
    assert here.post("/account/codes/", {"renew": ""})["Location"] == "/account/codes/"
    assert len(here.get("/account/codes/").context["codes"]) == 1
    assert there.get("/account/codes/")["Location"] == ASKED
    codes = RecoveryCodes(account_of(alice))
    assert len(codes.unused) == 1
    assert not any(map(codes.use, old))


def test_codes_that_people_have_written_down_go_on_working(alice: Player):
    account = account_of(with_account(alice))
    row, ten = RecoveryCodes(account).row, {"seed": "ab" * 40, "used_mask": 0}
    row.data = {**ten, "viewed_at": 1.0}
    row.save()
    codes = RecoveryCodes(account)
    assert [*codes.unused][:2] == ["0631127622", "5778515582"]
    assert codes.use("57785 15582")
    assert not codes.use("5778515582")
    assert (len(codes.unused), codes.unseen) == (9, [])
    row.data = ten  # which nobody has seen
    row.save()
    assert len(RecoveryCodes(account).unseen) == 1
