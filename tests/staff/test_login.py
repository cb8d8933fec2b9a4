"""Logging in to the admin: how often, and how many at once, passwords are tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests.processes import wait_until

pytestmark = pytest.mark.django_db


def log_in(password: str, address: str = "192.0.2.7", username: str = "staff") -> HttpResponse:
    data = {"username": username, "password": password, "next": "/admin/"}
    return Client(REMOTE_ADDR=address).post("/admin/login/", data)


def test_guessing_passwords_is_refused_with_the_time_to_wait():
    get_user_model().objects.create_superuser("staff", password="right")
    for number in range(10):
        response = log_in("wrong", username="staff" if number % 2 else "other")
        assert response.status_code == 200
        assert "Please enter the correct" in response.content.decode()
    for password in ("wrong", "right"):
        response = log_in(password)
        assert response.status_code == 429
        assert "That is a lot of wrong passwords. Please wait 10 min" in response.content.decode()
    assert log_in("right", address="192.0.2.8").status_code == 302


def test_right_passwords_are_not_counted():
    get_user_model().objects.create_superuser("staff", password="right")
    assert [log_in("right").status_code for _ in range(12)] == [302] * 12


def test_an_empty_form_tries_no_password_and_is_not_counted():
    for _ in range(12):
        assert log_in("", username="").status_code == 200


# At once


class CountingHasher(MD5PasswordHasher):
    """Counts the passwords that are tried, and tries each for as long as a test wants."""

    tried: list[str]
    may_end: Event

    def encode(self, password: str, salt: str) -> str:
        self.tried.append(password)
        self.may_end.wait()
        return super().encode(password, salt)


@pytest.fixture
def hasher(settings) -> Iterator[type[CountingHasher]]:
    get_user_model().objects.create_superuser("staff", password="right")
    settings.PASSWORD_HASHERS = [f"{__name__}.{CountingHasher.__name__}"]
    CountingHasher.tried, CountingHasher.may_end = [], Event()
    yield CountingHasher
    CountingHasher.may_end.set()


def log_in_from_a_thread(password: str) -> HttpResponse:
    try:
        return log_in(password)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_passwords_are_tried_one_at_a_time(hasher: type[CountingHasher]):
    with ThreadPoolExecutor(20) as pool:
        logins = [pool.submit(log_in_from_a_thread, "wrong") for _ in range(20)]
        try:
            wait_until(lambda: len(hasher.tried) + sum(login.done() for login in logins) == 20)
            assert len(hasher.tried) == 1
            assert Client().get("/").status_code == 200
        finally:
            hasher.may_end.set()
    responses = [login.result() for login in logins]
    assert Counter(response.status_code for response in responses) == {429: 19, 200: 1}
    for response in responses:
        assert (response.status_code == 429) == ("Others are signing in" in response.text)
    assert log_in("right").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_no_more_wrong_passwords_are_tried_at_once_than_one_after_the_other(
    hasher: type[CountingHasher],
):
    hasher.may_end.set()
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(log_in_from_a_thread, ["wrong"] * 40))
    assert len(hasher.tried) <= 10


def test_a_login_that_leads_nowhere_ends_at_the_start_page():
    get_user_model().objects.create_superuser("staff", password="right")
    for following in (
        {},
        {"next": ""},
        {"next": "https://evil.example/"},
        {"next": "//evil.example"},
    ):
        data = {"username": "staff", "password": "right", **following}
        assert Client().post("/admin/login/", data)["Location"] == "/admin/"
