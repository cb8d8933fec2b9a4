from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from threading import Event
from typing import Any

import pytest

from games.models import Player
from games.people.friends import push
from games.people.friends.models import PushSubscription
from games.people.friends.push import WrongAddress, is_public
from tests.people.friends.push_service import Browser

PUBLIC = "93.184.215.14"
OUTSIDE = "https://push.example.com/send/abc"
Answers = dict[str, list[str]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    known: Answers = {}

    def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        if host not in known:
            raise socket.gaierror
        return [(None, None, None, "", (address, 443)) for address in known[host]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return known


@pytest.fixture
def dead_names(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], str]]:
    end, resolve = Event(), socket.getaddrinfo

    def wait(host: str, *args: Any, **options: Any) -> list[Any]:
        if host.startswith("dead"):
            end.wait(60)
        return resolve(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    yield "dead{}.example.com".format
    end.set()


@pytest.mark.parametrize(
    "address",
    [
        PUBLIC,
        "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
        f"::ffff:{PUBLIC}",
        f"64:ff9b::{PUBLIC}",  # NAT64
        f"2606:2800:21f:cb07:0:5efe:{PUBLIC}",  # ISATAP
    ],
)
def test_public_addresses(address: str):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.1", "10.0.0.8", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1"),
        *("192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
        *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "fe80::1", "fe80::1%1", "fec0::1", "fc00::1", "fd00::1"),
        *("ff02::1", "ff0e::1", "100::1", "100:0:0:1::1", "2001:db8::1", "3fff::1", "5f00::1"),
        *("4000::1", "2001:2::1", "2001:10::1", "2001:20::1"),
        *("::10.0.0.8", f"::{PUBLIC}", "::ffff:10.0.0.8", "::ffff:192.0.0.8"),
        *("64:ff9b::10.0.0.8", "64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254"),
        *("64:ff9b:1::10.0.0.8", f"64:ff9b:1::{PUBLIC}", "64:ff9b:1:a00:0:800::"),
        *("2002:a00:8::1", "2002:7f00:1::", "2002:5db8:d70e::1"),
        *("2001::1", "2001:0:5db8:d70e:0:0:f5ff:fff7"),
        *("2606:2800:21f:cb07:0:5efe:a00:8", "2606:2800:21f:cb07:200:5efe:7f00:1"),
    ],
)
def test_no_private_address_is_ever_asked(address: str):
    assert not is_public(ip_address(address))


async def test_a_name_with_one_private_address_is_not_asked(answers: Answers):
    answers["push.example.com"] = [PUBLIC, "10.0.0.8"]
    with pytest.raises(WrongAddress):
        await push.send(OUTSIDE, b"")


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["10.0.0.8", "[fec0::1]", "[64:ff9b::a00:8]", "push.example.com"])
def test_a_private_address_is_refused_when_it_is_registered(
    answers: Answers, browse, bob: Player, host: str
):
    answers[host.strip("[]")] = ["192.168.1.1" if host.endswith(".com") else host.strip("[]")]
    response = browse(bob).post("/calls/", Browser().form(f"https://{host}/send"))
    assert (response.status_code, response.json()["code"]) == (400, "wrong_subscription")
    assert not PushSubscription.objects.exists()


async def test_names_that_never_answer_delay_nothing_else(
    dead_names: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(push, "TIMEOUT", 60)
    sending = [
        asyncio.create_task(push.send(f"https://{dead_names(each)}/", b"")) for each in range(20)
    ]
    # Replies, /metrics and /health/ready are made in the threads of the event loop.
    quick = (asyncio.to_thread(lambda: "done") for _ in range(20))
    async with asyncio.timeout(20):
        assert await asyncio.gather(*quick) == ["done"] * 20
    for each in sending:
        each.cancel()
    await asyncio.gather(*sending, return_exceptions=True)


@pytest.mark.django_db
def test_a_registration_waits_for_no_name_for_long(
    dead_names: Callable[[int], str], browse, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(push, "SHORT_TIMEOUT", 0.1)
    response = browse(bob).post("/calls/", Browser().form(f"https://{dead_names(1)}/send"))
    assert response.status_code == 200
