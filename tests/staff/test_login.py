"""Logging in to the admin: how often, and how many at once, passwords are tried."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterator
from threading import Event

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connections
from django.http import HttpResponse
from django.test import AsyncClient, Client

from tests.processes import wait_until
from tictactoe_site.request_queue import PASSWORD_PLACES

pytestmark = pytest.mark.django_db


def log_in(password: str, address: str = "192.0.2.7", username: str = "staff") -> HttpResponse:
    data = {"username": username, "password": password, "next": "/admin/"}
    return Client(REMOTE_ADDR=address).post("/admin/login/", data)


def test_guessing_a_password_is_refused_with_the_time_to_wait():
    get_user_model().objects.create_superuser("staff", password="right")
    for _ in range(10):
        response = log_in("wrong")
        assert response.status_code == 200
        assert "Please enter the correct" in response.content.decode()
    for password in ("wrong", "right"):
        response = log_in(password)
        assert response.status_code == 429
        assert "That is a lot of wrong passwords. Please wait 10 min" in response.content.decode()
    assert {log_in("right", address="192.0.2.8").status_code for _ in range(12)} == {302}


def test_an_empty_form_tries_no_password_and_is_not_counted():
    for _ in range(12):
        assert log_in("", username="").status_code == 200


# At once


class CountingHasher(MD5PasswordHasher):
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


class Site:
    def __init__(self) -> None:
        self._client = AsyncClient()  # one, as each has a line of its own

    async def get(self) -> HttpResponse:
        return await self._serve(self._client.get("/"))

    async def log_in(self, count: int, password: str) -> list[HttpResponse]:
        form = {"username": "staff", "password": password}
        posts = [self._client.post("/admin/login/", form) for _ in range(count)]
        return await asyncio.gather(*map(self._serve, posts))

    async def _serve(self, request: Awaitable[HttpResponse]) -> HttpResponse:
        async with ThreadSensitiveContext():
            try:
                return await request
            finally:
                await sync_to_async(connections.close_all)()


@pytest.mark.django_db(transaction=True)
async def test_who_logs_in_waits_in_line_and_holds_up_no_page(hasher: type[CountingHasher]):
    site = Site()
    logins = asyncio.ensure_future(site.log_in(20, "right"))
    try:
        await asyncio.to_thread(wait_until, lambda: len(hasher.tried) == PASSWORD_PLACES)
        assert (await site.get()).status_code == 200
        assert len(hasher.tried) == PASSWORD_PLACES
    finally:
        hasher.may_end.set()
    assert Counter(response.status_code for response in await logins) == {302: 20}


@pytest.mark.django_db(transaction=True)
async def test_no_more_wrong_passwords_are_tried_at_once_than_one_after_the_other(
    hasher: type[CountingHasher],
):
    hasher.may_end.set()
    await Site().log_in(40, "wrong")
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
