"""Hints asked for with a form, without scripts."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from tests.hints import THREATENED_LINE
from tests.playing import play

pytestmark = pytest.mark.django_db(transaction=True)

HINT_COUNT = '<span data-hints-count>1 hint</span><span class="visually-hidden"> used</span>'


def test_the_form_shows_the_hint_in_words_and_signs(browse, computer_game: Game, alice: Player):
    play(computer_game, *THREATENED_LINE)
    client = browse(alice)
    assert "data-hint-name" in client.get(computer_game.get_absolute_url()).content.decode()
    page = client.post(f"/g/{computer_game.pk}/hint/", {"ply": 4}).content.decode()
    assert "If both play their best, this is a draw." in page
    assert 'aria-label="b 3, empty: draw, recommended"' in page
    assert page.count("data-best") == 1
    assert f'<form action="/g/{computer_game.pk}/"\n' in page
    assert "<span data-shown>Hide hint</span>" in page
    assert 'aria-label="a 2, empty: loss in 1 move"' in page
    assert ">L1</text>" in page
    assert HINT_COUNT in page
    later = client.get(computer_game.get_absolute_url()).content.decode()
    assert "data-best" not in later
    assert "<span data-shown>Hint</span>" in later
    assert "data-hint-signs hidden" in later
    assert "data-hint-signs hidden" not in page
    assert HINT_COUNT in later
    assert "loss in 1 move" not in later


def test_the_form_says_why_there_is_no_hint(browse, game: Game, alice: Player):
    assert browse().post(f"/g/{game.pk}/hint/", {"ply": 0}).status_code == 409
    client = browse(alice)
    assert "data-hint-name" not in client.get(game.get_absolute_url()).content.decode()
    response = client.post(f"/g/{game.pk}/hint/", {"ply": 0})
    assert response.status_code == 409
    assert "There are hints against the computer only." in response.content.decode()
    assert client.post("/g/abc/hint/", {"ply": 0}).status_code == 404
