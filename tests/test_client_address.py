from __future__ import annotations

import pytest
from django.test import RequestFactory

from games.client_address import client_address, parse

HTTP = RequestFactory()


def by_http(peer: str, forwarded: str | None = None) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return client_address(HTTP.get("/", headers=headers, REMOTE_ADDR=peer))


def by_socket(peer: str, *forwarded: str) -> str:
    headers = [(b"x-forwarded-for", text.encode()) for text in forwarded]
    return client_address({"client": [peer, 1234], "headers": [(b"host", b"x"), *headers]})


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("1.2.3.4", "1.2.3.4"),
        (" 1.2.3.4:567 ", "1.2.3.4"),
        ("[::1]:80", "::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("", None),
        ("unknown", None),
        ("1.2.3.4.5", None),
        ("[::1", "::1"),
    ],
)
def test_an_address_is_read_with_or_without_a_port(text: str, address: str | None):
    assert str(parse(text)) == str(address)


@pytest.mark.parametrize("ask", [by_http, by_socket])
def test_only_in_production_the_proxy_says_who_asks(ask, settings):
    assert ask("192.0.2.1", "198.51.100.7") == "192.0.2.1"
    settings.PRODUCTION = True
    assert ask("192.0.2.1", "198.51.100.7") == "198.51.100.7"
    assert ask("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize("ask", [by_http, by_socket])
@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
        ("203.0.113.9,198.51.100.7:4711", "198.51.100.7"),
        ("203.0.113.9, [2001:db8::7]:80", "2001:db8::7"),
        ("198.51.100.7, nonsense", "192.0.2.1"),
        ("", "192.0.2.1"),
    ],
)
def test_what_the_nearest_proxy_saw_counts(ask, settings, forwarded: str, address: str):
    settings.PRODUCTION = True
    assert ask("192.0.2.1", forwarded) == address


def test_a_header_in_two_parts_is_read_to_its_end(settings):
    settings.PRODUCTION = True
    assert by_socket("192.0.2.1", "203.0.113.9", "198.51.100.7") == "198.51.100.7"


@pytest.mark.parametrize("client", [None, [None, 0], ["", None]])
def test_a_client_without_an_address_has_none(client: object):
    assert client_address({"client": client, "headers": []}) == ""
