import re

import pytest
from django.core import mail
from django.test import Client

from games.models import Player
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in, visitor, write_password_again

ADDRESS = "alice@example.org"


@pytest.fixture
def _mail(settings) -> None:
    settings.HAS_EMAIL = True


def link_in_mail() -> str:
    assert mail.outbox[-1].to == [ADDRESS]
    return re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)[1]


@pytest.mark.usefixtures("_mail")
def test_a_lost_password_is_replaced_by_mail(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    new = {"email": ADDRESS, "action_add": ""}
    for answer in (client.get("/account/email/"), client.post("/account/email/", new)):
        assert answer["Location"] == "/account/password/again/?next=%2Faccount%2Femail%2F"
    write_password_again(client)
    client.post("/account/email/", new)
    page = client.get("/account/email/").text
    assert ADDRESS in page
    assert 'name="action_add"' not in page
    confirm = link_in_mail()
    assert "Is alice@example.org yours?" in client.get(confirm).text
    assert client.post(confirm).status_code == 302
    lost = Client()
    assert "Send me a link" in lost.get("/account/lost-password/").text
    lost.post("/account/lost-password/email/", {"email": ADDRESS})
    assert "Hello Alice" in mail.outbox[-1].body
    form = lost.get(link_in_mail(), follow=True).context["action_url"]
    new = {"password1": "three other words", "password2": "three other words"}
    lost.post(form, new)
    assert visitor(lost) == alice
    assert visitor(client) is None
    lost.post("/account/email/", {"email": ADDRESS, "action_remove": ""})
    write_password_again(lost, new["password1"])
    lost.post("/account/email/", {"email": ADDRESS, "action_remove": ""})
    assert 'name="action_add"' in lost.get("/account/email/").text


@pytest.mark.usefixtures("_mail")
def test_an_address_that_nobody_has_is_answered_alike_and_gets_no_mail():
    response = Client().post("/account/lost-password/email/", {"email": "no@example.org"})
    assert response["Location"] == "/account/lost-password/email/sent/"
    assert "on its way" in Client().get(response["Location"]).text
    assert not mail.outbox


def test_without_a_mail_server_nothing_is_asked_or_offered(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    assert "E-mail" not in client.get("/account/").text
    assert "Send me a link" not in client.get("/account/lost-password/").text
    for page in ("email/", "email/key/", "lost-password/email/", "lost-password/email/sent/"):
        assert client.get(f"/account/{page}").status_code == 404
