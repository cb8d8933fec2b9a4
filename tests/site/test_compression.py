from __future__ import annotations

import gzip

import pytest
from django.test import Client

from tests.playing import start

GZIP = {"Accept-Encoding": "gzip"}


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
