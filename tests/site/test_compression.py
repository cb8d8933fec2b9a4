"""What the server sends is compressed, for browsers that can read that."""

from __future__ import annotations

import gzip
import re
from http.client import HTTPResponse
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from tests.playing import start
from tests.server import Server

GZIP = {"Accept-Encoding": "gzip"}


def get(address: str, encodings: str) -> HTTPResponse:
    response: HTTPResponse = urlopen(Request(address, headers={"Accept-Encoding": encodings}))  # noqa: S310
    return response


@pytest.mark.django_db
def test_pages_are_compressed_and_the_same_to_those_who_cannot_read_that(client: Client):
    game = start(client, opponent="computer", level="easy", board="gomoku")
    plain = client.get(game.get_absolute_url())
    small = client.get(game.get_absolute_url(), headers=GZIP)
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(plain.content) / 8
    assert gzip.decompress(small.content).count(b"data-cell=") == 225


@pytest.mark.django_db
def test_the_size_of_a_page_says_nothing_exact(client: Client):
    sizes = {len(client.get("/", headers=GZIP).content) for _ in range(20)}
    assert len(sizes) > 1


def test_the_real_server_compresses_pages_and_static_files(tmp_path):
    with Server(tmp_path) as server:
        with get(server.url, "gzip") as page:
            assert page.headers["Content-Encoding"] == "gzip"
            html = gzip.decompress(page.read()).decode()
        styles = re.search(r'href="/(static/css/base[^"]*)"', html)
        assert styles
        sizes = []
        for encodings, chosen in (("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)):
            with get(server.url + styles[1], encodings) as response:
                assert response.headers["Content-Encoding"] == chosen
                sizes.append(len(response.read()))
        assert sizes == sorted(sizes)
