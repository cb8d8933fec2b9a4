import asyncio
from ipaddress import ip_network
from typing import Any

import pytest

from tictactoe_site import asgi
from tictactoe_site.asgi import TrustedProxies

HOST = (b"host", b"testserver")
FOR, PROTO = b"x-forwarded-for", b"x-forwarded-proto"
VISITOR = (FOR, b"203.0.113.9, 198.51.100.7")
PROXY, STRANGER = "192.0.2.1", "192.0.2.99"


@pytest.fixture(autouse=True)
def _one_proxy(settings) -> None:
    settings.TRUSTED_PROXIES = [ip_network(PROXY)]
    asgi._warn_once.cache_clear()


def scope_inside(peer: str, *headers: tuple[bytes, bytes], type: str = "http") -> dict[str, Any]:
    told: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive, send) -> None:
        told.append(scope)

    scheme = {"scheme": "http"} if type == "http" else {}
    scope = {"type": type, "client": [peer, 1234], "headers": [HOST, *headers], **scheme}
    asyncio.run(TrustedProxies(application)(scope, None, None))
    return told[0]


@pytest.mark.parametrize(("type", "scheme"), [("http", "https"), ("websocket", "wss")])
def test_a_trusted_proxy_is_believed(type: str, scheme: str):
    scope = scope_inside(PROXY, VISITOR, (PROTO, b"https"), type=type)
    assert scope["client"][0] == "198.51.100.7"
    assert scope["scheme"] == scheme


@pytest.mark.parametrize("type", ["http", "websocket"])
def test_nobody_else_is_believed(type: str):
    scope = scope_inside(STRANGER, VISITOR, (PROTO, b"https"), type=type)
    assert scope["client"][0] == STRANGER
    assert scope.get("scheme") in {"http", None}


@pytest.mark.parametrize("peer", [PROXY, STRANGER])
def test_no_header_of_a_proxy_comes_through(peer: str):
    more = [(name, b"x") for name in (b"x-forwarded-host", b"x-forwarded-port", b"forwarded")]
    scope = scope_inside(peer, VISITOR, (PROTO, b"https"), *more)
    assert scope["headers"] == [HOST]


def test_a_header_in_two_parts_is_read_to_its_end():
    scope = scope_inside(PROXY, (FOR, b"203.0.113.9"), (FOR, b"198.51.100.7"))
    assert scope["client"][0] == "198.51.100.7"


def test_the_nearest_proxy_says_whether_it_was_https():
    cases = {
        "https": ("https", "HTTPS", "http, https"),
        "http": ("", "http", "https, http", "ftp", "https:"),
    }
    for scheme, protos in cases.items():
        for proto in protos:
            assert scope_inside(PROXY, (PROTO, proto.encode()))["scheme"] == scheme, proto


def test_a_proxy_that_nobody_has_named_is_said_once(settings, caplog):
    settings.PRODUCTION = True
    for _ in range(3):
        scope_inside(STRANGER, VISITOR, (PROTO, b"https"))
    [line] = caplog.messages
    assert "TRUSTED_PROXIES does not name" in line
    assert STRANGER not in line


def test_whoever_sends_such_headers_where_there_is_no_proxy_is_ignored_silently(caplog):
    scope_inside(STRANGER, VISITOR, (PROTO, b"https"))
    assert caplog.messages == []
