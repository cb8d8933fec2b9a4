"""Passwords are guessed slowly, tried one at a time, and names taken once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import Client

from games.models import Player
from games.people.accounts import services, views
from games.play import errors
from games.web import passwords
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import sign_in, sign_up

pytestmark = pytest.mark.django_db


def browser(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def test_guessing_passwords_is_refused_with_the_time_to_wait(alice: Player):
    with_account(alice)
    for number in range(10):
        name = "Alice" if number % 2 else "Somebody"
        assert "do not belong together" in sign_in(browser("192.0.2.7"), name, "wrong").text
    for password in ("wrong", PASSWORD):
        response = sign_in(browser("192.0.2.7"), "Alice", password)
        assert "Please wait ten minutes" in response.text
    assert sign_in(browser("192.0.2.8"), "Alice").status_code == 302


def test_right_passwords_are_not_counted_as_guesses(alice: Player):
    with_account(alice)
    assert {sign_in(browser("192.0.2.7"), "Alice").status_code for _ in range(12)} == {302}


def test_guessing_codes_counts_as_guessing_passwords(alice: Player):
    with_account(alice)
    form = {"name": "Alice", "code": "12345 67890"}
    for _ in range(10):
        assert browser("192.0.2.7").post("/account/lost-password/", form).status_code == 200
    response = browser("192.0.2.7").post("/account/lost-password/", form)
    assert "Please wait ten minutes" in response.text
    assert "Please wait ten minutes" in sign_in(browser("192.0.2.7"), "Alice").text


def test_so_many_sign_ups_may_come_from_an_address():
    for number in range(60):
        assert sign_up(browser("192.0.2.7"), f"Grace {number}", "short").status_code == 200
    response = sign_up(browser("192.0.2.7"), "Grace")
    assert response.status_code == 429
    assert "Please wait" in response.text
    assert sign_up(browser("192.0.2.8"), "Grace").status_code == 302


def test_one_password_is_tried_at_a_time(alice: Player):
    with_account(alice)
    with passwords.one_at_a_time():
        response = sign_in(Client(), "Alice")
        assert response.status_code == 429
        assert "Others are signing in just now" in response.text
        assert Client().get("/account/sign-in/").status_code == 200
    assert sign_in(Client(), "Alice").status_code == 302


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
@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_take_one_look_at_once_one_gets_it(attempt: int):
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


def test_a_name_that_is_taken_while_one_signs_up_is_said_beside_it(monkeypatch):
    def taken(*_: object, **__: object) -> None:
        raise errors.NameTaken

    monkeypatch.setattr(services, "create_account", taken)
    response = sign_up(Client(), "Grace")
    assert response.status_code == 200
    assert "belongs to an account" in response.text
