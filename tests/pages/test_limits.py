"""What is refused because there was too much of it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from tests.playing import start, url

pytestmark = pytest.mark.django_db


def test_who_starts_too_many_games_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        start(client, opponent="device")
    response = client.post("/g/", {"opponent": "device"})
    assert response.status_code == 429
    assert b"That is a lot of new games. Please wait" in response.content
    assert Game.objects.count() == 10


def test_an_address_may_start_sixty_games_a_minute():
    choices = {"opponent": "device"}
    for _ in range(60):
        assert Client(REMOTE_ADDR="10.1.1.1").post("/g/", choices).status_code == 302
    assert Client(REMOTE_ADDR="10.1.1.1").post("/g/", choices).status_code == 429
    assert Client(REMOTE_ADDR="10.1.1.2").post("/g/", choices).status_code == 302


def test_who_changes_names_too_often_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        assert client.post("/name/", {"name": "Sam"}).status_code == 302
    response = client.post("/name/", {"name": "Ada"})
    assert response.status_code == 429
    page = response.content.decode()
    assert "That is a lot of new names. Please wait" in page
    assert 'value="Ada"' in page


def test_who_makes_too_many_links_is_told_how_long_to_wait(client: Client):
    for _ in range(10):
        assert client.post("/device/").status_code == 200
    response = client.post("/device/")
    assert response.status_code == 429
    assert b"That is a lot of links to other devices. Please wait" in response.content


def test_an_address_that_brings_too_many_newcomers_makes_no_more_rows():
    for _ in range(60):
        Client(REMOTE_ADDR="10.1.1.1").post("/name/", {"name": "Sam"})
    for address in ("/name/", "/g/", "/device/"):
        data = {"name": "Sam", "opponent": "device"}
        assert Client(REMOTE_ADDR="10.1.1.1").post(address, data).status_code == 429
    assert Player.objects.count() == 60


def test_who_joins_too_many_games_is_told_how_long_to_wait(browse, alice: Player, bob: Player):
    client = browse(bob)
    for number in range(21):
        waiting = services.create_game(host=alice, mark=Mark.X)
        response = client.post(url(waiting, "join"))
        assert response.status_code == (302 if number < 20 else 429)
    assert b"That is a lot of joining. Please wait" in response.content
