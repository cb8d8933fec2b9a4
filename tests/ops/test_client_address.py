from ipaddress import ip_network

import pytest
from django.test import RequestFactory

from games.ops.client_address import before_proxies, client_address, parse

PROXIES = [ip_network(text) for text in ("192.0.2.1", "10.0.0.0/8", "2001:db8::/32")]


@pytest.fixture
def _two_proxies(settings) -> None:
    settings.TRUSTED_PROXIES = PROXIES


def test_an_address_is_read_with_or_without_a_port(subtests: pytest.Subtests):
    for text, address in [
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
    ]:
        with subtests.test(text=text, address=address):
            assert str(parse(text)) == str(address)


@pytest.mark.usefixtures("_two_proxies")
def test_the_client_stands_before_the_proxies_that_are_trusted(subtests: pytest.Subtests):
    for forwarded, address in [
        ("198.51.100.7", "198.51.100.7"),
        ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
        ("203.0.113.9,198.51.100.7:4711", "198.51.100.7"),
        ("198.51.100.7, 10.1.2.3", "198.51.100.7"),
        ("203.0.113.9, 198.51.100.7, 10.1.2.3, [2001:db8::7]:80", "198.51.100.7"),
        ("::ffff:198.51.100.7, ::ffff:10.1.2.3", "198.51.100.7"),
        ("10.1.2.3, 10.1.2.4", "10.1.2.3"),
        ("198.51.100.7, nonsense", "192.0.2.1"),
        ("198.51.100.7, nonsense, 10.1.2.3", "10.1.2.3"),
        (",", "192.0.2.1"),
        ("", "192.0.2.1"),
    ]:
        with subtests.test(forwarded=forwarded, address=address):
            assert before_proxies("192.0.2.1", forwarded) == address


@pytest.mark.parametrize(
    ("client", "address"),
    [(["::ffff:1.2.3.4", 80], "1.2.3.4"), (None, ""), ([None, 0], ""), (["", None], "")],
)
def test_an_address_is_found_in_a_scope(client: object, address: str):
    assert client_address({"client": client}) == address


@pytest.mark.parametrize(("peer", "address"), [("1.2.3.4", "1.2.3.4"), ("", ""), (None, "")])
def test_an_address_is_found_in_a_request(peer: str | None, address: str):
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=peer)) == address
