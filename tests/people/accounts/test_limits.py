from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from games.models import Player
from games.people.accounts import services, views
from games.people.accounts.recovery_codes import RecoveryCodes
from games.play import errors
from games.web import passwords
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import account_of, lost, sign_in, sign_up, signed_in
from tictactoe_site import request_queue


def browser(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def guess(name: str, count: int, address: str = "192.0.2.7") -> None:
    for _ in range(count):
        assert "do not belong together" in sign_in(browser(address), name, "wrong").text


def test_guessing_a_password_is_refused_with_the_time_to_wait(alice: Player):
    with_account(alice)
    guess("Alice", 10)
    for password in ("wrong", PASSWORD):
        response = sign_in(browser("192.0.2.7"), "ALICE", password)
        assert "That is a lot of wrong passwords. Please wait 10 min" in response.text
    assert {sign_in(browser("192.0.2.8"), "Alice").status_code for _ in range(12)} == {302}


def test_a_browser_that_was_signed_in_is_locked_out_by_nobody(alice: Player, bob: Player):
    account, _ = account_of(with_account(alice)), with_account(bob)
    known, mallory = browser("192.0.2.7"), browser("192.0.2.7")
    for client, name in ((known, "Bob"), (known, "Alice"), (mallory, "Bob")):
        assert sign_in(client, name).status_code == 302
        client.post("/account/sign-out/")
    for number in range(10):
        guess("Alice", 10, f"192.0.2.{number}")
    assert "Please wait" in sign_in(browser("198.51.100.1"), "Alice").text
    assert "Please wait" in sign_in(mallory, "Alice").text
    mallory.cookies["browser"] = f"key {account.pk}"
    assert "Please wait" in sign_in(mallory, "Alice").text
    for name in ("Alice", "Bob"):
        assert sign_in(known, name).status_code == 302
        known.post("/account/sign-out/")


def test_a_browser_that_was_signed_in_may_guess_no_more_than_others(alice: Player):
    client = signed_in(with_account(alice))
    for _ in range(5):
        form = client.post("/account/password/again/", {"password": "wrong"})
        assert "Incorrect password" in form.text
    client.post("/account/sign-out/")
    for _ in range(5):
        assert "do not belong together" in sign_in(client, "Alice", "wrong").text
    assert "Please wait 10 min" in sign_in(client, "Alice").text
    assert sign_in(browser("192.0.2.7"), "Alice").status_code == 302


def test_guessing_codes_counts_as_guessing_passwords(alice: Player):
    account = account_of(with_account(alice))
    [right] = RecoveryCodes(account).unused
    known = signed_in(alice)
    for _ in range(10):
        assert "do not belong together" in lost(browser("192.0.2.7"), "Alice").text
    assert "Please wait 10 min" in lost(browser("192.0.2.7"), "Alice", right).text
    assert "Please wait 10 min" in sign_in(browser("192.0.2.7"), "Alice").text
    assert lost(known, "Alice", right).status_code == 302


def test_so_many_sign_ups_may_come_from_an_address(settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    assert sign_up(browser("192.0.2.7"), "Grace", "short").status_code == 200
    response = sign_up(browser("192.0.2.7"), "Grace")
    assert response.status_code == 429
    assert "Please wait" in response.text
    assert sign_up(browser("192.0.2.8"), "Grace").status_code == 302


@pytest.fixture
def _crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_queue, "PASSWORD_PLACES", 0)
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 0)


def check_busy(response: HttpResponse) -> None:
    assert response.status_code == 429
    assert "Very many are signing in" in response.text
    assert PASSWORD not in response.text


def test_whoever_waits_in_vain_gets_the_form_as_it_was_typed(alice: Player, request):
    client = signed_in(with_account(alice))
    link = Client().get(services.password_link(account_of(alice)), follow=True)
    request.getfixturevalue("_crowd")
    new = {"password1": "three other words", "password2": "three other words"}
    for response in (
        sign_up(Client(), "Grace", next="/games/"),
        sign_in(Client(), "Grace", next="/games/"),
    ):
        check_busy(response)
        assert 'value="Grace"' in response.text
        assert 'value="/games/"' in response.text
    check_busy(lost(Client(), "Alice"))
    check_busy(client.post("/account/password/again/?next=/forget/", {"password": PASSWORD}))
    check_busy(client.post("/account/password/", {"oldpassword": PASSWORD, **new}))
    check_busy(link.client.post(link.context["action_url"], new))
    assert User.objects.count() == 1
    assert account_of(alice).check_password(PASSWORD)


def test_without_the_shared_cache_a_sentence_is_said(alice: Player, monkeypatch):
    def away(*_: object, **__: object) -> None:
        raise ConnectionError

    with_account(alice)
    monkeypatch.setattr(views, "CACHE_ERRORS", (ConnectionError,))
    monkeypatch.setattr(caches["default"], "add", away)
    response = sign_in(Client(), "Alice")
    assert response.status_code == 503
    assert "could not be saved just now" in response.text
    assert Client().get("/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_look_at_once_one_gets_it():
    names = ("Grace", "GRACE", "Gracе", "grace")  # noqa: RUF001
    guests = [Player.objects.create(name="Guest") for _ in names]

    def take(guest: Player, name: str) -> str:
        try:
            services.create_account(guest, name=name, password=PASSWORD)
        except errors.NameTaken as refusal:
            return refusal.code
        finally:
            connection.close()
        return "ok"

    with ThreadPoolExecutor(len(names), initializer=Barrier(len(names)).wait) as pool:
        answers = Counter(pool.map(take, guests, names))
    assert answers == {"ok": 1, "name_taken": 3}
    assert User.objects.count() == Player.objects.filter(user__isnull=False).count() == 1
