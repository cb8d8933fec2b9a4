"""How a real server answers who asks for a static file: with all of it, a part, or without it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import NamedTuple

import pytest
from django.conf import settings

from tests.server import Server

pytestmark = pytest.mark.xdist_group("static responses")  # one worker starts what they share

STYLE = settings.BASE_DIR / "static" / "css" / "colours.css"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def ask(server: Server) -> Iterator[Ask]:
    connection = HTTPConnection(server.host, server.port)

    def asked(path: str, method: str = "GET", **headers: str) -> Answer:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read())

    yield asked
    connection.close()


@pytest.fixture
def style(ask: Ask) -> str:
    """Return the path of a style, which has a hash of its content in it."""
    found = re.search(r'href="(/static/css/colours\.[0-9a-f]{12}\.css)"', ask("/").body.decode())
    assert found
    return found[1]


def test_it_is_sent_whole_again_and_again(ask: Ask, style: str):
    for _ in range(2):
        status, headers, body = ask(style)
        assert (status, body) == (200, STYLE.read_bytes())
        assert headers["Content-Type"].startswith("text/css")
        assert headers["Content-Length"] == str(len(body))
        assert "immutable" in headers["Cache-Control"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_it_is_sent_compressed_to_who_can_read_that(ask: Ask, style: str):
    for _ in range(2):
        small = ask(style, **{"Accept-Encoding": "gzip"})
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.body) == STYLE.read_bytes()
        assert ask(style).body == STYLE.read_bytes()


def test_it_is_described_without_being_sent(ask: Ask, style: str):
    whole = ask(style)
    status, headers, body = ask(style, "HEAD")
    assert (status, body) == (200, b"")
    assert headers["Content-Length"] == whole.headers["Content-Length"]


def test_a_part_of_it_is_sent(ask: Ask, style: str):
    status, headers, body = ask(style, Range="bytes=3-9")
    assert (status, body) == (206, STYLE.read_bytes()[3:10])
    assert headers["Content-Range"].startswith("bytes 3-9/")


def test_it_is_not_sent_to_who_has_it(ask: Ask, style: str):
    tag = ask(style).headers["ETag"]
    assert ask(style, **{"If-None-Match": tag})[::2] == (304, b"")


def test_nothing_is_sent_to_it(ask: Ask, style: str):
    assert ask(style, "POST").status == 405


def test_what_has_no_hash_and_what_is_missing(ask: Ask, style: str):
    assert ask("/static/css/colours.css").body == STYLE.read_bytes()
    assert ask("/static/css/colours.000000000000.css").status == 404
