"""Players who are forgotten, on their own request or by staff."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player
from games.play import services

pytestmark = pytest.mark.django_db


def test_a_visitor_is_forgotten_after_a_confirmation(browse, game: Game, alice: Player):
    client = browse(alice)
    client.post("/g/", {"opponent": "device", "level": "hard"})
    assert "/forget/" in client.get("/").content.decode()
    page = client.get("/forget/").content.decode()
    assert "Nobody can bring this back" in page
    assert client.get("/").context["visitor"] == alice
    response = client.post("/forget/", follow=True)
    page = response.content.decode()
    assert "You are forgotten" in page
    assert "went on at another device" not in page
    assert response.context["visitor"] is None
    assert response.context["choices"]["level"] == "easy"
    alice.refresh_from_db()
    assert alice.name == "Former player"


def test_a_newcomer_has_nothing_to_forget(client: Client):
    for answer in (client.get("/forget/"), client.post("/forget/")):
        assert answer["Location"] == "/"
    assert not Player.objects.exists()


def test_whom_staff_forgot_is_told_so(browse, alice: Player):
    client = browse(alice)
    services.forget_player(alice)
    assert b"Your name and your seats were removed" in client.get("/").content
    assert b"were removed" not in client.get("/").content
