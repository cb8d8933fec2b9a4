"""Which of several server processes does what only one may do at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from games import services
from games.models import Lease
from games.models.leases import LIFETIME

pytestmark = pytest.mark.django_db


def let_pass(time: timedelta) -> None:
    Lease.objects.update(expires_at=F("expires_at") - time)


def test_who_has_it_keeps_it_and_nobody_else_gets_it():
    assert services.hold_lease("periodic tasks", "a")
    assert not services.hold_lease("periodic tasks", "b")
    assert services.hold_lease("periodic tasks", "a")
    assert services.hold_lease("another", "b")


def test_it_is_renewed_in_time_and_not_before():
    services.hold_lease("periodic tasks", "a")
    until = Lease.objects.get().expires_at
    services.hold_lease("periodic tasks", "a")
    assert Lease.objects.get().expires_at == until
    let_pass(LIFETIME - timedelta(seconds=1))
    assert not services.hold_lease("periodic tasks", "b")
    assert services.hold_lease("periodic tasks", "a")
    assert Lease.objects.filter(expires_at__gt=Now() + LIFETIME - timedelta(seconds=2)).exists()


def test_another_gets_it_when_it_has_expired():
    services.hold_lease("periodic tasks", "a")
    let_pass(LIFETIME + timedelta(seconds=1))
    assert services.hold_lease("periodic tasks", "b")
    assert not services.hold_lease("periodic tasks", "a")
    assert Lease.objects.get().holder == "b"


@pytest.mark.parametrize("holder", ["a", "b"])
def test_who_asks_first_gets_it_after_the_clock_was_set_back(holder: str):
    services.hold_lease("periodic tasks", "a")
    let_pass(-timedelta(hours=1))
    assert services.hold_lease("periodic tasks", holder)
    assert not services.hold_lease("periodic tasks", "c")
    let_pass(LIFETIME + timedelta(seconds=1))
    assert services.hold_lease("periodic tasks", "c")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_first", [True, False])
def test_of_several_who_ask_at_once_one_gets_it(is_first: bool):
    if not is_first:
        services.hold_lease("periodic tasks", "dead")
        let_pass(LIFETIME + timedelta(seconds=1))

    def ask(holder: str) -> bool:
        try:
            return services.hold_lease("periodic tasks", holder)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(ask, "abcdef")) == 1
