"""How a real server answers who asks for a static file: with all of it, a part, or without it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection

import pytest
from django.conf import settings

from tests.http_requests import Answer, ask
from tests.server import Server

pytestmark = pytest.mark.xdist_group("static responses")  # one worker starts what they share

STYLE = settings.BASE_DIR / "static" / "css" / "colours.css"


Get = Callable[..., Answer]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def get(server: Server) -> Iterator[Get]:
    with closing(HTTPConnection(server.host, server.port)) as connection:
        yield partial(ask, connection)


@pytest.fixture
def style(get: Get) -> str:
    """Return the path of a style, which has a hash of its content in it."""
    found = re.search(r'href="(/static/css/colours\.[0-9a-f]{12}\.css)"', get("/").body.decode())
    assert found
    return found[1]


def test_it_is_sent_whole_again_and_again(get: Get, style: str):
    for _ in range(2):
        status, headers, body = get(style)
        assert (status, body) == (200, STYLE.read_bytes())
        assert headers["Content-Type"].startswith("text/css")
        assert headers["Content-Length"] == str(len(body))
        assert "immutable" in headers["Cache-Control"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_other_sites_may_show_the_picture_of_links_to_this_one(get: Get, style: str):
    for path in (style, "/static/img/preview.png"):
        assert get(path).headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_it_is_sent_compressed_to_who_can_read_that(get: Get, style: str):
    for _ in range(2):
        small = get(style, Accept_Encoding="gzip")
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.body) == STYLE.read_bytes()
        assert get(style).body == STYLE.read_bytes()
